"""The small table on the home page: a spectator's view of a game in play."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count

from games import engine
from games.tables.game.bots import level_of
from games.tables.levels import LEVEL_NAMES
from games.tables.lobby.listing import tables_in_play
from games.tables.lobby.watching import featured
from games.tables.models import Table
from spades_site.accounts.models import Viewer
from tournaments.events.queries.selectors import live_matches

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PLACES = {2: "sn", 3: "swe", 4: "swne"}
"""The positions of the seats, clockwise from the south. There is no room for five."""


@dataclass(frozen=True)
class MiniSeat:
    """A seat: `place` is s, w, n or e; `level` is that of the bot that plays it, or ""; `stand_in` that it plays for a
    person; `card` is its card in the trick, or ""; `took` that it won the trick shown.
    """

    place: str
    name: str
    level: "StrOrPromise"
    stand_in: bool
    bid: str
    won: int
    card: str
    at_turn: bool
    took: bool
    rating: int | None
    provisional: bool
    avatar: str


@dataclass(frozen=True)
class MiniSide:
    """A side: its players' names, its total and its bags."""

    names: str
    total: int
    bags: int


@dataclass(frozen=True)
class MiniTable:
    """A table in play as spectators see it."""

    table: Table
    title: str
    hand_no: int
    seats: list[MiniSeat]
    sides: list[MiniSide]


def table_to_watch(user: Viewer) -> tuple[Table, str] | None:
    """Return the game that the home page shows to the user, and its title; None if there is none.

    It is the featured game (`watching.featured`); while there is none, a match in play, then a casual game. The table
    comes without its state, which `mini_of` loads.
    """
    best = featured(user)
    if best is not None:
        return best, best.title
    match = live_matches(user).filter(tables__table__status=Table.Status.PLAYING).first()
    if match is not None:
        tables = [at.table for at in match.open_tables if at.table]
        begun = [one for one in tables if one.status == Table.Status.PLAYING]
        return (begun[0] if begun else match.table), match.tournament.name
    casual = _casual()
    return None if casual is None else (casual, casual.title)


def mini_of(watched: tuple[Table, str] | None) -> MiniTable | None:
    """Return the picture of the table from `table_to_watch`, in two queries; None if the game has not begun."""
    if watched is None:
        return None
    table = Table.objects.prefetch_related("seats").get(pk=watched[0].pk)
    if table.state is None:
        return None
    state = engine.restore({**table.state, "rules": table.rules})
    return _mini(table, watched[1], engine.view_for(state, engine.SPECTATOR))


def _casual() -> Table | None:
    """Return the first casual game in play, one of four players if there is one."""
    small = tables_in_play().annotate(places=Count("seats")).filter(places__lte=max(PLACES))
    return small.order_by("-places", *small.query.order_by).first()


def _mini(table: Table, title: str, view: engine.GameView) -> MiniTable:
    seats = sorted(table.seats.all(), key=lambda seat: seat.index)
    # Between two tricks the finished one stays visible, as at the table.
    won = view["history"]["tricks"][-1:]
    lying = dict((view["trick"] or won[0])["plays"] if view["trick"] or won else ())
    winner = won[0]["winner"] if won and not view["trick"] else None
    bids = ["" if bid is None else bid["text"] for bid in view["bids"]]
    places = PLACES[len(seats)]
    return MiniTable(
        table=table,
        title=title,
        hand_no=view["hand_no"],
        seats=[
            MiniSeat(
                place=places[seat.index],
                name=seat.name,
                level=LEVEL_NAMES[level_of(table, seat)] if seat.by_bot else "",
                stand_in=seat.stand_in,
                bid=bids[seat.index],
                won=view["tricks_won"][seat.index],
                card=lying.get(seat.index, ""),
                at_turn=seat.index in view["to_act"],
                took=seat.index == winner,
                rating=None if seat.by_bot else seat.rating,
                provisional=seat.provisional,
                avatar=seat.avatar,
            )
            for seat in seats
        ],
        sides=[
            MiniSide(" & ".join(seats[index].name for index in side), total, bags)
            for side, total, bags in zip(view["sides"], view["totals"], view["bags"], strict=True)
        ],
    )
