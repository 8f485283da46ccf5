"""What every kind of “Play now” looks for: tables that wait for one more player; and the lock under which it looks."""

from datetime import timedelta

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.tables.access.mutes import blocked_with
from games.tables.access.rating_range import Strength
from games.tables.lobby.listing import casual_tables
from games.tables.models import Action, Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.accounts.models import User
from spades_site.common.clock import now

TIME_TO_ARRIVE = timedelta(seconds=30)
"""How long somebody who has just sat down counts as there without having been seen; the page takes a moment to open."""
MOST_TRIES = 20
NEXT_TABLE = frozenset(
    {"not_open", "table_full", "seat_taken", "rating_range", "blocked", "league_only"}
)
"""Refusals, found under the table's lock, that concern the table. Any other concerns the person, and ends the search."""
_LOCK = 0x5BADE5
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(%s)"


def queue_up() -> None:
    """Serialize searches, so that two people who click at once meet. SQLite serializes writers anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(ONE_AT_A_TIME, [_LOCK])


def open_to(user: User, tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return the tables with a rating range that admits the user and without people blocked either way."""
    met = Seat.objects.filter(table=OuterRef("pk"), user__in=blocked_with(user))
    return tables.filter(Strength(user).admitted()).exclude(Exists(met))


def waiting_tables(user: User) -> QuerySet[Table]:
    """Return the tables that wait for the user with somebody there: fewest free seats first, then the oldest."""
    since = now() - TIME_TO_ARRIVE
    sat = Action.objects.filter(
        table=OuterRef("table"), seat=OuterRef("index"), text="sit", at__gte=since
    )
    # People who have just sat down don't have a socket yet.
    coming = Q(arrived_at=None) & (Q(table__created_at__gte=since) | Exists(sat))
    # With days per turn nobody need be there.
    unhurried = Q(table__turn_seconds__gte=CORRESPONDENCE)
    seats = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False)
    somebody = seats.filter(Q(online=True) | coming | unhurried)
    return (
        open_to(user, casual_tables(user))
        .filter(Exists(somebody))
        .annotate(free=Count("seats", filter=Q(seats__bot=False, seats__name="")))
        .filter(free__gt=0)
        .order_by("free", "created_at", "pk")
    )
