"""The cross table: every entry against every other, in the order of the standings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.sentences import format_score
from tournaments.events.models import Result
from tournaments.events.queries.view_models import MatchLine, RoundView, StandingRow

MOST_IN_CROSS_TABLE = 16
"""With more entries it is wider than any screen."""


Mark = tuple[str, str, bool, bool, str]


@dataclass(frozen=True)
class Cell:
    """One entry's results against another, one for each meeting: "won", "lost", "drawn" or "" (not yet)."""

    own: bool
    marks: list[Mark]
    """Result and score, from the row's side; whether bots played most of a side's cards, whether it was corrected, and how the
    game ended where the points don't say who won."""


@dataclass(frozen=True)
class CrossRow:
    """One entry's line."""

    standing: StandingRow
    cells: list[Cell]


def cross_table(rounds: Sequence[RoundView], rows: Sequence[StandingRow]) -> list[CrossRow]:
    """Return the cross table for `rows`, the standings, from the rounds' results; empty if there are too many entries,
    or if matches aren't one against one.
    """
    lines = [line for round_ in rounds for line in round_.matches]
    if len(rows) > MOST_IN_CROSS_TABLE or any(line.match.seated for line in lines):
        return []
    met: defaultdict[tuple[int, int], list[Mark]] = defaultdict(list)
    for line in lines:
        if line.is_bye or line.result is None:
            continue
        a, b = line.match.entries
        met[a.pk, b.pk].append(_mark(line, line.result, 0))
        met[b.pk, a.pk].append(_mark(line, line.result, 1))
    return [
        CrossRow(
            row,
            [
                Cell(row.entry.pk == other.entry.pk, met[row.entry.pk, other.entry.pk])
                for other in rows
            ],
        )
        for row in rows
    ]


def _mark(line: MatchLine, result: Result, side: int) -> Mark:
    """Return the outcome of a finished match for one side of two."""
    if result.kind == Result.Kind.VOID:
        return "", line.score, False, result.is_corrected, ""
    won = {side: "won", None: "drawn" if result.kind == Result.Kind.PLAYED else "lost"}
    points = result.points
    score = line.score
    if result.kind == Result.Kind.PLAYED:
        score = format_score((points[side], points[1 - side]))
    return (
        won.get(result.winner, "lost"),
        score,
        bool(result.stood_in),
        result.is_corrected,
        result.other_end,
    )
