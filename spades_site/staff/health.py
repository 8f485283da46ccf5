"""Whether what runs behind the pages works: each check says what it found, and what to do when that is bad."""

import asyncio
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Count, Max, Min, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.sentences import format_number
from games.problems.models import SearchedGame
from games.tables.models import Table
from spades_site.celery import app
from spades_site.common import switches
from spades_site.common.clock import machine_time, now
from spades_site.common.folding import collisions
from spades_site.common.models import OutboxEvent, TaskRun
from spades_site.common.server import background
from spades_site.notices.models import Notice, PushDevice
from spades_site.staff import backups, violations
from tournaments.leagues.models import InvitationLink

GOOD, UNKNOWN, SOON, BAD = "good", "unknown", "soon", "bad"
PATIENCE = 3.0
"""How long a check waits for another program, in seconds."""
BEAT_MAY_BE_SILENT = timedelta(minutes=2)
LATE = timedelta(minutes=2)
"""How late the delivery of an event, a mail or a table's next step may be before it is bad."""
LONG_QUEUE = 100
BACKUP_IS_OLD = timedelta(days=2)
LEAST_FREE = 10**9
"""Bytes on the disk, below which a backup or an upgrade may fail."""
QUEUE = "celery"
EMBEDDED = "memory://"
MOST_NAMES = 10


class Found(NamedTuple):
    """How something is: GOOD, UNKNOWN (it hasn't run yet), SOON (to be looked at) or BAD, in a few words."""

    state: str
    words: str


@dataclass(frozen=True)
class Check:
    """One line of the page; `remedy` says what to do unless it is good."""

    title: str
    state: str
    words: str
    remedy: str


@dataclass(frozen=True)
class Task:
    """A recurring task: how often it runs, in seconds, and what is known of its last runs."""

    name: str
    every: float
    state: str
    done_at: datetime | None
    failed_at: datetime | None
    error: str

    @property
    def title(self) -> str:
        """Return its own name, without its package."""
        return self.name.rpartition(".")[2]


def is_embedded() -> bool:
    """Return whether worker and beat run in the web server's process."""
    return bool(app.conf.broker_url.startswith(EMBEDDED))


def checks() -> list[Check]:
    """Return what every check finds now, in the order of the page. A check that raises is bad."""
    return [_checked(title, look, remedy) for title, look, remedy in _ALL]


def tasks() -> list[Task]:
    """Return every recurring task, in the order of the table of beat. One query."""
    runs = {run.name: run for run in TaskRun.objects.all()}
    found: Mapping[str, Any] = app.conf.beat_schedule
    return [
        _task(entry["task"], entry["schedule"], runs.get(entry["task"])) for entry in found.values()
    ]


def worst_of(found: list[Check], running: list[Task]) -> str:
    """Return the worst state among checks and tasks."""
    states = {one.state for one in found} | {one.state for one in running}
    return BAD if BAD in states else SOON if SOON in states else GOOD


def _checked(title: Any, look: Callable[[], Found], remedy: Any) -> Check:
    try:
        state, words = look()
    except Exception as error:
        # Whatever is wrong with one part, the page must show the others.
        state, words = BAD, _("No answer (%(error)s)") % {"error": type(error).__name__}
    return Check(str(title), state, words, "" if state in (GOOD, UNKNOWN) else str(remedy))


def _database() -> Found:
    begun = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    words = {"name": connection.display_name, "ms": round((time.perf_counter() - begun) * 1000, 1)}
    if compiles_queries():
        return Found(SOON, _("%(name)s answers in %(ms)s ms, but compiles queries (JIT)") % words)
    return Found(GOOD, _("%(name)s answers in %(ms)s ms") % words)


def compiles_queries(alias: str = DEFAULT_DB_ALIAS) -> bool:
    """Return whether the database compiles our queries (JIT), which takes longer than running them."""
    link = connections[alias]
    if link.vendor != "postgresql":
        return False
    with link.cursor() as cursor:
        cursor.execute("SHOW jit")
        return bool(cursor.fetchone()[0] == "on")


def _beat() -> Found:
    sent = TaskRun.objects.aggregate(last=Max("sent_at"))["last"]
    if sent is None:
        return Found(UNKNOWN, _("It hasn’t sent a task yet"))
    state = GOOD if machine_time() - sent < BEAT_MAY_BE_SILENT else BAD
    return Found(state, _("Last task sent %(ago)s") % {"ago": _ago(sent)})


def _queue() -> Found:
    with app.connection_for_read() as broker:
        broker.ensure_connection(max_retries=1, timeout=PATIENCE)
        # Asks for the length alone; a queue that nobody has used yet isn't there.
        waiting = int(broker.default_channel._size(QUEUE))
    where = _("in this process") if is_embedded() else "Redis"
    words = ngettext(
        "%(count)d task waiting (%(where)s)", "%(count)d tasks waiting (%(where)s)", waiting
    ) % {"count": waiting, "where": where}
    return Found(GOOD if waiting < LONG_QUEUE else BAD, words)


def _bots_queue() -> Found:
    if not settings.BOTS_QUEUE:
        return Found(GOOD, _("Switched off (BOTS_QUEUE): all bots play without searching"))
    waiting = background.waiting()
    words = ngettext("%(count)d job waiting", "%(count)d jobs waiting", waiting) % {
        "count": waiting
    }
    # The end of a large round brings hundreds at once; beyond the most, jobs are dropped.
    full = waiting >= background.MOST_WAITING
    return Found(BAD if full else SOON if waiting >= LONG_QUEUE else GOOD, words)


def _outbox() -> Found:
    due = OutboxEvent.objects.filter(due_at__isnull=False).aggregate(
        count=Count("pk"), oldest=Min("created_at"), failed=Count("pk", filter=Q(attempts__gt=0))
    )
    if not due["count"]:
        return Found(GOOD, _("Everything has been delivered"))
    late = now() - due["oldest"] > LATE
    words = _("%(count)d waiting, %(failed)d of them failed, the oldest from %(ago)s") % {
        **due, "ago": _ago(due["oldest"], now())
    }  # fmt: skip
    return Found(BAD if late else SOON if due["failed"] else GOOD, words)


def _mails() -> Found:
    moment = now()
    due = Notice.objects.filter(mail_due_at__lte=moment, mail_taken_at=None).aggregate(
        count=Count("pk"), oldest=Min("mail_due_at")
    )
    links = InvitationLink.objects.filter(mail_due_at__lte=moment, mail_taken_at=None).count()
    lost = Notice.objects.filter(
        mail_taken_at__gt=moment - timedelta(days=1), mailed_at=None
    ).count()
    words = _("%(waiting)d waiting, %(lost)d not sent in the last 24 h") % {
        "waiting": due["count"] + links, "lost": lost
    }  # fmt: skip
    if not switches.is_on("mails"):
        return Found(SOON, _("Switched off: %(words)s") % {"words": words})
    if not settings.NOTICE_MAILS:
        return Found(GOOD, _("This site sends no mails about notices (NOTICE_MAILS)"))
    late = due["oldest"] is not None and moment - due["oldest"] > LATE
    return Found(BAD if late else GOOD, words)


def _pushes() -> Found:
    moment = now()
    devices = PushDevice.objects.aggregate(
        count=Count("pk"), failing=Count("pk", filter=Q(failures__gt=0))
    )
    due = Notice.objects.filter(push_due_at__lte=moment, push_taken_at=None).aggregate(
        count=Count("pk"), oldest=Min("push_due_at")
    )
    words = _("%(waiting)d waiting; %(failing)d of %(count)d devices couldn’t be reached") % {
        **devices, "waiting": due["count"]
    }  # fmt: skip
    late = due["oldest"] is not None and moment - due["oldest"] > LATE
    many = 2 * devices["failing"] > devices["count"]
    return Found(BAD if late else SOON if many else GOOD, words)


def _channels() -> Found:
    layer = get_channel_layer()

    async def send() -> None:
        await asyncio.wait_for(layer.group_send("health", {"type": "health"}), PATIENCE)

    async_to_sync(send)()
    return Found(GOOD, _("Takes messages (%(name)s)") % {"name": type(layer).__name__})


def _cache() -> Found:
    moment = str(machine_time())
    cache.set("health", moment, 60)
    # Somebody else may have written meanwhile.
    if not cache.get("health"):
        return Found(BAD, _("Doesn’t keep what it is given"))
    return Found(GOOD, _("Keeps what it is given"))


def _policy() -> Found:
    found = violations.kept()
    if not found:
        return Found(GOOD, _("No browser reported a page today"))
    kind = max(found, key=lambda one: found[one])
    words = ngettext(
        "%(count)d report today, mostly: %(directive)s blocked %(blocked)s on /%(page)s",
        "%(count)d reports today, mostly: %(directive)s blocked %(blocked)s on /%(page)s",
        sum(found.values()),
    )
    return Found(SOON, words % {**kind._asdict(), "count": sum(found.values())})


def _tables() -> Found:
    late = Table.objects.filter(wake_at__lt=now() - LATE).aggregate(
        count=Count("pk"), oldest=Min("wake_at")
    )
    if not late["count"]:
        return Found(GOOD, _("No table waits for the server"))
    words = ngettext(
        "%(count)d table has waited for the server since %(ago)s",
        "%(count)d tables have waited for the server, one since %(ago)s",
        late["count"],
    ) % {"count": late["count"], "ago": _ago(late["oldest"], now())}
    return Found(BAD, words)


def _names() -> Found:
    found = [name for names in collisions().values() for name in names]
    if not found:
        return Found(GOOD, _("No two names differ only in case"))
    shown = ", ".join(f"“{name}”" for name in found[:MOST_NAMES])
    words = ngettext(
        "%(count)d name differs from another only in case: %(names)s",
        "%(count)d names differ from others only in case: %(names)s",
        len(found),
    )
    return Found(SOON, words % {"count": len(found), "names": shown})


def _task(name: str, every: float, run: TaskRun | None) -> Task:
    done = run.done_at if run else None
    failed = run.failed_at if run else None
    if done is None:
        state = BAD if failed else UNKNOWN
    elif machine_time() - done > timedelta(seconds=3 * every) + BEAT_MAY_BE_SILENT:
        state = BAD
    else:
        state = SOON if failed is not None and failed > done else GOOD
    return Task(name, every, state, done, failed, run.error if run else "")


def _ago(moment: datetime, at: datetime | None = None) -> str:
    seconds = max(0, round(((at or machine_time()) - moment).total_seconds()))
    if seconds < 120:
        return _("%(n)d s ago") % {"n": seconds}
    if seconds < 2 * 3600:
        return _("%(n)d min ago") % {"n": seconds // 60}
    if seconds < 2 * 86_400:
        return _("%(n)d h ago") % {"n": seconds // 3600}
    return _("%(n)d days ago") % {"n": seconds // 86_400}


def _backup() -> Found:
    made = backups.last_made()
    if made is None:
        return Found(UNKNOWN, _("None has been made here"))
    age = machine_time() - made
    state = GOOD if age < BACKUP_IS_OLD else BAD
    return Found(state, _("Made %(ago)s") % {"ago": _ago(made)})


def free_space() -> tuple[int, float]:
    """Return how many bytes are free where the site keeps its data, and which part of the disk that is."""
    disk = shutil.disk_usage(settings.DATA_DIR)
    return disk.free, disk.free / disk.total


def _disk() -> Found:
    free, part = free_space()
    words = _("%(size)s GB free, %(part)d %%") % {
        "size": format_number(round(free / 1e9, 1)), "part": round(100 * part)
    }  # fmt: skip
    return Found(BAD if free < LEAST_FREE else SOON if part < 0.1 else GOOD, words)


def _problems() -> Found:
    failed = SearchedGame.objects.filter(failed=True).order_by("-pk")
    last = failed.first()
    if last is None:
        return Found(GOOD, _("Every game could be read"))
    words = ngettext(
        "%(count)d game couldn’t be read: %(last)s",
        "%(count)d games couldn’t be read, the last is %(last)s",
        (count := failed.count()),
    )
    return Found(SOON, words % {"count": count, "last": last.source})


_ALL = (
    (
        gettext_lazy("Database"), _database,
        gettext_lazy("Check that the database runs and that DATABASE_URL leads to it. Moves aren’t accepted meanwhile. If it compiles queries (JIT), something drops our connections’ option jit=off: switch JIT off for the role (docs/operations.md, “Adding processes”)."),
    ),
    (
        gettext_lazy("Beat"), _beat,
        gettext_lazy("Start beat (docs/operations.md, “Many processes”); with everything in one process restart the server. Without it nothing begins on time."),
    ),
    (
        gettext_lazy("Queue"), _queue,
        gettext_lazy("If it can’t be reached, start Redis. If many tasks wait, start a worker, or another one, and look into its log."),
    ),
    (
        gettext_lazy("Bots’ queue"), _bots_queue,
        gettext_lazy("Start the bots’ worker, or give it another core. Games go on meanwhile: bots at Club and Strong play like Relaxed, and analyses wait."),
    ),
    (
        gettext_lazy("Outbox"), _outbox,
        gettext_lazy("The server’s log names the handler that fails (“outbox:”). Events stay until they are delivered; ratings and tournaments wait for them."),
    ),
    (
        gettext_lazy("Mails"), _mails,
        gettext_lazy("Check EMAIL_HOST and its password, and the log for “mail server”. Mails wait and are sent later; those that failed once aren’t sent again."),
    ),
    (
        gettext_lazy("Notifications by push"), _pushes,
        gettext_lazy("Check that a worker runs and that the server reaches the browsers’ push services on port 443."),
    ),
    (
        gettext_lazy("Channel layer"), _channels,
        gettext_lazy("Start Redis. Moves are still accepted; other players’ pages catch up within seconds."),
    ),
    (
        gettext_lazy("Cache"), _cache,
        gettext_lazy("Start Redis. Until then nobody can sign in, because failed sign-ins can’t be counted, and the API has no rate limit. People who are signed in stay signed in."),
    ),
    (
        gettext_lazy("Backup"), _backup,
        gettext_lazy("Make one with script/backup, and see why the last ones failed."),
    ),
    (
        gettext_lazy("Disk"), _disk,
        gettext_lazy("Delete what the site doesn’t need, such as old backups, or make the disk larger. Without space no move can be stored."),
    ),
    (
        gettext_lazy("Names"), _names,
        gettext_lazy("An older version stored them. They keep working, but are found only in their exact spelling. Ask the owners to rename one of each."),
    ),
    (
        gettext_lazy("Content security policy"), _policy,
        gettext_lazy("Often a browser’s extension: nothing to do. If many browsers report the same page, something was put into it: look at what it shows."),
    ),
    (
        gettext_lazy("Games for problems"), _problems,
        gettext_lazy("The server’s log has the error (“problems:”). The search goes on with the other games; run manage.py refold, and report the error."),
    ),
    (
        gettext_lazy("Tables"), _tables,
        gettext_lazy("Bots and expired turns wait at these tables. Check beat and the worker, and the log for “table”."),
    ),
)  # fmt: skip
