"""The results grid of a division: every entry against every other, in the order of the table."""

from dataclasses import dataclass, field

from tournaments.events.models import Result
from tournaments.seasons.tables import DivisionTable, TableRow


@dataclass(frozen=True)
class GridMark:
    """The result of one meeting from the row's side: "won", "drawn", "lost" or "", its score, and the match."""

    outcome: str
    score: str
    url: str


@dataclass
class GridRow:
    """One entry's line; None on the diagonal, an empty list for a match to come."""

    row: TableRow
    cells: list[list[GridMark] | None] = field(default_factory=list)


def grid_of(table: DivisionTable) -> list[GridRow]:
    """Return the grid of a division from its results."""
    met: dict[tuple[int, int], list[GridMark]] = {}
    for result in table.results:
        match = result.match
        if match.is_bye:
            continue
        home, away = (side.keys[0] for side in match.sides)
        url = match.get_absolute_url()
        met.setdefault((home, away), []).append(_mark(result, 0, url))
        met.setdefault((away, home), []).append(_mark(result, 1, url))
    keys = [row.row.key for row in table.rows]
    return [
        GridRow(row, [None if other == key else met.get((key, other), []) for other in keys])
        for row, key in zip(table.rows, keys, strict=True)
    ]


def _mark(result: Result, side: int, url: str) -> GridMark:
    if result.kind == Result.Kind.VOID:
        return GridMark("", "–", url)
    if result.kind == Result.Kind.FORFEIT:
        won = result.winner == side
        return GridMark("won" if won else "lost", "+" if won else "−", url)
    outcome = "drawn" if result.winner is None else "won" if result.winner == side else "lost"
    points = result.points
    return GridMark(outcome, f"{points[side]}:{points[1 - side]}", url)
