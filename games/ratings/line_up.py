"""What a finished table means for ratings: which pool, who sat on which side, how the sides were placed."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from games.engine import RuleSet, sides
from games.ratings.models import Pool
from games.tables.game.bots import cards_by_seat
from games.tables.models import Seat, Table


@dataclass(frozen=True, slots=True)
class LineUp:
    """A game to be rated: `sides` holds the users' keys, `places` each side's place, 0 the best, equal for a draw."""

    pool: str
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    finished_at: datetime
    by_bots: frozenset[int] = frozenset()
    """The users for whom a bot played most of their cards."""


def line_up_of(table: Table) -> LineUp | None:
    """Return a finished table's line-up, or None when it isn't rated.

    A table is rated if it was opened as rated and finished normally, with a member of the site who came to the
    table on every seat. Turns that a bot played for a member whose time ran out count as the member's, up to half
    of the member's cards. If a bot played more than half, the table is rated only where that side came last: nobody
    gains by what a bot played, and nobody escapes a loss by leaving. A bot's, a bot account's or a guest's seat, or a member who was
    absent when the game began, leaves the table unrated: ratings come from games that people played from the first
    card. A win by forfeit isn't rated either: such a table is not "finished".
    """
    if not table.rated or table.status != "finished" or not table.result or not table.finished_at:
        return None
    users: list[int] = []
    for seat in table.seats.select_related("user").order_by("index"):
        user = seat.user
        if seat.bot or user is None or user.is_guest or user.is_bot or _came_late(table, seat):
            return None
        users.append(user.pk)
    if len(set(users)) < len(users):
        return None
    by_side = sides(RuleSet.from_dict(table.rules))
    placed = places(by_side, table.result["winners"], table.result["totals"])
    cards = cards_by_seat([table.pk])
    by_bots = {seat for (_table, seat), counted in cards.items() if counted.mostly_bot}
    if _gains_by_a_bot(by_bots, by_side, placed):
        return None
    return LineUp(
        pool=_pool_of(by_side),
        sides=tuple(tuple(users[seat] for seat in side) for side in by_side),
        places=placed,
        finished_at=table.finished_at,
        by_bots=frozenset(users[seat] for seat in by_bots),
    )


def _gains_by_a_bot(
    by_bots: Set[int], by_side: Sequence[Sequence[int]], placed: Sequence[int]
) -> bool:
    """Return whether a side that didn't come last has a seat for which a bot played most of the cards."""
    last = max(placed)
    return any(
        by_bots & set(side) and (place < last or last == 0)
        for side, place in zip(by_side, placed, strict=True)
    )


def _came_late(table: Table, seat: Seat) -> bool:
    """Return whether the game began with a bot playing for an absent member in this seat."""
    if seat.arrived_at is None:
        return True
    return table.started_at is not None and seat.arrived_at > table.started_at


def places(
    by_side: Sequence[Sequence[int]], winners: Sequence[int], totals: Sequence[int]
) -> tuple[int, ...]:
    """Return the sides' places. Winners come first; with three sides or more, totals order the others."""
    by_total = len(by_side) > 2
    keys = [
        (not set(side) & set(winners), -total if by_total else 0)
        for side, total in zip(by_side, totals, strict=True)
    ]
    return tuple(sum(other < key for other in keys) for key in keys)


def pool_of(table: Table) -> str:
    """Return the pool in which a table is rated, depending on its number of players and sides."""
    return _pool_of(sides(RuleSet.from_dict(table.rules)))


def _pool_of(by_side: Sequence[Sequence[int]]) -> str:
    if any(len(side) > 1 for side in by_side):
        return str(Pool.PARTNERSHIP)
    return str(Pool.HEADSUP if len(by_side) == 2 else Pool.SOLO)
