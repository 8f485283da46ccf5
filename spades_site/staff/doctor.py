"""What `manage.py doctor` checks of a deployment: each check returns what it found, and what to do about it."""

import os
import smtplib
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.core.mail import mailers
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection

from games.tables.storage import partitions
from spades_site.common.server import replicas
from spades_site.staff import health, public_address
from spades_site.staff.probes import redis_link, redis_servers
from spades_site.staff.schema import missing_columns, missing_migrations

GOOD: Final = "ok"
LOOK: Final = "look"
BAD: Final = "BAD"
MOST_OFF = 1.0
"""How many seconds the clocks of this machine and of the database may differ: deadlines are compared across both."""
OLDEST_POSTGRES = 14_00_00


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report; `remedy` says what to do unless all is well."""

    title: str
    state: str
    words: str
    remedy: str = ""


def findings(*, outside: bool = True) -> Iterator[Finding]:
    """Yield what every check finds, as soon as it is known; `outside`: also by the public address."""
    checks = [_database, _partitions, _replicas, _clock, _redis, _mail, _folders, _running]
    for check in [*checks, _outside] if outside else checks:
        yield from _checked(check)


def _checked(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yield the findings of a check; what it fails on is one as well."""
    try:
        yield from check()
    except Exception as error:
        title = check.__name__.strip("_").replace("_", " ").capitalize()
        yield Finding(title, BAD, f"no answer ({type(error).__name__})", _REMEDIES[check.__name__])


def _database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        # The first one connects.
        took = min(_milliseconds(lambda: cursor.execute("SELECT 1")) for _try in range(3))
    name = connection.display_name
    if connection.vendor == "postgresql":
        version = connection.pg_version  # type: ignore[attr-defined]
        name = f"Postgres {version // 10_000}"
        if version < OLDEST_POSTGRES:
            yield Finding("Database version", BAD, name, "Upgrade Postgres to 14 or newer.")
    slow = took > 20
    yield Finding(
        "Database", LOOK if slow else GOOD, f"{name} answers in {took:.1f} ms",
        "Every move waits for it: bring database and program closer together." if slow else "",
    )  # fmt: skip
    yield from _jit("JIT", DEFAULT_DB_ALIAS)
    missing = missing_migrations()
    yield Finding(
        "Migrations",
        BAD if missing else GOOD,
        f"missing: {', '.join(missing)}" if missing else "all applied",
        "Run manage.py migrate, then restart the program." if missing else "",
    )
    if not missing and (columns := missing_columns()):
        yield Finding(
            "Columns",
            BAD,
            f"missing: {', '.join(columns)}",
            "Restore a backup, or, if the database is older than version 0.1.0, create a new one.",
        )


def _jit(title: str, alias: str) -> Iterator[Finding]:
    if health.compiles_queries(alias):
        yield Finding(
            title, BAD, "on: compiling a query takes many times longer than running it",
            "Something between program and database drops the option jit=off of our connections. As a superuser:"
            " ALTER ROLE spades SET jit = off; then restart the program.",
        )  # fmt: skip


def _partitions() -> Iterator[Finding]:
    if not partitions.partitions():
        return
    waiting = partitions.rest()
    yield Finding(
        "Log's partitions", BAD if waiting else GOOD,
        f"{waiting} actions before their partition" if waiting else f"{len(partitions.partitions())}, the last for tables to come",
        "They are safe, but partitions are made too late: check that beat and the worker run, and the log for"
        " “make_partitions”." if waiting else "",
    )  # fmt: skip


def _replicas() -> Iterator[Finding]:
    for number, alias in enumerate(settings.DATABASE_REPLICAS, 1):
        title = f"Read replica {number}"
        try:
            behind = replicas.seconds_behind(alias)
        except DatabaseError as error:
            yield Finding(
                title, BAD, f"no answer ({type(error).__name__})",
                "Start it, and check SPADES_DATABASE_REPLICA_URL. Visitors' pages come from the primary meanwhile.",
            )  # fmt: skip
            continue
        if behind is None:
            yield Finding(
                title, BAD, "isn't a streaming replica",
                "It takes part in no replication: make it anew with pg_basebackup, or remove it from SPADES_DATABASE_REPLICA_URL.",
            )  # fmt: skip
            continue
        yield from _jit(f"{title}: JIT", alias)
        late = behind > replicas.MOST_BEHIND
        yield Finding(
            title, LOOK if late else GOOD, f"{behind:.1f} s behind",
            f"Up to {replicas.MOST_BEHIND:.0f} s are good. Check that the worker and beat run, which write every second,"
            " then the replica's log, disk and network." if late else "",
        )  # fmt: skip


def _milliseconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def _clock() -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        yield Finding("Clock", GOOD, "the database uses this machine's")
        return
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8")
        found = cursor.fetchone()[0]
        off = found - (before + time.time()) / 2
    yield Finding(
        "Clock", BAD if abs(off) > MOST_OFF else GOOD,
        f"{abs(off):.2f} s {'behind' if off > 0 else 'ahead of'} the database's",
        "Run a time service (chrony, systemd-timesyncd) on every machine: turns end by the clock."
        if abs(off) > MOST_OFF else "",
    )  # fmt: skip


def _redis() -> Iterator[Finding]:
    if not settings.REDIS_URL:
        yield Finding("Redis", GOOD, "not used: everything runs in one process")
        return
    servers = redis_servers()
    for number, address in enumerate(servers):
        name = "Redis" if number == 0 else f"Redis {_host(address)}"
        try:
            with redis_link(address) as link:
                took = min(_milliseconds(link.ping) for _try in range(3))
                policy = str(link.info("memory").get("maxmemory_policy", "noeviction"))
        except (OSError, redis.RedisError) as error:
            remedy = _REMEDIES["_redis" if number == 0 else "shard"]
            yield Finding(name, BAD, f"no answer ({type(error).__name__})", remedy)
            continue
        yield Finding(name, GOOD, f"answers in {took:.1f} ms")
        if number == 0 and policy != "noeviction":
            yield Finding(
                "Redis memory", LOOK, f"maxmemory-policy is {policy}",
                "Set maxmemory-policy to noeviction: with another, Redis may drop tasks that wait.",
            )  # fmt: skip


def _host(address: str) -> str:
    """Return a server's host and port, without its password."""
    return urlsplit(address).netloc.rpartition("@")[2]


def _mail() -> Iterator[Finding]:
    options = settings.MAILERS["default"].get("OPTIONS", {})
    if "host" not in options:
        yield Finding(
            "Mail", LOOK, "no mail server: mails go to the console",
            "Set EMAIL_HOST and what belongs to it: without mail nobody can reset a password.",
        )  # fmt: skip
        return
    host = f"{options['host']}:{options['port']}"
    try:
        link = mailers["default"]
        link.open()
        link.close()
    except (OSError, smtplib.SMTPException) as error:
        yield Finding("Mail", BAD, f"{host}: {type(error).__name__}", _REMEDIES["_mail"])
        return
    secure = bool(options.get("use_tls") or options.get("use_ssl"))
    yield Finding(
        "Mail", GOOD if secure else LOOK,
        f"{host} takes our login" + ("" if secure else ", but not encrypted"),
        "" if secure else "Set EMAIL_USE_TLS=1, unless the mail server is on this machine.",
    )  # fmt: skip


def _folders() -> Iterator[Finding]:
    data = Path(settings.DATA_DIR)
    kept = [data, *(data / name for name in ("secret_key", "push_key", "spades.sqlite3"))]
    loose = [path for path in kept if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077]
    foreign = [path for path in kept if path.exists() and path.stat().st_uid != os.geteuid()]
    yield Finding(
        "Permissions",
        BAD if loose or foreign else GOOD,
        "; ".join(
            [f"others may read {path}" for path in loose]
            + [f"{path} belongs to another user" for path in foreign]
        )
        or f"{data} is readable by this user alone",
        " ".join(
            [f"chmod go-rwx {path}" for path in loose]
            + (["Run doctor as the program's user, or chown these."] if foreign else [])
        ),
    )
    collected = (settings.STATIC_ROOT / "staticfiles.json").exists()
    yield Finding(
        "Static files", GOOD if collected or settings.DEBUG else BAD,
        f"{'collected' if collected else 'not collected'} in {settings.STATIC_ROOT}",
        "" if collected else "Run manage.py collectstatic --noinput, then restart the web processes.",
    )  # fmt: skip


def _running() -> Iterator[Finding]:
    """Yield what the staff's page about the site's health says of what runs behind the pages."""
    states = {health.GOOD: GOOD, health.UNKNOWN: LOOK, health.SOON: LOOK, health.BAD: BAD}
    for check in health.checks():
        if check.title != "Database":
            yield Finding(check.title, states[check.state], check.words, check.remedy)


def _outside() -> Iterator[Finding]:
    for title, is_bad, words, remedy in public_address.faults_and_facts(settings.SITE_URL):
        yield Finding(title, BAD if is_bad else GOOD, words, remedy)


_REMEDIES = {
    "_database": "Check that the database runs and that DATABASE_URL leads to it, and its log.",
    "_partitions": "Check the database first.",
    "_replicas": "Check SPADES_DATABASE_REPLICA_URL.",
    "_clock": "Check the database first.",
    "_redis": "Start Redis, and check that REDIS_URL leads to it.",
    "shard": "Start it, and check its address in REDIS_SHARDS. Tables whose news it carries catch up by asking, seconds later.",
    "_mail": "Check EMAIL_HOST, EMAIL_PORT, EMAIL_USE_TLS, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD, and that the"
    " firewall lets this machine reach the mail server.",
    "_folders": "Check that this user may enter SPADES_DATA_DIR.",
    "_running": "Check the database and Redis first.",
    "_outside": "Check that this machine reaches the site by its public address.",
}
