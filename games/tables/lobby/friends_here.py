"""Friends who are online, with the table at which to watch or join them."""

from dataclasses import dataclass

from django.db.models import Q

from games.tables.access.audience import listed_to
from games.tables.models import Seat, Table
from spades_site.accounts.friends import Friend, friends_of
from spades_site.accounts.models import User, Viewer

MOST_SHOWN = 12


@dataclass(frozen=True)
class Present:
    """A friend who is online: their `table`, if the viewer may open it; `somewhere` if they are at any table."""

    user: User
    table: Table | None
    somewhere: bool

    @property
    def may_join(self) -> bool:
        """Whether the friend's table waits for players."""
        return self.table is not None and self.table.status == Table.Status.OPEN


def friends_here(user: Viewer) -> tuple[list[Present], int, int]:
    """Return a member's friends who are online, those in play first; how many more are; and the total number of friends."""
    friends = friends_of(user)
    if not friends:
        return [], 0, 0
    tables = _tables_of(friends)
    shown = set(
        listed_to(user)
        .filter(pk__in=[table.pk for table in tables.values()])
        .values_list("pk", flat=True)
    )
    here = [
        Present(
            user=friend.user,
            table=table if (table := tables.get(friend.user.pk)) and table.pk in shown else None,
            somewhere=friend.user.pk in tables,
        )
        for friend in friends
        if friend.here or friend.user.pk in tables
    ]
    here.sort(key=lambda one: (one.table is None, one.user.folded_name))
    return here[:MOST_SHOWN], max(0, len(here) - MOST_SHOWN), len(friends)


def _tables_of(friends: list[Friend]) -> dict[int, Table]:
    """Return the table at which each friend is present, preferring one in play."""
    seats = Seat.objects.filter(
        Q(table__status=Table.Status.OPEN) | Q(table__status=Table.Status.PLAYING),
        user__in=[friend.user.pk for friend in friends],
        online=True,
    ).select_related("table")
    light = seats.only("user_id", "table__public_id", "table__status")
    # "open" sorts before "playing", and later rows win.
    ordered = light.order_by("table__status", "table_id")
    return {seat.user_id: seat.table for seat in ordered if seat.user_id is not None}
