"""“Play now”: one click to a table that waits for players, or to a new one that bots fill after a moment."""

from collections.abc import Iterator
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.engine import preset
from games.tables.access.mutes import blocked_with
from games.tables.access.rating_range import Strength
from games.tables.game.opening import open_table
from games.tables.game.terms import TableTerms
from games.tables.lobby.filters import clock_is
from games.tables.lobby.listing import casual_tables
from games.tables.models import Seat, Table
from games.tables.seats.seating import take_seat
from games.tables.timing.clocks import CORRESPONDENCE, DAY
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused

DEFAULT_PRESET = "cardgames_io"
TIMES = {"quick": (10, 60), "normal": (20, 120), "relaxed": (60, 300), "correspondence": (DAY, 0)}
"""The clock of a new table by its kind: seconds per turn, and in the time bank."""
DEFAULT_CLOCK = "normal"
"""Not the fastest, because people who just click may be new to the game."""
WAIT_FOR_PEOPLE = timedelta(seconds=20)
"""How long a new table's seats are reserved for people before bots take them."""
MOST_TRIES = 20
_LOCK = 0x5BADE5
_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(%s)"
# Refusals that concern the table, found under its lock; any other concerns the person and ends the search.
_NEXT_TABLE = {"not_open", "table_full", "seat_taken", "rating_range", "blocked", "league_only"}


@transaction.atomic
def play_now(*, user: User, wanted: str = "", clock: str = "") -> Table:
    """Seat the user at the fullest matching table, or else at a new one, and return it.

    `wanted` names a preset and `clock` a kind of clock (filters.py); without them any preset matches, and any
    clock except days per turn. Rated games are excluded. A user who already waits at a matching table stays there.
    Raises Refused "too_many_tables", "account_closed".
    """
    _queue_up()
    keep_open(user)
    own = _fitting(user, wanted, clock).filter(seats__user=user).first()
    if own is not None:
        return own
    for table_id in _candidates(user, wanted, clock):
        try:
            return take_seat(table_id=table_id, user=user)
        except Refused as refusal:
            if refusal.code not in _NEXT_TABLE:
                raise
    return _new_table(user, wanted, clock)


def _queue_up() -> None:
    """Serialize searches, so that two people who click at once meet at one table. SQLite serializes writers
    anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_ONE_AT_A_TIME, [_LOCK])


def _fitting(user: User, wanted: str, clock: str) -> QuerySet[Table]:
    clocks = [clock] if clock else ["quick", "normal", "relaxed"]
    tables = casual_tables(user).filter(clock_is(*clocks), rated=False)
    return tables.filter(preset=wanted) if wanted else tables


def _candidates(user: User, wanted: str, clock: str) -> Iterator[int]:
    """Yield the keys of matching tables: the fewest free seats first, then the oldest."""
    seats = Seat.objects.filter(table=OuterRef("pk"))
    # People who have just sat down don't have a socket yet.
    somebody = seats.filter(Q(online=True) | Q(arrived_at=None), user__isnull=False)
    tables = (
        _fitting(user, wanted, clock)
        .filter(Strength(user).admitted(), Exists(somebody))
        .exclude(Exists(seats.filter(user__in=blocked_with(user))))
        .annotate(free=Count("seats", filter=Q(seats__bot=False, seats__name="")))
        .filter(free__gt=0)
        .order_by("free", "created_at", "pk")
    )
    yield from tables.values_list("pk", flat=True)[:MOST_TRIES]


def _new_table(user: User, wanted: str, clock: str) -> Table:
    turn_seconds, bank_seconds = TIMES[clock or DEFAULT_CLOCK]
    terms = TableTerms(
        rules=preset(wanted or DEFAULT_PRESET),
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
        # Players with days per turn can also wait days for opponents.
        bots_at=None if turn_seconds >= CORRESPONDENCE else now() + WAIT_FOR_PEOPLE,
    )
    table = open_table(terms, created_by=user)
    return take_seat(table_id=table.pk, user=user, seat=0)
