"""“Play now”: seat the user at a waiting table, in a bot's seat of a game that has just begun, or at a new table with bots.

Somebody new takes no bot's seat: they would watch a hand under way before they hold a card.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import chain

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.engine import preset
from games.tables.access.eligibility import bot_uninvited
from games.tables.game.opening import open_table
from games.tables.game.terms import TableTerms
from games.tables.levels import usual_level
from games.tables.lobby import places
from games.tables.lobby.filters import clock_is
from games.tables.lobby.listing import games_with_bots_seats
from games.tables.lobby.places import MOST_TRIES, NEXT_TABLE, open_to, waiting_tables
from games.tables.models import Action, RatedSearch, Seat, Table
from games.tables.seats.seating import LEFT, take_seat
from games.tables.timing.clocks import CORRESPONDENCE, DAY
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused

DEFAULT_PRESET = "cardgames_io"
TIMES = {"quick": (10, 60), "normal": (20, 120), "relaxed": (60, 300), "correspondence": (DAY, 0)}
"""The clock of a new table by its kind: seconds per turn, and in the time bank."""
DEFAULT_CLOCK = "normal"
"""Not the fastest one, because the user may be new to the game."""
WAIT_FOR_PEOPLE = timedelta(seconds=3)
"""How long a new table waits for people who click at the same moment. Then bots take the seats; people can still take
theirs.
"""
JOINED_UNTIL_HAND = 3
"""The last hand in which users are seated in a bot's seat; after that, the game is almost over."""
type _Fitting = Callable[[QuerySet[Table]], QuerySet[Table]]
"""Narrows tables to those that match what the user asked for."""


@transaction.atomic
def play_now(*, user: User, wanted: str = "", clock: str = "", level: int | None = None) -> Table:
    """Seat the user at the fullest matching table, in a bot's seat of a game with people, or at a new table; return it.

    `wanted` names a preset and `clock` a kind of clock (filters.py); without them any preset matches, and any clock except
    days per turn. `level` is the bots' level at a new table. Excludes rated games, and ends a search for one. A user who already waits or plays at a
    matching table stays there. Raises Refused "too_many_tables", "account_closed", "bot_uninvited".
    """
    places.queue_up()
    keep_open(user)
    if user.is_bot:
        raise bot_uninvited()
    # Nobody is called to a rated game from the one that begins now.
    RatedSearch.objects.filter(user=user, table=None).delete()
    fitting = partial(_fitting, wanted, clock)
    own = _own(user, fitting)
    if own is not None:
        return own
    in_play = () if _is_new(user) else _with_bots(user, fitting)
    for table_id in chain(_waiting(user, fitting), in_play):
        try:
            return take_seat(table_id=table_id, user=user)
        except Refused as refusal:
            if refusal.code not in NEXT_TABLE:
                raise
    return _new_table(user, wanted, clock, level)


def _fitting(wanted: str, clock: str, tables: QuerySet[Table]) -> QuerySet[Table]:
    clocks = [clock] if clock else ["quick", "normal", "relaxed"]
    found = tables.filter(clock_is(*clocks), rated=False)
    return found.filter(preset=wanted) if wanted else found


def _own(user: User, fitting: _Fitting) -> Table | None:
    """Return the matching table at which the user already waits or plays, if any."""
    here = Q(seats__user=user) & (Q(seats__stand_in=False) | Q(seats__next_hand=True))
    running = Table.objects.filter(
        here, kind=Table.Kind.CASUAL, status__in=(Table.Status.OPEN, Table.Status.PLAYING)
    )
    return fitting(running).order_by("-status", "-pk").first()


def _waiting(user: User, fitting: _Fitting) -> Iterator[int]:
    """Yield the keys of matching tables that wait."""
    yield from fitting(waiting_tables(user)).values_list("pk", flat=True)[:MOST_TRIES]


def _with_bots(user: User, fitting: _Fitting) -> Iterator[int]:
    """Yield the keys of matching games with a bot's seat to take: most people first, then the latest start.

    Excludes games that the user left.
    """
    left = Action.objects.filter(
        table=OuterRef("pk"), kind=Action.Kind.TABLE, text__in=LEFT, user=user
    )
    most_hands = Q(rules__max_hands=None) | Q(rules__max_hands__gt=JOINED_UNTIL_HAND)
    tables = (
        open_to(user, fitting(games_with_bots_seats(user)))
        .filter(most_hands, ~Exists(left), state__hand_no__lte=JOINED_UNTIL_HAND)
        .annotate(people=Count("seats", filter=Q(seats__user__isnull=False)))
        .order_by("-people", "-started_at", "-pk")
    )
    yield from tables.values_list("pk", flat=True)[:MOST_TRIES]


def _is_new(user: User) -> bool:
    """Return whether the user has never played a game to its end."""
    return not Seat.objects.filter(user=user, table__status=Table.Status.FINISHED).exists()


def _new_table(user: User, wanted: str, clock: str, level: int | None) -> Table:
    turn_seconds, bank_seconds = TIMES[clock or DEFAULT_CLOCK]
    terms = TableTerms(
        rules=preset(wanted or DEFAULT_PRESET),
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
        bots_level=usual_level() if level is None else level,
        # Players with days per turn can also wait days for opponents.
        bots_at=None if turn_seconds >= CORRESPONDENCE else now() + WAIT_FOR_PEOPLE,
    )
    table = open_table(terms, created_by=user)
    return take_seat(table_id=table.pk, user=user, seat=0)
