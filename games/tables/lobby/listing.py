"""The lobby's lists. The games' states are not loaded: they contain hidden cards and are large."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.fields.json import KeyTransform

from games import engine
from games.engine.rule_sentence import LENGTH
from games.engine.state import PASSING
from games.tables.access.audience import in_lobby_of, visible_to
from games.tables.access.mutes import blocked_with
from games.tables.access.rating_range import Strength, fits, pool_named, range_words
from games.tables.models import Invitation, Seat, Table
from games.tables.pictures.picture import may_take_over
from games.tables.texts.rules import rules_said
from games.tables.timing.clocks import INVITATION_LIFE
from spades_site.accounts.models import Viewer
from spades_site.common.clock import now

RUNNING = (Table.Status.OPEN, Table.Status.PLAYING)
_LARGE = ("state", "result")
_SHOWN_RULES = ("target", "max_hands", "sides", "players")
_SEATS = Seat.objects.filter(table=OuterRef("pk"))
_HAS_BOTS_SEATS = (
    Q(status=Table.Status.PLAYING, kind=Table.Kind.CASUAL, rated=False, state__isnull=False)
    & Q(Exists(_SEATS.filter(bot=True)))
    & Q(Exists(_SEATS.filter(user__isnull=False, online=True)))
)
"""An approximation of `may_take_over`, which decides; and somebody must be present."""


def casual_tables(user: Viewer | None = None) -> QuerySet[Table]:
    """Return the casual tables that haven't begun: public ones and those of the user's leagues."""
    return Table.objects.filter(in_lobby_of(user), status=Table.Status.OPEN, kind=Table.Kind.CASUAL)


def games_with_bots_seats(user: Viewer | None = None) -> QuerySet[Table]:
    """Return the casual games in play in which people are present and a bot's seat can be taken."""
    return Table.objects.filter(in_lobby_of(user), _HAS_BOTS_SEATS)


def open_tables(user: Viewer | None = None) -> QuerySet[Table]:
    """Return the casual tables at which the user may sit down, newest first: waiting tables, then games with a bot's seat.

    Excludes the user's own tables (see `own_tables`) and those of people blocked either way.
    """
    free = Seat.objects.filter(table=OuterRef("pk"), bot=False, name="")
    waiting = Q(Exists(free), status=Table.Status.OPEN, kind=Table.Kind.CASUAL)
    tables = Table.objects.filter(in_lobby_of(user), waiting | _HAS_BOTS_SEATS)
    blocked = blocked_with(user)
    if user is not None and user.is_authenticated:
        tables = tables.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user=user)))
    if blocked:
        tables = tables.exclude(created_by__in=blocked)
    return with_people(tables.order_by("status", "-created_at", "-pk"))


def tables_in_play(user: Viewer | None = None) -> QuerySet[Table]:
    """Return the tables that the user may watch, including those of their leagues, latest start first."""
    return with_people(
        Table.objects.filter(in_lobby_of(user), status=Table.Status.PLAYING).order_by(
            "-started_at", "-pk"
        )
    )


def finished_tables(user: Viewer | None = None) -> QuerySet[Table]:
    """Return the finished games for the user's lobby, latest opened first."""
    return with_people(
        Table.objects.filter(in_lobby_of(user), status=Table.Status.FINISHED).order_by(
            "-created_at", "-pk"
        ),
        large=("state",),
    )


def own_tables(user: Viewer) -> QuerySet[Table]:
    """Return the tables at which `user` is seated and that are not over, those in play first.

    Each has `phase`, `turn` (the seat whose turn it is) and `my_seat`, for people who play with days per turn.
    """
    if not user.is_authenticated:
        return Table.objects.none()
    return with_people(
        Table.objects.filter(seats__user=user, status__in=RUNNING)
        .annotate(
            phase=KeyTransform("phase", "state"),
            turn=KeyTransform("turn", "state"),
            my_seat=F("seats__index"),
            bot_plays=F("seats__stand_in"),
        )
        .order_by("-status", "-pk")
    )


def invitations_to(user: Viewer) -> QuerySet[Invitation]:
    """Return the valid invitations that `user` hasn't declined, newest first."""
    if not user.is_authenticated:
        return Invitation.objects.none()
    return (
        Invitation.objects.filter(
            user=user,
            declined=False,
            at__gte=now() - INVITATION_LIFE,
            table__status=Table.Status.OPEN,
            table__in=visible_to(user).values("pk"),
        )
        .exclude(table__seats__user=user)
        .select_related("table", "by")
        .defer(*(f"table__{name}" for name in _LARGE))
    )


def rows(tables: Sequence[Table], user: Viewer | None = None) -> list[dict[str, Any]]:
    """Return the data for each table's row in a list, as shown to `user`."""
    strength = Strength(user)
    waits_for = _at_turn(tables)
    return [{**_row(table, strength), "my_turn": table.pk in waits_for} for table in tables]


LISTS = {"open": open_tables, "over": finished_tables}
"""The lobby's lists, by the value of `show` in the address."""


def with_people(tables: QuerySet[Table], large: Sequence[str] = _LARGE) -> QuerySet[Table]:
    """Load the tables for a list: with their seats and the rules shown, without the `large` columns."""
    seats = Prefetch("seats", queryset=Seat.objects.order_by("index"))
    rules = {f"rule_{name}": KeyTransform(name, "rules") for name in _SHOWN_RULES}
    return tables.defer(*large).annotate(**rules).prefetch_related(seats)


def _row(table: Any, strength: Strength) -> dict[str, Any]:
    seats = list(table.seats.all())
    return {
        "table": table,
        "target": table.rule_target,
        "max_hands": table.rule_max_hands,
        "range": range_words(table),
        "join": _way_in(table, strength),
        "rules": rules_said(table.rules, LENGTH),
        "people": [seat for seat in seats if not seat.is_free],
        "free": sum(seat.is_free for seat in seats),
        "bots_seats": sum(seat.bot for seat in seats) if may_take_over(table, seats) else 0,
    }


def takes_guests(table: Table) -> bool:
    """Return whether the table's terms allow people without an account."""
    league = table.visibility == Table.Visibility.LEAGUE
    return fits(table, None) and not table.rated and not league


def _way_in(table: Any, strength: Strength) -> str:
    """Return how the viewer can join a table that waits for players.

    "join"; for a visitor "guest", or "sign_in" if guests can't join. If the viewer can't join: "members" (a guest), "bot"
    (a bot account, which needs an invitation) or "rating".
    """
    user = strength.user
    open_to_all = takes_guests(table)
    if user is None or not user.is_authenticated:
        return "guest" if open_to_all else "sign_in"
    if user.is_bot:
        return "bot"
    if open_to_all:
        return "join"
    if user.is_guest:
        return "members"
    pool = pool_named(table.rule_sides, table.rule_players)
    return "join" if fits(table, strength.in_pool(pool)) else "rating"


def _at_turn(tables: Sequence[Any]) -> set[int]:
    """Return the keys of the tables at which it is the viewer's turn.

    Loads the whole game only for tables at which cards are passed, because several players act at once there.
    """
    own = [
        table
        for table in tables
        if table.status == Table.Status.PLAYING
        and getattr(table, "my_seat", None) is not None
        and not table.bot_plays
    ]
    found = {table.pk for table in own if table.turn == table.my_seat}
    passing = {table.pk: table.my_seat for table in own if table.phase == PASSING}
    if passing:
        for pk, rules, state in Table.objects.filter(pk__in=passing).values_list(
            "pk", "rules", "state"
        ):
            if state and passing[pk] in engine.restore({**state, "rules": rules}).to_act:
                found.add(pk)
    return found
