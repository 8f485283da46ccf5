"""Log lines, reports and traces that may leave the machine quote nothing: neither rows nor keys."""

import io
import json
import logging
import os
import subprocess
import sys
from pathlib import Path

from spades_site.common.monitoring.safe_logging import Console, DiscreetFormatter, DiscreetJson
from tests.program import ROOT

# A page whose address has a key in it fails with a message and a variable that quote a card; then a task does.
FAIL = """
import json, logging, django, sys
from django.conf import settings
settings.SENTRY_DSN = settings.TRACES_TO = ""
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
django.setup()
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sentry_sdk.transport import Transport
from spades_site.common.monitoring import observing
sent = []
class Kept(Transport):
    def capture_envelope(self, envelope):
        sent.append(json.loads(envelope.get_event() and json.dumps(envelope.get_event(), default=str) or "null"))
settings.SENTRY_DSN, settings.TRACES_TO = "https://key@sentry.invalid/1", "http://collector.invalid"
spans = InMemorySpanExporter()
observing.start(Kept, spans)
from django.urls import path
import spades_site.urls as urls
def fail(request, key):
    canary = "canary-variable"
    raise ValueError("DETAIL: canary-message")
urls.urlpatterns.append(path("fail/<str:key>/", fail))
from django.test import Client
Client(raise_request_exception=False, SERVER_NAME="localhost").post("/fail/canary-key/?q=canary-query", {"f": "canary-form"}, headers={"cookie": "other=canary-cookie"})
from celery import shared_task
@shared_task
def broken(number):
    raise ValueError("canary-task")
broken.apply(args=[1])
import sentry_sdk; sentry_sdk.flush()
sys.stdout.write(json.dumps({"reports": [one for one in sent if one], "spans": [json.loads(s.to_json()) for s in spans.get_finished_spans()]}))
"""


def test_h2_reports_and_traces_name_types_places_and_routes_only(tmp_path: Path) -> None:
    env = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    done = subprocess.run(
        [sys.executable, "-c", FAIL], cwd=ROOT, capture_output=True, text=True,
        env={**env, "DJANGO_SETTINGS_MODULE": "spades_site.settings", "SPADES_DATA_DIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    types = {
        error["type"] for report in found["reports"] for error in report["exception"]["values"]
    }
    assert "ValueError" in types
    assert "/fail/<str:key>/" in {span["attributes"].get("http.target") for span in found["spans"]}
    assert "canary" not in done.stdout


def test_an_error_of_one_cause_is_written_once_a_minute_with_a_count() -> None:
    stream = io.StringIO()
    console = Console(stream)
    console.setFormatter(DiscreetFormatter("{levelname} {message}", style="{"))

    def log(after: float, level: int, text: str, *values: object, error: bool = False) -> None:
        try:
            raise ValueError(after) if error else KeyError
        except (ValueError, KeyError):
            info = sys.exc_info() if error else None
        record = logging.LogRecord("spades", level, "", 0, text, values, info)
        record.created = after
        console.handle(record)

    for second in range(50):
        log(second, logging.ERROR, "table %s could not be woken", second)
        log(second, logging.WARNING, "slow")
    log(50, logging.ERROR, "table %s could not be woken", 50, error=True)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "ERROR table 0 could not be woken"
    assert lines.count("WARNING slow") == 50
    assert [line for line in lines if line.startswith("ERROR")] == [
        "ERROR table 0 could not be woken",
        "ERROR table 50 could not be woken",
    ]
    for _again in range(2):
        log(51, logging.ERROR, "another cause at the same place", error=True)
    stream.truncate(0)
    log(61, logging.INFO, "well again")
    log(115, logging.ERROR, "table %s could not be woken", 3)
    assert stream.getvalue().strip("\0").splitlines() == [
        "ERROR 49 more in the minute after this one: table 0 could not be woken",
        "INFO well again",
        "ERROR 1 more in the minute after this one: another cause at the same place",
        "ERROR table 3 could not be woken",
    ]


def test_no_visitor_begins_a_line_of_the_log() -> None:
    sent = "x\n2026-11-24 INFO spades.security: signed in\r\x1b[2J\u2028\u202e"
    record = logging.LogRecord(
        "spades", logging.WARNING, "", 0, "no %s\nDETAIL: row (2c)", (sent,), None
    )
    line = DiscreetFormatter("{levelname} {message}", style="{").format(record)
    assert line == (
        r"WARNING no x\n2026-11-24 INFO spades.security: signed in\r\x1b[2J\u2028\u202e\nDETAIL (left out)"
    )
    assert len(json.dumps(json.loads(DiscreetJson().format(record)), indent=0).splitlines()) == 6


def test_json_lines_leave_out_what_a_database_quotes() -> None:
    record = logging.LogRecord(
        "spades.tables", logging.WARNING, "", 0, "refused\nDETAIL: Failing row (2c)", None, None
    )
    record.__dict__ |= {"table": "abc", "request": object()}
    line = json.loads(DiscreetJson().format(record))
    record.created, record.msecs = 0.0, 7.0
    assert json.loads(DiscreetJson().format(record))["at"] == "1970-01-01 00:00:00.007Z"
    assert DiscreetFormatter("{asctime}", style="{").format(record) == "1970-01-01 00:00:00.007Z"
    line.pop("at")
    assert line == {
        "level": "WARNING", "logger": "spades.tables", "message": "refused\nDETAIL (left out)", "table": "abc",
    }  # fmt: skip
