"""Settings: each is documented, and what is missing is named at once; reports of errors show no secret."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.views.debug import ExceptionReporter, get_exception_reporter_class

from spades_site.common.monitoring.safe_reports import DiscreetReporter
from tests.program import ROOT

READERS = {
    *("text", "flag", "number", "names", "numbers", "seconds", "choice"),
    *("address", "all_addresses", "host", "hosts", "sender", "contact"),
}
COMPOSE_ALONE = {
    *("POSTGRES_PASSWORD", "SPADES_IMAGE", "WEB_PROCESSES", "WORKER_THREADS"),
    *("BOT_PROCESSES", "HTTP_PORT", "HTTPS_PORT"),
}


def _read_by(file: Path) -> set[str]:
    """Return the names of the variables that a file reads by the functions of `env`."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in READERS and str(node.args[0].value).isupper():
                found.add(str(node.args[0].value))
    return found


def test_every_setting_is_in_the_example_and_in_the_manual() -> None:
    read = _read_by(ROOT / "spades_site/settings.py") | _read_by(ROOT / "spades_site/env.py")
    example = (ROOT / "deploy/.env.example").read_text()
    manual = (ROOT / "docs/operations.md").read_text()
    assert len(read) > 35
    assert set(re.findall(r"(?m)^#?([A-Z_]+)=", example)) == read | COMPOSE_ALONE
    compose = (ROOT / "deploy/compose.yaml").read_text()
    assert set(re.findall(r"\$\{([A-Z_]+)", compose)) == COMPOSE_ALONE
    # Kept out of the containers: another number of processes must not make them all anew.
    assert set(re.findall(r'(?m)^    ([A-Z_]+): ""$', compose)) == COMPOSE_ALONE
    assert {name for name in read | COMPOSE_ALONE if f"`{name}`" not in manual} == set()


def _start(tmp_path: Path, **env: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", "import spades_site.settings"],
        cwd=ROOT, env={"SPADES_DATA_DIR": str(tmp_path), **env}, capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, [line.partition(":")[0] for line in done.stderr.splitlines()]


def test_a_half_configured_site_names_all_that_is_missing_at_once(tmp_path: Path) -> None:
    status, lines = _start(
        tmp_path, SPADES_PRODUCTION="1", REDIS_URL="redis://redis/0", SPADES_DEBUG="1",
        EMAIL_PORT="many", EMAIL_HOST="mail", EMAIL_HOST_USER="spades", METRICS_TOKEN="short",
    )  # fmt: skip
    assert status == 1
    assert lines == [
        "The platform can't start with these settings (docs/operations.md, “Settings”)",
        "  - EMAIL_PORT='many' is not a whole number from 1 to 65535",
        "  - DATABASE_URL is missing",
        "  - EMAIL_HOST_PASSWORD is missing",
        "  - METRICS_TOKEN is too short",
        "  - SITE_URL must be the site's public address with https, such as https",
        "  - TRUSTED_PROXY_COUNT is missing",
        "  - SECRET_KEY is missing",
        "  - PUSH_KEY is missing",
        "  - SPADES_DEBUG must be off on a public site",
    ]


def test_a_site_that_can_keep_no_keys_says_so_instead_of_failing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, lines = _start(
        tmp_path / "file/data", SITE_URL="https://spades.example", TRUSTED_PROXY_COUNT="1"
    )
    where = f"and none can be kept in {tmp_path}/file/data (Not a directory)"
    assert (status, lines[1:]) == (
        1,
        [f"  - {name} isn't set, {where}" for name in ("SECRET_KEY", "PUSH_KEY")],
    )


def test_https_alone_asks_for_what_a_public_site_needs_and_a_complete_one_starts(
    tmp_path: Path,
) -> None:
    site = {"SITE_URL": "https://spades.example"}
    title = "The platform can't start with these settings (docs/operations.md, “Settings”)"
    assert _start(tmp_path, **site) == (1, [title, "  - TRUSTED_PROXY_COUNT is missing"])
    assert _start(tmp_path, **site, TRUSTED_PROXY_COUNT="1") == (0, [])
    assert _start(tmp_path, SITE_URL="http://localhost:8000") == (0, [])


SECRETS = {
    "SECRET_KEY": "canary-01", "SECRET_KEY_FALLBACKS": ["canary-02"], "PUSH_KEY": "canary-03",
    "DATABASE_URL": "postgres://spades:canary-04@db/spades", "DATABASES": {"default": {"PASSWORD": "canary-05<'"}},
    "REDIS_URL": "redis://:canary-06@redis/0", "CELERY_BROKER_URL": "redis://:canary-06@redis/0",
    "CHANNEL_LAYERS": {"default": {"CONFIG": {"hosts": ["redis://x:canary-06@redis/0"]}}},
    "CACHES": {"default": {"LOCATION": "redis://:canary-06@redis/0"}},
    "MAILERS": {"default": {"OPTIONS": {"password": "canary-07"}}},
    "METRICS_TOKEN": "canary-08", "SENTRY_DSN": "https://canary-09@s/1",
}  # fmt: skip


def _found(reporter: type[ExceptionReporter], request: HttpRequest) -> list[set[str]]:
    """Return the secrets in the page and in the text about a fault of a function whose variables have them all."""
    try:
        variables = [SECRETS, dict(os.environ), "postgres://spades:canary-04@db/spades"]
        raise ValueError(f"a report of {SECRETS['METRICS_TOKEN']} and {len(variables)} more")
    except ValueError:
        report = reporter(request, *sys.exc_info())
    texts = (report.get_traceback_html(), report.get_traceback_text())
    assert all("a report of" in text for text in texts)
    return [set(re.findall(r"canary-\d+", text)) for text in texts]


def test_reports_of_errors_show_no_secret_not_even_to_developers(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        setattr(settings, name, value)
    settings.DEBUG = True
    monkeypatch.setenv("OTHER_PASSWORD", "canary-10")
    request = RequestFactory().get("/", headers={"authorization": "Bearer canary-11"})
    request.COOKIES["sessionid"] = "canary-12"
    assert _found(get_exception_reporter_class(request), request) == [set(), set()]
    # The scan finds what Django alone would show.
    on_page, in_text = _found(ExceptionReporter, request)
    assert (len(on_page), in_text) == (10, {"canary-08"})


EXAMPLE = ROOT / "deploy/.env.example"
SETTINGS = re.findall(r"^#?([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)
ADDRESS = "https://spades:canary-01@one/1,redis://:canary%2D02@two/0,postgres://three/x?password=canary-03"
VALUES = {
    **dict.fromkeys(SETTINGS, ADDRESS),
    **{name: "canary-04,canary-05" for name in SETTINGS if re.search("KEY|PASSWORD|TOKEN|DSN", name)},
    "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20canary-06,x-key=canary-07",
}  # fmt: skip


@pytest.mark.sweep(22)
@pytest.mark.parametrize("name", VALUES)
def test_reports_show_no_secret_of_any_setting_however_it_is_written(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, VALUES[name])
    value = unquote(VALUES[name]) + VALUES[name]
    parts = re.findall(r"canary(?:%2D|-)\d\d", value)
    try:
        raise ValueError(f"a report of {value} and {parts}")
    except ValueError:
        report = DiscreetReporter(RequestFactory().get("/"), *sys.exc_info())
    texts = (report.get_traceback_html(), report.get_traceback_text())
    assert ["a report of" in text for text in texts] == [True, True]
    assert [re.findall(r"canary(?:%2D|-)\d\d", text) for text in texts] == [[], []]
