"""Presence: people with an open socket at a table.

Each web process knows its own sockets, and keeps a row for each person with any at a table (`PresenceLease`). So when
a process closes a person's last socket, it can tell whether another process still has one. The rows are written when
people come and go and while they are active, never by a move.
"""

import secrets
from datetime import datetime
from typing import Final

from games.tables.game.locked_table import lock_table
from games.tables.models import PresenceLease, Seat, Table
from games.tables.server.wakeups import AWAY_AFTER
from spades_site.accounts.models import User
from spades_site.common.clock import now

LIVELY = (Table.Status.OPEN, Table.Status.PLAYING)
"""The statuses of tables at which presence matters."""
THIS_SERVER: Final = secrets.token_hex(8)


def still_here(table_id: int, user: User, server: str = THIS_SERVER) -> None:
    """Record activity of somebody with a socket here; a seated player who counted as away is shown as back."""
    _hold(table_id, user, server)
    seats = Seat.objects.filter(table_id=table_id, user_id=user.pk)
    if seats.filter(online=True).update(last_seen=now()):
        return
    if not seats.filter(arrived_at__isnull=False, table__status__in=LIVELY).exists():
        return
    with lock_table(table_id) as locked:
        seat = locked.seat_of(user)
        if seat is not None and not seat.online:
            seat.online, seat.last_seen = True, locked.at
            locked.touch(seat)
            locked.save()


def gone(table_id: int, user: User, server: str = THIS_SERVER) -> None:
    """Record that a web process has no socket of the person any more; a seated player is shown as away if none
    has.
    """
    lines = PresenceLease.objects.filter(table_id=table_id, user_id=user.pk)
    lines.filter(server=server).delete()
    if not Seat.objects.filter(table_id=table_id, user_id=user.pk, online=True).exists():
        return
    with lock_table(table_id) as locked:
        # Under the lock, because somebody who returns through another process is recorded under it too.
        seat = locked.seat_of(user)
        if seat is not None and seat.online and not lines.filter(until__gt=locked.at).exists():
            seat.online = False
            locked.touch(seat)
            locked.save()


def sweep_silent(at: datetime | None = None) -> int:
    """Mark players as away whose server died: online, but silent for long. Returns how many."""
    moment = at or now()
    PresenceLease.objects.filter(until__lte=moment).delete()
    silent = Seat.objects.filter(
        online=True,
        last_seen__lt=moment - AWAY_AFTER,
        table__status__in=LIVELY,
    ).select_related("user")
    lost = list(silent)
    for seat in lost:
        if seat.user is not None:
            gone(seat.table_id, seat.user)
    return len(lost)


def _hold(table_id: int, user: User, server: str) -> None:
    line = PresenceLease(
        table_id=table_id, user_id=user.pk, server=server, until=now() + AWAY_AFTER
    )
    PresenceLease.objects.bulk_create(
        [line],
        update_conflicts=True,
        unique_fields=["table", "user", "server"],
        update_fields=["until"],
    )
