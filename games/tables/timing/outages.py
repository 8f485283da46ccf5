"""An outage costs nobody a turn: deadlines move on by the time in which the house stood still."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.tables.models import Pulse, SharedDeals, Table
from games.tables.timing.clocks import REVEALING, reveal_time
from spades_site.common.clock import machine_time, now

OUTAGE = timedelta(seconds=4)
"""Sweeps come every second; a longer silence than this means that the house stood still. Shorter than any turn."""


def beat(at: datetime | None = None) -> timedelta:
    """Note that the house is alive. Returns how long it stood still, having moved all deadlines on by as much."""
    moment = at or machine_time()
    with transaction.atomic():
        pulse, new = Pulse.objects.select_for_update().get_or_create(
            pk=1, defaults={"sweep_at": moment}
        )
        silence = moment - pulse.sweep_at
        if new or silence <= timedelta():
            return timedelta()
        pulse.sweep_at = moment
        pulse.save(update_fields=["sweep_at"])
        if silence < OUTAGE:
            return timedelta()
        _move_on(silence, now() + (moment - machine_time()))
        return silence


def _move_on(silence: timedelta, resumed: datetime) -> None:
    """Give every turn its outage back, and none more than its whole time from `resumed` on, by the site's clock.

    Somebody may have acted between the end of the outage and the first sweep: the turn that began then lost nothing.
    The time to reveal salts is given back as a turn's is. Each table that is moved gets a new version, so that the rounds over the sockets (games/live/lines.py) bring its new
    times to pages whose sockets lived through the outage. The turn's version stays: acts on the older picture hold.
    """
    # Before the tables: shared deals are locked first (docs/architecture.md, "Locks").
    SharedDeals.objects.filter(dealt_at=None, reveal_by__isnull=False).update(
        reveal_by=F("reveal_by") + silence
    )
    tables = (
        Table.objects.select_for_update()
        .filter(status=Table.Status.PLAYING, deadline__isnull=False, wake_at__isnull=False)
        .only("version", "deadline", "wake_at", "turn_seconds", "turn_key")
        .order_by("pk")
    )
    moved = []
    for table in tables:
        assert table.deadline is not None
        assert table.wake_at is not None
        revealing = table.turn_key == REVEALING
        whole = resumed + (
            reveal_time(table) if revealing else timedelta(seconds=table.turn_seconds)
        )
        lost = max(min(silence, whole - table.deadline), timedelta())
        if not lost:
            continue
        table.deadline += lost
        table.wake_at += lost
        table.version += 1
        moved.append(table)
    Table.objects.bulk_update(moved, ["version", "deadline", "wake_at"], batch_size=200)
