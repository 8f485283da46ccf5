"""Outages cost nobody a turn: deadlines are extended by the time for which the platform was down."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.tables.models import Pulse, SharedDeals, Table
from games.tables.timing.clocks import REVEALING, reveal_time
from spades_site.common.clock import machine_time, now

OUTAGE = timedelta(seconds=4)
"""Sweeps run every second; a longer gap than this means an outage. Shorter than any turn."""


def beat(at: datetime | None = None) -> timedelta:
    """Record that the platform is running. Returns how long it was down, after extending all deadlines by as much."""
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
    """Extend every turn by the outage, but to no more than its whole time from `resumed` on, by the site's clock.

    Somebody may have acted between the end of the outage and the first sweep: the turn that began then lost
    nothing. The time to reveal salts is extended like a turn. Each table with a new deadline gets a new version,
    so that the periodic checks of the sockets (games/live/sockets.py) bring the new times to pages whose sockets
    survived the outage. The turn's version doesn't change, so that actions on the older picture are still
    accepted.
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
