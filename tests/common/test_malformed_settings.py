"""A process with a malformed setting doesn't start: it names every fault at once, says what to do, and quotes no secret."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from spades_site import production
from spades_site.common.limit_table import TABLE
from spades_site.env import NEW_PUSH_KEY
from tests.common.test_settings import COMPOSE_ALONE
from tests.program import ROOT

EXAMPLE = (ROOT / "deploy/.env.example").read_text()
SETTINGS = set(re.findall(r"(?m)^#?([A-Z_]+)=", EXAMPLE)) - COMPOSE_ALONE
PUSH_KEY = "A" * 42 + "E"

PERCENT = "Write special characters of the password in percent form: # as %23, / as %2F, ? as %3F, % as %25."
POSTGRES = f"must have the form postgres://user:password@host/name. {PERCENT}"
POSTGRES_EACH = f"each address must have the form postgres://user:password@host/name; separate them by commas. {PERCENT}"
REDIS = f"must have the form redis://host:6379/0. {PERCENT}"
REDIS_EACH = (
    f"each address must have the form redis://host:6379/0; separate them by commas. {PERCENT}"
)
SITE = "It begins with https:// (without https: http://) and ends with the host, or its port."
FLAG = "'perhaps' is neither yes nor no: use 1 or 0"
CONTROL = "contains a line break or another control character: remove it"
SECONDS = "is not a number of seconds from 0 to 86400"
MOST = 1_000_000_000
KEY = f"PUSH_KEY is not a private key of P-256 (32 bytes in base64url). Make one: {NEW_PUSH_KEY}"
# What others require of the settings of the row below.
WITH_DATABASE = {"DATABASE_URL": "postgres://spades@/spades"}
WITH_REDIS = {**WITH_DATABASE, "REDIS_URL": "redis://redis/0"}
PUBLIC = {"SITE_URL": "https://spades.example.org", "TRUSTED_PROXY_COUNT": "1"}

MALFORMED: list[tuple[str, str, str, dict[str, str]]] = [
    *(("DATABASE_URL", value, f"DATABASE_URL {POSTGRES}", {}) for value in (
        "nonsense", "mysql://user:canary@host/name", "postgres://user:can#ary@host/name", "postgres://user:canary@host",
        "postgres://user:can/ary@host/name", "postgres://user:can?ary@host/name", "postgres://user:canary@host:99999999/name",
        "postgres://user:canary@[host/name", "postgres://user:canary@ho st/name", "postgres:user:canary@host/name",
        "postgres://user:canary@host/name/other", "postgres://user:12/canary@host", "sqlite:///canary",
    )),
    ("SPADES_DATABASE_REPLICA_URL", "postgres://spades:canary@replica/spades, nonsense",
     f"SPADES_DATABASE_REPLICA_URL: {POSTGRES_EACH}", WITH_DATABASE),
    ("SPADES_DATABASE_REPLICA_URL", WITH_DATABASE["DATABASE_URL"],
     "SPADES_DATABASE_REPLICA_URL names DATABASE_URL itself: name its replica, or remove it.", WITH_DATABASE),
    *(("REDIS_URL", value, f"REDIS_URL {REDIS}", WITH_DATABASE) for value in (
        "nonsense", "redis", "redis:6379", "redis://:can#ary@redis/0", "redis://redis/zero", "redis://redis:port/0",
        "redis://", "http://redis/0",
    )),
    ("REDIS_SHARDS", "foo", f"REDIS_SHARDS: {REDIS_EACH}", WITH_REDIS),
    ("REDIS_SHARDS", "redis://one/0,redis://:canary@two/0/1", f"REDIS_SHARDS: {REDIS_EACH}", WITH_REDIS),
    *(("SITE_URL", value, f"SITE_URL must have the form https://spades.example.org. {SITE}", {"SPADES_PRODUCTION": "0"}) for value in (
        "spades.example.org", "spades.example.org:8000", "//spades.example.org", "ftp://spades.example.org", "https://",
        "https://[spades", "https://spades.example.org:https", "https://spades.example.org:0", "https://spades.example.org/club",
        "https://user:canary@spades.example.org", "https://spades.example.org?a=1", "https://spades.example.org#a",
        "https://spades example.org", "https://-spades.example.org",
    )),
    ("SOCKET_ORIGINS", "https://other.example.org, other.example.org",
     f"SOCKET_ORIGINS: each address must have the form https://spades.example.org; separate them by commas. {SITE}", {}),
    *(("ALLOWED_HOSTS", value, f"ALLOWED_HOSTS: {value!r} is not a host name alone: leave out scheme, port and path", {}) for value in (
        "https://other.example.org", "other.example.org:443", "::1", "*.example.org",
    )),
    *(("SENTRY_DSN", value, "SENTRY_DSN must have the form https://key@host/1. Sentry shows it as “DSN”.", {}) for value in (
        "foo", "https://host/1", "https://canary@host", "https://canary@host/project", "https://canary@/1",
    )),
    *(("OTEL_EXPORTER_OTLP_ENDPOINT", value, "OTEL_EXPORTER_OTLP_ENDPOINT must have the form http://host:4318.", {}) for value in (
        "collector:4318", "grpc://collector:4318", "http://:4318",
    )),
    ("LOG_LEVEL", "loud", "LOG_LEVEL='loud' is none of debug, info, warning, error, critical", {}),
    ("LOG_FORMAT", "xml", "LOG_FORMAT='xml' is none of line, json", {}),
    ("LIMITS", "foo=1", f"LIMITS: 'foo' is none of {', '.join(TABLE)}", {}),
    *(("LIMITS", value, f"LIMITS: {value!r} is not of the form name=number, with a number up to {MOST}", {}) for value in (
        "tables", "tables=", "tables=-1", f"tables={MOST + 1}", f"tables={'9' * 5000}",
    )),
    *((name, value, f"{name}={value!r} is not a whole number from {least} to {most}", {})
      for name, least, most in (
          ("DATABASE_THREADS", 1, 100), ("EMAIL_PORT", 1, 65_535), ("METRICS_PORT", 0, 65_535), ("TRUSTED_PROXY_COUNT", 0, 10),
          ("SOCKETS_PER_USER", 1, MOST), ("SOCKETS_PER_ADDRESS", 1, MOST), ("NOTICE_DAYS", 0, 36_500), ("CHAT_DAYS", 0, 36_500), ("GUEST_DAYS", 0, 36_500),
          ("SECURE_HSTS_SECONDS", 0, 315_360_000),
      )
      for value in ("many", "-1", "1.5", str(most + 1), "9" * 5000, *(["0"] if least else []))),
    *((name, value, f"{name}={value!r} {SECONDS}", {})
      for name in ("BOT_SECONDS", "HAND_PAUSE_SECONDS", "STOP_SECONDS")
      for value in ("soon", "-1", "nan", "inf", "86401")),
    *((name, "perhaps", f"{name}={FLAG}", {}) for name in (
        "SPADES_PRODUCTION", "SPADES_DEBUG", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD", "EMAIL_USE_TLS", "NOTICE_MAILS",
        "ORGANIZERS_NEED_SECOND_FACTOR", "AVATAR_UPLOADS", "FAIR_PLAY", "BOTS_QUEUE", "TABLE_TIMERS", "OUTBOX_PROMPT", "PUSH_TO_PRIVATE",
    )),
    *((name, "can\nary", f"{name} {CONTROL}", more) for name, more in (
        ("SITE_NAME", {}), ("SECRET_KEY", {}), ("SECRET_KEY_FALLBACKS", {}), ("EMAIL_HOST_USER", {"EMAIL_HOST": "mail", "EMAIL_HOST_PASSWORD": "p"}),
        ("EMAIL_HOST_PASSWORD", {"EMAIL_HOST": "mail", "EMAIL_HOST_USER": "spades"}),
    )),
    ("SECRET_KEY", "canary", f"SECRET_KEY is shorter than 50 characters. Make a longer one and name the old one in SECRET_KEY_FALLBACKS: {production.NEW_KEY}", PUBLIC),
    *(("PUSH_KEY", value, KEY, {}) for value in ("canary", "AQ", "é", "A" * 43, "_" * 43, f"{PUSH_KEY}AAAA")),
    *(("EMAIL_HOST", value, f"EMAIL_HOST={value!r} is not a host name alone, such as mail.example.org", {}) for value in (
        "smtp://mail.example.org", "mail.example.org:587", "mail example",
    )),
    *(("DEFAULT_FROM_EMAIL", value,
       f"DEFAULT_FROM_EMAIL={value!r} is not a mail address: use the form Spades <spades@spades.example.org>,"
       " with a name that contains special characters in double quotes", {}) for value in (
        "Spades", "Spades <spades>", "Hearts, Spades <spades@spades.example.org>",
    )),
    *(("SECURITY_CONTACT", value, f"SECURITY_CONTACT={value!r} is neither a mail address nor the address of a page with https://", {}) for value in (
        "not a contact", "security@", "http://spades.example.org/security", "https://",
    )),
    ("METRICS_TOKEN", "canary", f"METRICS_TOKEN is too short: anybody could guess it. Make one of 24 characters or more: {production.NEW_KEY}", {}),
    ("SPADES_DATA_DIR", __file__, "SPADES_DATA_DIR isn't a folder: name one, or a path that doesn't exist yet.", {"SECRET_KEY": "k" * 60, "PUSH_KEY": PUSH_KEY}),
    ("PROMETHEUS_MULTIPROC_DIR", "/no/such/folder", "PROMETHEUS_MULTIPROC_DIR isn't a folder in which this process may write: make it, empty, at every boot.", {}),
    ("SPADES_ALIVE_FILE", "/no/such/file", "SPADES_ALIVE_FILE names a file in a folder that doesn't exist: make the folder.", {}),
    *(("SPADES_CLOCK_SHIFT_FILE", value, "SPADES_CLOCK_SHIFT_FILE names no file with a number of seconds: write one, such as 0, or remove the setting.", {}) for value in (
        "/no/such/file", __file__, "/",
    )),
]  # fmt: skip

# One or more values that are right, for every setting.
WELL_FORMED = {
    "SITE_URL": ["https://spades.example.org", "https://Spades.example.org:8443/", "http://localhost:8000", "http://[::1]:8000", "http://192.0.2.1"],
    "TRUSTED_PROXY_COUNT": ["1", "0", "10"],
    "SECRET_KEY": ["k" * 60], "SECRET_KEY_FALLBACKS": ["short,another"], "PUSH_KEY": [PUSH_KEY],
    "DATABASE_URL": [
        "postgres://spades@/spades", "postgresql://spades:p%23w@127.0.0.1:5432/spades?sslmode=require", "postgres:///spades",
        "postgres://spades@%2Fvar%2Frun%2Fpostgresql/spades", "postgres://spades:p@w:x@[::1]/spades", "postgres://u:p@db_1/spades",
    ],
    "SPADES_DATABASE_REPLICA_URL": ["postgres://spades:p@one/spades, postgres://spades:p@two/spades"],
    "REDIS_URL": ["redis://127.0.0.1:6379/0", "redis://redis", "rediss://user:p%23w@redis.example.org:6380/1?ssl_cert_reqs=required", "redis://:p@[::1]/"],
    "REDIS_SHARDS": ["redis://one/0, redis://two/0"],
    "SITE_NAME": ["Skat-Club “Karo” 1923 e. V."], "SPADES_PRODUCTION": ["yes", "1"],
    "ALLOWED_HOSTS": ["other.example.org, .example.org,[::1],192.0.2.1,localhost", "*"],
    "SOCKET_ORIGINS": ["https://other.example.org, http://localhost:8001"],
    "SECURE_HSTS_SECONDS": ["0", "315360000"], "SECURE_HSTS_INCLUDE_SUBDOMAINS": ["on"], "SECURE_HSTS_PRELOAD": ["TRUE"],
    "SPADES_DATA_DIR": ["", "data"],
    "SECURITY_CONTACT": ["security@spades.example.org", "mailto:security@spades.example.org", "https://spades.example.org/security"],
    "EMAIL_HOST": ["mail.example.org", "192.0.2.1", "::1", "localhost"], "EMAIL_PORT": ["25", "65535"],
    "EMAIL_HOST_USER": ["spades@example.org"], "EMAIL_HOST_PASSWORD": ["p#w $'\"ö"], "EMAIL_USE_TLS": ["0"],
    "DEFAULT_FROM_EMAIL": ["spades@spades.example.org", "Spades <spades@localhost>", '"Hearts, Spades" <s@spades.example.org>'],
    "NOTICE_MAILS": ["1"], "ORGANIZERS_NEED_SECOND_FACTOR": ["1"], "AVATAR_UPLOADS": ["1"], "NOTICE_DAYS": ["0"], "CHAT_DAYS": ["0"], "GUEST_DAYS": ["36500"],
    "FAIR_PLAY": ["0"], "LIMITS": ["tables = 200,guests=0", f"mails={MOST}"], "SOCKETS_PER_USER": ["1"], "SOCKETS_PER_ADDRESS": ["3000"],
    "BOT_SECONDS": ["0", "0.05", "3600"], "DATABASE_THREADS": ["1", "100"], "BOTS_QUEUE": ["off"], "HAND_PAUSE_SECONDS": ["6"],
    "TABLE_TIMERS": ["false"], "OUTBOX_PROMPT": ["no"], "STOP_SECONDS": ["12"], "LOG_LEVEL": ["WARNING", "debug"], "LOG_FORMAT": ["json", "LINE"],
    "SENTRY_DSN": ["https://key@sentry.example.org/1", "https://key:old@host:9000/path/23"],
    "OTEL_EXPORTER_OTLP_ENDPOINT": ["http://collector:4318", "https://collector.example.org/otlp"], "METRICS_TOKEN": ["t" * 24],
    "METRICS_PORT": ["9100", "0"], "PROMETHEUS_MULTIPROC_DIR": ["", "/tmp"], "SPADES_ALIVE_FILE": ["alive", "/tmp/alive"],
    "SPADES_DEBUG": ["0"], "SPADES_CLOCK_SHIFT_FILE": [""], "PUSH_TO_PRIVATE": ["off"],
}  # fmt: skip


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Faults":
    """What reads the settings anew in this process."""
    return Faults(monkeypatch, tmp_path)


class Faults:
    """Reads the settings anew in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.folder = folder

    def read(self, given: dict[str, str]) -> dict[str, Any]:
        """Return the settings of a process with these variables alone; raises SystemExit if it doesn't start."""
        for name in SETTINGS:
            self.monkeypatch.delenv(name, raising=False)
        for name, value in {"SPADES_DATA_DIR": str(self.folder), **given}.items():
            self.monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "spades_site/settings.py"))

    def of(self, given: dict[str, str]) -> list[str]:
        """Return the faults that it prints before it ends; empty if it starts."""
        try:
            self.read(given)
        except SystemExit as refusal:
            title, *lines = str(refusal).splitlines()
            assert title == (
                "The platform can't start with these settings (docs/operations.md, “Settings”):"
            )
            return [line.removeprefix("  - ") for line in lines]
        return []


def test_every_setting_has_a_malformed_and_a_well_formed_value_here() -> None:
    assert {name for name, *_row in MALFORMED} == SETTINGS == set(WELL_FORMED)


@pytest.mark.sweep(48)
@pytest.mark.parametrize(
    ("name", "value", "sentence", "others"),
    [pytest.param(*row, id=f"{row[0]}-{row[1][:40]!a}") for row in MALFORMED],
)
def test_a_malformed_value_is_refused_in_one_sentence_that_quotes_no_secret(
    name: str, value: str, sentence: str, others: dict[str, str], faults: Faults
) -> None:
    assert faults.of({**others, name: value}) == [sentence]


@pytest.mark.parametrize("number", range(max(map(len, WELL_FORMED.values()))))
def test_well_formed_values_start(number: int, faults: Faults, tmp_path: Path) -> None:
    monkeypatch = faults.monkeypatch
    monkeypatch.chdir(tmp_path)
    given = {name: values[min(number, len(values) - 1)] for name, values in WELL_FORMED.items()}
    is_public = given["SITE_URL"].startswith("https:")
    assert faults.of({**given, "SPADES_PRODUCTION": str(int(is_public))}) == []


def test_the_defaults_that_the_example_shows_are_well_formed(faults: Faults) -> None:
    shown = dict(re.findall(r"(?m)^#?([A-Z_]+)=(.*)$", EXAMPLE))
    needed = {"SECRET_KEY": "k" * 60, "PUSH_KEY": PUSH_KEY}
    unquoted = {
        name: value.strip("'") for name, value in shown.items() if name != "SPADES_DATA_DIR"
    }
    assert faults.of({**unquoted, **needed}) == []


def test_all_faults_come_at_once_and_an_address_without_a_scheme_hides_none(faults: Faults) -> None:
    assert faults.of({
        "SITE_URL": "spades.example.org", "DATABASE_URL": "nonsense", "REDIS_URL": "nonsense", "LOG_LEVEL": "loud",
        "SPADES_DEBUG": "1",
    }) == [
        f"SITE_URL must have the form https://spades.example.org. {SITE}",
        f"DATABASE_URL {POSTGRES}",
        f"REDIS_URL {REDIS}",
        "LOG_LEVEL='loud' is none of debug, info, warning, error, critical",
        "TRUSTED_PROXY_COUNT is missing: set it to the number of your proxies that end https, usually 1"
        " (0 if they don't add X-Forwarded-For; then all visitors share one limit).",
        f"SECRET_KEY is missing: all processes must share it. Make one and keep it: {production.NEW_KEY}",
        f"PUSH_KEY is missing: all processes must share it. Make one and keep it: {NEW_PUSH_KEY}",
        "SPADES_DEBUG must be off on a public site: it shows tracebacks with hidden cards. Remove it.",
    ]  # fmt: skip


def test_addresses_of_the_site_are_lowercase_as_browsers_send_them(faults: Faults) -> None:
    read = faults.read(
        {"SITE_URL": "http://Spades.Example.org/", "SOCKET_ORIGINS": "https://Other.Example.org/"}
    )
    assert read["SITE_URL"] == "http://spades.example.org"
    assert read["SOCKET_ORIGINS"][:2] == ["http://spades.example.org", "https://other.example.org"]


@pytest.mark.parametrize("package", ["sentry_sdk", "opentelemetry"])
def test_reports_and_traces_without_their_packages_are_refused(
    package: str, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {name: WELL_FORMED[name][0] for name in ("SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT")}
    monkeypatch.setattr(production, "find_spec", lambda name: None if name == package else object())
    lacking = dict(zip(("sentry_sdk", "opentelemetry"), values, strict=True))[package]
    assert faults.of(values) == [
        f"{lacking} needs packages that aren't installed: run script/bootstrap full, or build the image with"
        " REQUIREMENTS=full."
    ]
