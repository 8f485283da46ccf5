"""Outages cost nobody a turn: deadlines are extended by the time for which the platform was down.

The platform is running while a web process serves, because nobody can act without one, and the database has room. Each web
process says so every second (`serve`). While none does, turns don't expire, although sweeps go on (`served_until`).
"""

from datetime import UTC, datetime, timedelta
from math import inf
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games.tables.models import Pulse, SharedDeals, Table
from games.tables.timing.clocks import REVEALING, reveal_time
from spades_site.common.clock import machine_time, now
from spades_site.common.server import room

OUTAGE = timedelta(seconds=4)
"""Web processes, or sweeps, record every second that the platform runs; a longer gap than this means an outage. Shorter
than any turn.
"""
COMING_BACK = timedelta(seconds=15)
"""How much longer turns are after an outage, because people come back later than the platform: the proxy checks the web
processes for two seconds, and a page waits up to 10.4 s before it tries again (static/js/table/connection/socket.js).
"""
SILENT = timedelta(seconds=2)
"""If no web process has said for so long that it serves, none may: turns don't expire until one does."""
_this_serves = False
_halted = False
_recorded = -inf
"""When this process last began to record that it serves, and could, by the monotonic clock."""
_back_by = datetime.min.replace(tzinfo=UTC)
"""When everybody should be back at this web process after its last outage, its start included; by the site's clock."""
_ahead: tuple[datetime, float] | None = None
"""A recorded time later than this process's clock shows, and when this process first saw it, by the monotonic clock."""


def this_serves() -> bool:
    """Return whether this process serves pages and sockets, and the database's disk isn't full."""
    return _this_serves and not _halted


def may_act_now() -> bool:
    """Return whether people can act at this process: it serves, and has recorded so lately. If it hasn't, its database
    didn't answer.
    """
    return this_serves() and monotonic() - _recorded < SILENT.total_seconds()


def back_by(at: datetime) -> datetime:
    """Return the earliest time at which a turn that begins at `at` may end, because people are still reconnecting after an
    outage. It is `at` or earlier unless one has just ended.

    A web process answers from memory. Other processes, which may have missed the outage, read the database.
    """
    latest = at + COMING_BACK
    if this_serves():
        # A process that was suspended may be asked before it notices.
        suspended = monotonic() - _recorded > OUTAGE.total_seconds()
        return latest if suspended else min(_back_by, latest)
    resumed = Pulse.objects.filter(pk=1).values_list("resumed_at", flat=True).first()
    return at if resumed is None else min(resumed + COMING_BACK, latest)


def serve(*, short_of_room: bool = False) -> None:
    """Record that this process serves pages and sockets. It must say so every second from now on.

    `short_of_room` says that the database refused something here because its disk is full. From then on nobody serves
    until there is room again.
    """
    global _this_serves, _halted, _recorded, _back_by
    _this_serves = True
    begun, moment = monotonic(), machine_time()
    was_away = begun - _recorded > OUTAGE.total_seconds()
    pulse = Pulse.objects.filter(pk=1)
    if short_of_room:
        pulse.update(full=True)
    lately = pulse.filter(by_web=True, full=False, at__gt=moment - OUTAGE, at__lte=moment)
    if lately.update(at=moment):
        _halted = False
    else:
        _halted = pulse.filter(full=True).exists() and not room.is_back()
        if not _halted:
            pulse.update(full=False)
            beat()
    if not _halted:
        _recorded = begun
        if was_away:
            _back_by = now() + COMING_BACK


def served_until() -> datetime:
    """Return the time until which turns may have expired, by the site's clock, after extending all deadlines by an outage
    that has ended.

    It is the present unless all web processes are away or the disk is full, which only they themselves can end.
    """
    if not this_serves():
        served = Pulse.objects.filter(pk=1, by_web=True).values_list("at", flat=True).first()
        if served is not None:
            silence = machine_time() - served
            return now() if silence < SILENT else now() - silence
    beat()
    return now()


def beat(at: datetime | None = None) -> timedelta:
    """Record that the platform is running. Returns how long it was down, after extending all deadlines by as much."""
    with transaction.atomic():
        pulse, new = Pulse.objects.select_for_update().get_or_create(
            pk=1, defaults={"at": at or machine_time(), "by_web": _this_serves}
        )
        # Only now: the database may have kept us waiting, and that belongs to the outage.
        moment = at or machine_time()
        silence = moment - pulse.at
        if new or (silence <= timedelta() and not _was_set_back(pulse.at, silence)):
            return timedelta()
        pulse.at = moment
        pulse.by_web = pulse.by_web or _this_serves
        short = timedelta() < silence < OUTAGE
        resumed = now() + (moment - machine_time())
        if not short:
            # If the clock was set back, an earlier end may be in the future now.
            pulse.resumed_at = resumed if silence > timedelta() else None
        pulse.save(update_fields=["at", "by_web", "resumed_at"])
        if short:
            return timedelta()
        _move_on(silence, resumed)
        return max(silence, timedelta())


def _was_set_back(recorded: datetime, silence: timedelta) -> bool:
    """Return whether the machine's clock was set back: nobody has recorded a later time for as long as an outage lasts.

    A machine whose clock is merely behind the others' sees that they go on recording.
    """
    global _ahead
    if -silence < OUTAGE:
        return False
    if _ahead is None or _ahead[0] != recorded:
        _ahead = (recorded, monotonic())
    return monotonic() - _ahead[1] > OUTAGE.total_seconds()


def _move_on(silence: timedelta, resumed: datetime) -> None:
    """Extend every turn by the outage, but to no more than its whole time from `resumed` on, by the site's clock; and a turn that
    waits for a person, not for a bot's move, by the time for coming back. If the clock was set back (`silence` is
    negative), cut every turn to its whole time, and every pause between hands.

    Somebody may have acted between the end of the outage and the first sweep: the turn that began then lost
    nothing. The time to reveal salts is extended like a turn. Each table with a new deadline gets a new version,
    so that the periodic checks of the sockets (games/live/sockets.py) bring the new times to pages whose sockets
    survived the outage. The turn's version doesn't change, so that actions on the older picture are still
    accepted.
    """
    # Before the tables: shared deals are locked first (docs/architecture.md, "Locks").
    if silence > timedelta():
        SharedDeals.objects.filter(dealt_at=None, reveal_by__isnull=False).update(
            reveal_by=F("reveal_by") + silence + COMING_BACK
        )
    tables = (
        Table.objects.select_for_update()
        .filter(status=Table.Status.PLAYING, wake_at__isnull=False)
        .only("version", "deadline", "wake_at", "turn_seconds", "turn_key")
        .order_by("pk")
    )
    moved, none = [], timedelta()
    next_hand = resumed + timedelta(seconds=settings.HAND_PAUSE_SECONDS)
    for table in tables:
        assert table.wake_at is not None
        if table.deadline is None:
            if silence < none and table.wake_at > next_hand:
                table.wake_at = next_hand
                table.version += 1
                moved.append(table)
            continue
        revealing = table.turn_key == REVEALING
        whole = resumed + (
            reveal_time(table) if revealing else timedelta(seconds=table.turn_seconds)
        )
        lost = min(silence, whole - table.deadline) if silence > none else whole - table.deadline
        if silence > none and table.wake_at >= table.deadline:
            lost += COMING_BACK
        # A turn is extended after an outage, and cut after the clock was set back, never the other way round.
        if lost == none or (lost > none) != (silence > none):
            continue
        table.deadline += lost
        table.wake_at += lost
        table.version += 1
        moved.append(table)
    Table.objects.bulk_update(moved, ["version", "deadline", "wake_at"], batch_size=200)
