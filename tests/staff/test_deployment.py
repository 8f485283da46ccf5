"""What the operator's programs ask of the running program: probes, and `manage.py doctor` by the public address."""

import json
import os
import re
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from asgiref.sync import async_to_sync
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.core.cache import cache
from django.db import connection

from games import engine
from games.tables import services
from spades_site import databases, stopping
from spades_site.common.monitoring import metrics, processes
from spades_site.staff import doctor, health, probes, violations
from spades_site.staff.public_address import FORGED, certificate_fact, faults_and_facts, proxy_facts
from tests import program
from tests.live.line import Line

MANY = "REDIS_URL" in os.environ
TOKEN = "a-token-of-this-test-alone"


@pytest.fixture(scope="module")
def site() -> Iterator[program.Platform]:
    """The running program."""
    with program.of_this_run(METRICS_TOKEN=TOKEN) as platform:
        yield platform


def _get(url: str, **headers: str) -> tuple[int, Any]:
    try:
        with urlopen(Request(url, headers=headers), timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        return error.code, None


def test_the_probes_answer_under_any_host_name_and_tell_strangers_nothing_else(
    site: program.Platform,
) -> None:
    ready = {
        "ready": True, "process": "ok", "database": "ok", "migrations": "ok",
        "redis": "ok" if MANY else "not used", "disk": "ok",
    }  # fmt: skip
    assert _get(f"{site.url}/healthz", Host="10.0.0.7") == (200, {"alive": True})
    for headers in ({"Host": "10.0.0.7"}, {"X-Spades-Doctor": "doctor:1:forged"}):
        assert _get(f"{site.url}/readyz", **headers) == (200, ready)


def test_doctor_goes_on_after_a_bad_certificate(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(begins).not_valid_after(begins + timedelta(days=9999))
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "both.pem").write_bytes(private + certificate.public_bytes(Encoding.PEM))

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host, seen = (
                self.headers["Host"],
                {"secure": True, "forwarded_for": "", "address": "::1"},
            )
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"seen": {"host": host, **seen}}).encode())

        def log_message(self, *_said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tmp_path / "both.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"https://localhost:{server.server_port}"
        found = [(one.title, one.is_bad) for one in faults_and_facts(url)]
        server.shutdown()
    assert found == [
        ("Certificate", True), ("Public address", False), ("Proxy: visitors' address", False), ("Live table", True),
    ]  # fmt: skip


@pytest.fixture(params=["each process its own", "one for all"])
def counting_site(
    request: pytest.FixtureRequest, site: program.Platform, tmp_path: Path
) -> Iterator[program.Platform]:
    """The running program, as in containers, and as with systemd: with a folder in which processes add up their numbers."""
    if request.param == "each process its own":
        yield site
        return
    folder = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    # Of a process that was killed.
    (tmp_path / f"gauge_livesum_{2**22 + 1}.db").touch()
    with program.of_this_run(METRICS_TOKEN=TOKEN, **folder) as platform:
        yield platform


def _metrics(url: str) -> str:
    with urlopen(Request(url, headers={"Authorization": f"Bearer {TOKEN}"}), timeout=60) as answer:
        return str(answer.read().decode())


def _pids(page: str, name: str) -> set[int]:
    return {int(pid) for pid in re.findall(rf'(?m)^{name}{{pid="(\d+)",unit=""}} \d', page)}


@pytest.mark.slow
def test_metrics_are_for_who_has_the_token_and_have_all_that_alerts_and_panels_name(
    counting_site: program.Platform,
) -> None:
    site = counting_site
    url = f"{site.url}/metrics"
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {TOKEN}x"}):
        status, _body = _get(url, **headers)
        assert status in (401, 404)
        assert status == _get(f"{site.url}/no-such-page", **headers)[0]
    page = _metrics(url)
    shown = set(re.findall(r"(?m)^(\w+?)(?:\{.*)? \S+$", page))
    named = set[str]()
    for file in ("alerts.yaml", "dashboard.json"):
        text = (program.ROOT / "deploy/observe" / file).read_text()
        named |= set(re.findall(r"\b(?:spades|process)_[a-z_]+\b", text))
    assert len(named) > 12
    # A task and a backup have an age once they have run, and this site has no replica.
    missing = {
        "spades_task_age_seconds",
        "spades_replica_behind_seconds",
        "spades_backup_age_seconds",
    }
    assert named - shown - missing == set()
    assert re.findall(r"spades_unreadable\{part=\"(\w+)\"\} (\S+)", page) == [
        (part, "0.0")
        for part in ("tables", "outbox", "tasks", "queues", "replicas", "backup", "disk")
    ]
    shows_all = "PROMETHEUS_MULTIPROC_DIR" in site.env
    main = {one.pid for one in (site.processes if shows_all else site.processes[:1])}
    names = ("process_cpu_seconds_total", "process_resident_memory_bytes")
    # A child may start or end between the page's look and ours, and Linux lists the children of a busy process incompletely.
    deadline = time.monotonic() + 60
    while True:
        running = main.union(*map(program.children_of, main))
        if [_pids(page, name) for name in names] == [running, running]:
            break
        assert time.monotonic() < deadline, (running, page)
        page = _metrics(url)
    manual = (program.ROOT / "docs/operations.md").read_text()
    dashboard = (program.ROOT / "deploy/observe/dashboard.json").read_text()
    documented = set(re.findall(r"`(spades_[a-z_]+)`", manual))
    # Alerts compare the age with it.
    assert {name for name in documented if name not in dashboard} == {"spades_task_every_seconds"}
    alerts = (program.ROOT / "deploy/observe/alerts.yaml").read_text()
    for symptom in re.findall(r"summary: \".*: (.*)\"", alerts):
        assert f"| {symptom.partition(', or ')[0]} " in manual, symptom


@pytest.mark.parametrize("reason", [ProcessLookupError, PermissionError])
def test_the_gauges_of_killed_processes_are_deleted_even_if_another_user_has_the_number_now(
    reason: type[OSError], tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(pid: int, _signal: int) -> None:
        if pid == 7:
            raise reason

    settings.METRICS_DIR = str(tmp_path)
    for name in ("gauge_livesum_7.db", "gauge_livesum_8.db", "counter_7.db"):
        (tmp_path / name).touch()
    monkeypatch.setattr(os, "kill", kill)
    assert list(metrics._alive()) == [8]
    assert {file.name for file in tmp_path.iterdir()} == {"gauge_livesum_8.db", "counter_7.db"}


def test_the_unit_of_a_process_is_its_systemd_service(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "PROC", tmp_path)
    groups = {
        1: "0::/system.slice/system-spades\\x2dweb.slice/spades-web@8001.service\n",
        2: "0::/\n",
        3: "0::/user.slice/user-0.slice/session-1.scope\n",
    }
    for pid, group in groups.items():
        (tmp_path / str(pid)).mkdir()
        (tmp_path / f"{pid}/cgroup").write_text(group)
    assert [processes._unit_of(pid) for pid in (1, 2, 3, 4)] == ["spades-web@8001", "", "", ""]


def _report(**more: str) -> bytes:
    about = {
        "document-uri": "https://spades.example/account/password/reset/key/secret-key/?q=1",
        "violated-directive": "script-src-elem 'self'", "blocked-uri": "https://evil.example/x.js?secret",
    }  # fmt: skip
    return json.dumps({"csp-report": {**about, **more}}).encode()


@pytest.mark.django_db
def test_reports_of_the_content_security_policy_are_kept_by_their_kind_for_staff() -> None:
    cache.delete(violations.KEY)
    for body in (
        _report(), _report(), _report(**{"blocked-uri": "inline", "document-uri": "https://x/learn/"}),
        _report(**{"document-uri": "https://x/no/such/page"}), b"{}", b"[]", b"\xff", b'{"csp-report": 1}',
    ):  # fmt: skip
        violations.take(body)
    found = violations.kept()
    assert [(one.directive, one.blocked, count) for one, count in found.items()] == [
        ("script-src-elem", "https://evil.example", 2), ("script-src-elem", "inline", 1),
    ]  # fmt: skip
    assert "secret" not in str(found)
    (shown,) = (one for one in health.checks() if one.title == "Content security policy")
    assert shown.state == health.SOON
    assert shown.words.startswith("3 reports today, mostly: script-src-elem blocked https://evil")
    cache.delete(violations.KEY)


@pytest.mark.django_db
def test_reports_fill_neither_the_disk_nor_lines_of_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.delete(violations.KEY)
    for number in range(60):
        about = f"img-src-{number}\n2026 INFO spades.security: signed in\x1b[2J\u202e"
        for _again in range(2):
            violations.take(
                _report(
                    **{
                        "effective-directive": about,
                        "blocked-uri": "x" * 5000,
                        "document-uri": "https://x/",
                    }
                )
            )
    lines = [one.getMessage() for one in caplog.records if one.name == "spades.csp"]
    assert lines == [
        f"img-src-{number}2026 blocked {'x' * 60} on /" for number in range(violations.MOST_KINDS)
    ]
    monkeypatch.setattr(violations, "_read", violations.Counter())
    monkeypatch.setattr("time.monotonic", lambda: 1.0)
    taken = [violations.may_send() for _report_of_a_minute in range(violations.A_MINUTE + 5)]
    assert taken == [True] * violations.A_MINUTE + [False] * 5
    cache.delete(violations.KEY)


def test_a_browser_can_report_without_a_cookie_and_gets_no_answer(site: program.Platform) -> None:
    assert f"report-uri {violations.PATH}" in urlopen(site.url).headers["Content-Security-Policy"]
    for body in (_report(), b"x" * 20_000):
        with urlopen(Request(f"{site.url}{violations.PATH}", data=body), timeout=60) as answer:
            assert (answer.status, answer.read()) == (204, b"")


# Other tests may have left jobs in the queue that they share.
PASSING = (
    *("ok ", "look  Beat", "look  Content", "      → Often"),
    *("look  Bots’ queue", "      → Start the bots’ worker"),
)


@pytest.mark.slow
def test_the_doctor_goes_through_a_running_site(site: program.Platform) -> None:
    done = subprocess.run(
        [program.PYTHON, "manage.py", "doctor"],
        cwd=program.ROOT, env=site.env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    lines = [re.sub(r"[\d.]+", "N", line.partition(": ")[0]) for line in done.stdout.splitlines()]
    assert [line for line in lines if not line.startswith(PASSING)] == [
        "look  Mail", "      → Set EMAIL_HOST and what belongs to it",
        "look  Backup", "N ok, N to look at, N bad",
    ], done.stdout + done.stderr  # fmt: skip
    assert lines[-4:-1] == ["ok    Public address", "ok    Proxy", "ok    Live table"]
    assert done.returncode == 0


@pytest.mark.parametrize(("seen", "count", "expected"), [
    ({}, 1, [("visitors' address", False)]),
    # It sets the header instead of appending to it.
    ({"forwarded_for": "203.0.113.9"}, 1, [("visitors' address", False)]),
    ({"host": "web:8000", "secure": False}, 1, [("host", True), ("https", True), ("visitors' address", False)]),
    # A proxy is there, and the program doesn't know; or the other way round.
    ({}, 0, [("visitors' address", True)]),
    ({"forwarded_for": FORGED, "address": FORGED}, 1, [("visitors' address", True)]),
    ({"address": FORGED}, 2, [("visitors' address", True)]),
    ({"forwarded_for": f"{FORGED}, 203.0.113.9, 10.0.0.1", "address": "10.0.0.1"}, 1, [("visitors' address", True)]),
])  # fmt: skip
def test_the_doctor_sees_what_a_proxy_does_to_headers(
    seen: dict[str, Any], count: int, expected: list[tuple[str, bool]]
) -> None:
    usual = {
        "host": "spades.example", "secure": True,
        "forwarded_for": f"{FORGED}, 203.0.113.9", "address": "203.0.113.9",
    }  # fmt: skip
    facts = list(proxy_facts({**usual, **seen}, "https://spades.example", count))
    assert [(fact.title.removeprefix("Proxy: "), fact.is_bad) for fact in facts] == expected
    assert all(bool(fact.remedy) == fact.is_bad for fact in facts)


def test_a_certificate_is_bad_two_weeks_before_its_end() -> None:
    assert [certificate_fact(days * 86_400).is_bad for days in (-1, 13.9, 14)] == [
        True,
        True,
        False,
    ]


@pytest.mark.django_db
def test_the_doctor_says_what_is_wrong_with_each_part(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    (tmp_path / "secret_key").write_text("x")
    (tmp_path / "secret_key").chmod(0o644)
    tmp_path.chmod(0o700)
    # The whole words below show that no password is among them.
    settings.REDIS_URL = "redis://user:canary@127.0.0.1:1/0"
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 1, "timeout": 1, "password": "canary"},
        }
    }
    settings.SITE_URL = "http://127.0.0.1:1"
    bad = {one.title: one for one in doctor.findings() if one.state == doctor.BAD}
    assert {title: one.words for title, one in bad.items()} == {
        "Redis": "no answer (ConnectionError)",
        "Mail": "127.0.0.1:1: ConnectionRefusedError",
        "Permissions": f"others may read {tmp_path}/secret_key",
        "Static files": f"not collected in {tmp_path}/static",
        "Public address": "http://127.0.0.1:1: URLError [Errno 111] Connection refused",
    }
    assert bad["Permissions"].remedy == f"chmod go-rwx {tmp_path}/secret_key"
    assert all(one.remedy for one in bad.values())


@pytest.mark.both
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite compiles nothing")
@pytest.mark.django_db
def test_our_connections_switch_jit_off_and_one_that_has_it_is_noticed() -> None:
    assert list(doctor._jit("JIT", "default")) == []
    assert health._database().state == health.GOOD
    with connection.cursor() as cursor:
        # As behind a pooler that drops what a connection asks for.
        cursor.execute("SET LOCAL jit = on")
    (found,) = doctor._jit("JIT", "default")
    assert (found.state, found.words) == (
        doctor.BAD, "on: compiling a query takes many times longer than running it"
    )  # fmt: skip
    state, words = health._database()
    assert (state, words.endswith("ms, but compiles queries (JIT)")) == (health.SOON, True)


@pytest.mark.parametrize(("query", "options"), [
    ("", "-c jit=off"),
    ("?options=-c%20work_mem%3D9MB", "-c work_mem=9MB -c jit=off"),
])  # fmt: skip
def test_every_connection_to_postgres_says_so(query: str, options: str) -> None:
    url = f"postgres://spades@db/spades{query}"
    assert databases.primary(url, Path())["OPTIONS"] == {"options": options}
    assert databases.replica(url)["OPTIONS"] == {
        "connect_timeout": 2, "options": f"{options} -c default_transaction_read_only=on"
    }  # fmt: skip


def test_a_database_whose_clock_is_off_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cursor:
        def __enter__(self) -> "Cursor":
            return self

        def __exit__(self, *_error: object) -> None:
            pass

        def execute(self, _statement: str) -> None:
            pass

        def fetchone(self) -> tuple[float]:
            return (doctor.time.time() + 90,)

    monkeypatch.setattr(doctor, "connection", SimpleNamespace(vendor="postgresql", cursor=Cursor))
    (finding,) = doctor._clock()
    assert (finding.state, finding.words) == (doctor.BAD, "90.00 s behind the database's")


@pytest.mark.slow
async def test_a_process_that_stops_or_has_no_database_is_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone() -> str:
        raise OSError

    monkeypatch.setattr(probes, "_database", gone)
    monkeypatch.setattr(probes, "here", probes.Process(is_stopping=True))
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "path": "/readyz", "headers": []}
    await probes.Probes(lambda *_given: None)(scope, None, send)  # type: ignore[arg-type]
    assert (sent[0]["status"], json.loads(sent[1]["body"])) == (503, {
        "ready": False, "process": "stopping", "database": "no answer", "migrations": "unknown",
        "redis": "ok" if MANY else "not used", "disk": "ok",
    })  # fmt: skip


async def _stopped(table: Any, seconds: float) -> list[Any]:
    spectator = Line(table, None)
    await spectator.open()
    await stopping.leave(seconds)
    bye = await spectator.until("bye")
    return [bye["code"], await spectator.closed(), probes.here.is_stopping]


@pytest.mark.django_db(transaction=True)
def test_a_process_that_stops_sends_its_sockets_elsewhere(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probes, "here", probes.Process())
    monkeypatch.setattr(stopping, "here", probes.here)
    terms = services.TableTerms(rules=engine.preset("cardgames_io"))
    table = services.open_table(terms, created_by=member("ann"))
    assert async_to_sync(_stopped)(table, 0.1) == ["restarting", 4503, True]
