"""Who is at the table with a live line."""

from datetime import datetime
from typing import Any

from games.tables.ledger import locked
from games.tables.models import Seat, Table
from games.tables.waking import AWAY_AFTER
from spades_site.common.clock import now

LIVELY = (Table.Status.OPEN, Table.Status.PLAYING)
"""The tables at which it matters who is there."""


def still_here(table_id: int, user: Any) -> None:
    """Note a sign of life from a seated player; who was taken for away is shown as back."""
    seats = Seat.objects.filter(table_id=table_id, user_id=user.pk)
    if seats.filter(online=True).update(last_seen=now()):
        return
    if not seats.filter(arrived_at__isnull=False, table__status__in=LIVELY).exists():
        return
    with locked(table_id) as ledger:
        seat = ledger.seat_of(user)
        if seat is not None and not seat.online:
            seat.online, seat.last_seen = True, ledger.at
            ledger.touch(seat)
            ledger.save()


def gone(table_id: int, user: Any) -> None:
    """Note that a seated player's last line is closed, and show it."""
    if not Seat.objects.filter(table_id=table_id, user_id=user.pk, online=True).exists():
        return
    with locked(table_id) as ledger:
        seat = ledger.seat_of(user)
        if seat is not None and seat.online:
            seat.online = False
            ledger.touch(seat)
            ledger.save()


def sweep_silent(at: datetime | None = None) -> int:
    """Show as away whose server died without a word: online, but silent for long. Returns how many."""
    moment = at or now()
    silent = Seat.objects.filter(
        online=True,
        last_seen__lt=moment - AWAY_AFTER,
        table__status__in=LIVELY,
    ).select_related("user")
    lost = list(silent)
    for seat in lost:
        gone(seat.table_id, seat.user)
    return len(lost)
