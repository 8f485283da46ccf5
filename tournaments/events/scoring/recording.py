"""Writing results down. A new version never erases an earlier one; the current one counts.

Everything here works on rows of a tournament that the caller has locked.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.tables.models import Table
from tournaments.events.core import line_ups
from tournaments.events.models import Match, Result
from tournaments.events.notices import notify
from tournaments.events.scoring.seat_results import Side, hands_said, sides_said


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winner` is "a", "b" or "": a draw, a forfeit by both, or nothing to win.

    `points`, `bags` are those of the first and the second side at the table.
    """

    kind: str
    winner: str = ""
    points: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    hands: int = 0
    games: tuple[int, int] = (0, 0)
    """Won by either side, of a match of several."""
    by_side: tuple[Side, ...] = ()
    """Of a table with more than two sides, in the order of their seats."""
    by_hand: tuple[tuple[int, ...], ...] = ()
    """Where deals are shared: each side's points, hand by hand."""
    absent: tuple[int, ...] = ()
    """Seats of single players who forfeit though the others played."""


BYE = Outcome(str(Result.Kind.BYE), "a")
VOID = Outcome(str(Result.Kind.VOID))


def forfeit(winner: str) -> Outcome:
    """Return a win without play for "a" or "b"; "" when neither side was there."""
    return Outcome(str(Result.Kind.FORFEIT), winner)


def outcome_at(table: Table) -> Outcome:
    """Return what a finished table's result says of its match: the first side sits at 0 and 2."""
    said = table.result
    by_hand = hands_said(table)
    if len(said["totals"]) > 2:
        return Outcome(
            kind=str(Result.Kind.PLAYED),
            points=(said["totals"][0], said["totals"][1]),
            hands=said.get("hands", 0),
            by_side=sides_said(said),
            by_hand=by_hand,
        )
    winners = set(said["winners"])
    first, second = bool(winners & {0, 2}), bool(winners & {1, 3})
    winner = "" if first == second else ("a" if first else "b")
    bags = said.get("bags") or (0, 0)
    return Outcome(
        kind=str(Result.Kind.PLAYED),
        winner=winner,
        points=(said["totals"][0], said["totals"][1]),
        # Under rules without a bag penalty the counts may run below zero or be left out.
        bags=(max(0, bags[0]), max(0, bags[1])),
        hands=said.get("hands", 0),
        by_hand=by_hand,
    )


def record_result(
    match: Match, outcome: Outcome, *, at: datetime, by: Any = None, reason: str = ""
) -> Result:
    """Make `outcome` the current result of a match and end the match. `by` None: the platform.

    Saying again what is current already writes nothing.
    """
    current = match.results.filter(current=True).first()
    if current is not None and match.status == Match.Status.DONE and says(current, outcome):
        return current
    played = outcome.kind == Result.Kind.PLAYED
    if not played:
        # The games of a match that was played have been taken in by then (`match_games.note_game`).
        line_ups.note(match)
    newest = match.results.order_by("-version").values_list("version", flat=True).first() or 0
    match.results.filter(current=True).update(current=False)
    result = Result.objects.create(
        match=match,
        version=newest + 1,
        kind=outcome.kind,
        winner=outcome.winner,
        points_a=outcome.points[0],
        points_b=outcome.points[1],
        bags_a=outcome.bags[0],
        bags_b=outcome.bags[1],
        hands=outcome.hands,
        games_a=outcome.games[0],
        games_b=outcome.games[1],
        by_side=[side._asdict() for side in outcome.by_side],
        by_hand=[list(points) for points in outcome.by_hand],
        absent=list(outcome.absent),
        stood_in=line_ups.stood_in(match) if played else [],
        attended=line_ups.attended(match),
        by=by,
        reason=reason,
        at=at,
    )
    match.status = Match.Status.DONE
    match.save(update_fields=["status"])
    notify.resulted(match, result)
    return result


def says(result: Result, outcome: Outcome) -> bool:
    """Return whether a result says of its match what `outcome` does."""
    return outcome == Outcome(
        kind=result.kind,
        winner=result.winner,
        points=(result.points_a, result.points_b),
        bags=(result.bags_a, result.bags_b),
        hands=result.hands,
        games=(result.games_a, result.games_b),
        by_side=tuple(Side(**side) for side in result.by_side),
        by_hand=tuple(tuple(points) for points in result.by_hand),
        absent=tuple(result.absent),
    )
