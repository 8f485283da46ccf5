"""Which of somebody's friends are here, and at which table to watch or join them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from games.tables import hooks
from games.tables.models import Seat, Table
from spades_site.accounts.friends import Friend, friends_of

MOST_SHOWN = 12


@dataclass(frozen=True)
class Present:
    """A friend who is here; at `table`, where the viewer may come to it, `somewhere` being any table at all."""

    user: Any
    table: Table | None
    somewhere: bool

    @property
    def may_join(self) -> bool:
        """Whether the friend's table waits for players."""
        return self.table is not None and self.table.status == Table.Status.OPEN


def friends_here(user: Any) -> tuple[list[Present], int]:
    """Return a member's friends who are here, those in play first, and how many friends there are in all."""
    friends = friends_of(user)
    if not friends:
        return [], 0
    tables = _tables_of(friends)
    seen = _may_see(user)
    here = [
        Present(
            user=friend.user,
            table=tables[friend.user.pk] if _shown(tables.get(friend.user.pk), seen) else None,
            somewhere=friend.user.pk in tables,
        )
        for friend in friends
        if friend.here or friend.user.pk in tables
    ]
    here.sort(key=lambda one: (one.table is None, one.user.username.lower()))
    return here[:MOST_SHOWN], len(friends)


def _tables_of(friends: list[Friend]) -> dict[int, Table]:
    """Return the table at which each friend sits with a live line: the one in play before one that waits."""
    seats = Seat.objects.filter(
        Q(table__status=Table.Status.OPEN) | Q(table__status=Table.Status.PLAYING),
        user__in=[friend.user.pk for friend in friends],
        online=True,
    ).select_related("table")
    light = seats.only(
        "user_id", "table__public_id", "table__status", "table__visibility", "table__ref"
    )
    # "open" comes before "playing": what comes later stays.
    return {seat.user_id: seat.table for seat in light.order_by("table__status", "table_id")}


def _may_see(user: Any) -> set[str]:
    return set(hooks.circles_of(user))


def _shown(table: Table | None, circles: set[str]) -> bool:
    """Return whether a table is for the viewer's eyes: everybody's, or their league's. Links are given by hand."""
    if table is None:
        return False
    return table.visibility == Table.Visibility.OPEN or (
        table.visibility == Table.Visibility.LEAGUE and table.ref in circles
    )
