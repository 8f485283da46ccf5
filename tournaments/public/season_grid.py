"""The results grid of a division: every entry against every other, in the order of the table."""

from dataclasses import dataclass, field

from django.urls import reverse

from games.engine.sentences import format_score
from tournaments.events.models import Result
from tournaments.seasons.tables.divisions import DivisionTable, TableRow
from tournaments.seasons.tables.meetings import Meeting


@dataclass(frozen=True)
class GridMark:
    """The result of one meeting from the row's side: "won", "drawn", "lost" or "", its score, the match, and
    whether a person replaced an earlier result."""

    outcome: str
    score: str
    url: str
    is_corrected: bool


@dataclass
class GridRow:
    """One entry's line; None on the diagonal, an empty list for a match to come."""

    row: TableRow
    cells: list[list[GridMark] | None] = field(default_factory=list)


def grid_of(table: DivisionTable) -> list[GridRow]:
    """Return the results grid of a division."""
    met: dict[tuple[int, int], list[GridMark]] = {}
    tournament = table.division.tournament
    for one in table.meetings:
        if one.is_bye or tournament is None:
            continue
        home, away = one.keys
        url = reverse("match", args=[tournament.slug, one.match])
        met.setdefault((home, away), []).append(_mark(one, 0, url))
        met.setdefault((away, home), []).append(_mark(one, 1, url))
    keys = [row.row.key for row in table.rows]
    return [
        GridRow(row, [None if other == key else met.get((key, other), []) for other in keys])
        for row, key in zip(table.rows, keys, strict=True)
    ]


def _mark(one: Meeting, side: int, url: str) -> GridMark:
    if one.kind == Result.Kind.VOID:
        return GridMark("", "–", url, one.is_corrected)
    if one.kind == Result.Kind.FORFEIT:
        won = one.winner == side
        return GridMark("won" if won else "lost", "+" if won else "−", url, one.is_corrected)
    outcome = "drawn" if one.winner is None else "won" if one.winner == side else "lost"
    return GridMark(
        outcome,
        format_score((one.sides[side].score, one.sides[1 - side].score)),
        url,
        one.is_corrected,
    )
