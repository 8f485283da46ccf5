"""Who is at the table with a live line."""

from datetime import datetime
from typing import Any

from games.tables.ledger import locked
from games.tables.models import Seat, Table
from games.tables.waking import AWAY_AFTER
from spades_site.common.clock import now


def still_here(table_id: int, user: Any) -> None:
    """Note a sign of life from a seated player; cheap, and nothing that anybody sees."""
    Seat.objects.filter(table_id=table_id, user_id=user.pk).update(last_seen=now())


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
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    ).select_related("user")
    lost = list(silent)
    for seat in lost:
        gone(seat.table_id, seat.user)
    return len(lost)
