"""What a table at which everybody sits for themselves says, and how it counts in the standings."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from games import engine
from games.tables.models import Table
from tournaments.events.models import Match, Result
from tournaments.standings import TableResult

BEST = 12
"""Placement points of a first place. 12 can be shared out evenly over tables of 3, 4 and 5."""


class Side(NamedTuple):
    """How one side of a table came out: its place from 1, its points and its bags."""

    place: int
    points: int
    bags: int


def sides_said(said: Mapping[str, Any]) -> tuple[Side, ...]:
    """Return how each seat of a solo table came out, from the table's result; level totals share a place."""
    totals = list(said["totals"])
    bags = list(said.get("bags") or [0] * len(totals))
    return tuple(
        Side(1 + sum(other > total for other in totals), total, max(0, bags[seat]))
        for seat, total in enumerate(totals)
    )


def hands_said(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return what each side of a finished table scored, hand by hand, where its deals are shared; else nothing."""
    if table.deals_id is None or table.state is None:
        return ()
    state = engine.restore({**table.state, "rules": table.rules})
    return tuple(tuple(side.points for side in hand.sides) for hand in state.hand_results)


def placement_points(places: Sequence[int]) -> list[Fraction]:
    """Return what each place brings: BEST for the first, 0 for the last, evenly between; who is level shares.

    So the mean is the same at tables of every size: nobody gains by sitting at a small one.
    """
    step = Fraction(BEST, len(places) - 1)
    worth = [BEST - step * index for index in range(len(places))]
    points = []
    for place in places:
        level = places.count(place)
        points.append(sum(worth[place - 1 : place - 1 + level], Fraction(0)) / level)
    return points


def in_standings(match: Match, result: Result) -> TableResult:
    """Return a match's current result for the standings; its seats are loaded."""
    entries = [seat.entry_id for seat in match.seats.all()]
    absent = tuple(entries[seat] for seat in result.absent)
    number = match.round.number
    if result.by_side:
        places = tuple(side["place"] for side in result.by_side)
        return TableResult(
            round=number,
            sides=tuple((entry,) for entry in entries),
            places=places,
            scores=tuple(side["points"] for side in result.by_side),
            bags=tuple(side["bags"] for side in result.by_side),
            points=tuple(str(float(points)) for points in placement_points(places)),
            absent=absent,
        )
    return TableResult(
        round=number,
        sides=(tuple(entries[0::2]), tuple(entries[1::2])),
        places=_places(result),
        scores=(result.points_a, result.points_b),
        bags=(result.bags_a, result.bags_b),
        forfeit=result.kind == Result.Kind.FORFEIT,
        absent=absent,
    )


def _places(result: Result) -> tuple[int, int]:
    if result.winner:
        return (1, 2) if result.winner == Result.Winner.A else (2, 1)
    return (2, 2) if result.kind == Result.Kind.FORFEIT else (1, 1)
