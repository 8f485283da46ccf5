"""An outage costs nobody a turn: deadlines move on by the time in which the house stood still."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.tables.models import Pulse, Table
from spades_site.common.clock import machine_time

OUTAGE = timedelta(seconds=10)
"""Sweeps come every second; a longer silence than this means that the house stood still."""


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
        Table.objects.filter(status=Table.Status.PLAYING, deadline__isnull=False).update(
            deadline=F("deadline") + silence, wake_at=F("wake_at") + silence
        )
        return silence
