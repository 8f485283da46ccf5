"""Presence: people with an open socket at a table.

Each web process keeps a row (`PresenceLease`) for each person with a socket of its own at a table. So when it closes a
person's last socket, it knows whether another process still has one. The rows are written when people come and go and
while they are active, never by a move.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import IntegrityError, connection, transaction

from games.tables.game.locked_table import lock_table
from games.tables.models import PresenceLease, Seat, Table
from games.tables.server.wakeups import AWAY_AFTER, SWEPT_AT_ONCE
from spades_site.accounts.models import User
from spades_site.common.clock import now

LIVELY = (Table.Status.OPEN, Table.Status.PLAYING)
"""The statuses of tables at which presence matters."""
THIS_SERVER: Final = secrets.token_hex(8)


def still_here(table_id: int, user: User, server: str = THIS_SERVER) -> None:
    """Record activity of somebody with a socket in this process; mark a seated player who was away as back."""
    all_here([(table_id, user)], server)


def all_here(here: Sequence[tuple[int, User]], server: str = THIS_SERVER) -> None:
    """Record activity of many people, by table, in few statements; mark seated players who were away as back."""
    try:
        _hold([(table_id, user.pk) for table_id, user in here], server)
    except IntegrityError:
        # A table or an account has been deleted meanwhile.
        if len(here) == 1:
            return
        for one in here:
            all_here([one], server)
        return
    users = {(table_id, user.pk): user for table_id, user in here}
    seats = Seat.objects.filter(
        table_id__in={table_id for table_id, _pk in users}, user_id__in={pk for _table, pk in users}
    ).values_list("pk", "table_id", "user_id", "online", "arrived_at", "table__status")
    found = [seat for seat in seats.order_by("table_id", "index") if (seat[1], seat[2]) in users]
    _refresh([pk for pk, _table, _user, online, *_ in found if online])
    for _pk, table_id, user_id, online, arrived_at, status in found:
        if not online and arrived_at is not None and status in LIVELY and user_id is not None:
            _come_back(table_id, users[table_id, user_id])


def _refresh(seats: Sequence[int]) -> None:
    """Record that the players of these seats are active. Skips seats that are locked until the next time."""
    if not seats:
        return
    with transaction.atomic():
        free = Seat.objects.filter(pk__in=seats, online=True)
        if connection.features.has_select_for_update_skip_locked:
            # Never wait: moves lock seats one after another, so this could deadlock with them.
            free = free.select_for_update(skip_locked=True, no_key=True)
        Seat.objects.filter(pk__in=list(free.order_by().values_list("pk", flat=True))).update(
            last_seen=now()
        )


def _come_back(table_id: int, user: User) -> None:
    with lock_table(table_id) as locked:
        seat = locked.seat_of(user)
        if seat is not None and not seat.online:
            seat.online, seat.last_seen = True, locked.at
            locked.touch(seat)
            locked.save()


def gone(
    table_id: int, user: User, server: str = THIS_SERVER, *, was_sent_away: bool = False
) -> None:
    """Record that a process has no socket of the person any more; if no process has, mark a seated player as away.

    A person whose socket was sent away is expected in another process; `sweep_silent` marks them as away if they don't come.
    """
    leases = PresenceLease.objects.filter(table_id=table_id, user_id=user.pk)
    leases.filter(server=server).delete()
    if was_sent_away:
        return
    if not Seat.objects.filter(table_id=table_id, user_id=user.pk, online=True).exists():
        return
    with lock_table(table_id) as locked:
        # Check under the lock, which recording a return through another process takes too.
        seat = locked.seat_of(user)
        if seat is not None and seat.online and not leases.filter(until__gt=locked.at).exists():
            seat.online = False
            locked.touch(seat)
            locked.save()


def sweep_silent(at: datetime | None = None) -> int:
    """Mark players as away who are online but have been silent for long, because their process died; returns how many.

    The longest silent come first.
    """
    moment = at or now()
    PresenceLease.objects.filter(until__lte=moment).delete()
    # Include tables that are over; otherwise every sweep would find their seats again.
    silent = Seat.objects.filter(online=True, user__isnull=False, last_seen__lt=moment - AWAY_AFTER)
    lost = list(silent.select_related("user").order_by("last_seen")[:SWEPT_AT_ONCE])
    for seat in lost:
        if seat.user is not None:
            gone(seat.table_id, seat.user)
    return len(lost)


def _hold(here: Sequence[tuple[int, int]], server: str) -> None:
    until = now() + AWAY_AFTER
    PresenceLease.objects.bulk_create(
        [
            PresenceLease(table_id=table_id, user_id=user_id, server=server, until=until)
            for table_id, user_id in here
        ],
        update_conflicts=True,
        unique_fields=["table", "user", "server"],
        update_fields=["until"],
    )
