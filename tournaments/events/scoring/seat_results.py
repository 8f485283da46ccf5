"""What a table at which everybody sits for themselves says, and how it counts in the standings."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games import engine
from games.tables.models import Table
from tournaments.events.models import Match, Result
from tournaments.standings import TableResult
from tournaments.standings.placing import places_by, solo_result


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
        Side(place, total, max(0, seat_bags))
        for place, total, seat_bags in zip(places_by(totals), totals, bags, strict=True)
    )


def hands_said(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return what each side of a finished table scored, hand by hand, where its deals are shared; else nothing."""
    if table.deals_id is None or table.state is None:
        return ()
    state = engine.restore({**table.state, "rules": table.rules})
    return tuple(tuple(side.points for side in hand.sides) for hand in state.hand_results)


def in_standings(match: Match, result: Result) -> TableResult:
    """Return a match's current result for the standings; its seats are loaded."""
    entries = [seat.entry_id for seat in match.seats.all()]
    absent = tuple(entries[seat] for seat in result.absent)
    number = match.round.number
    if result.by_side:
        said = result.by_side
        return solo_result(
            number,
            entries,
            [side["place"] for side in said],
            [side["points"] for side in said],
            [side["bags"] for side in said],
            absent,
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
