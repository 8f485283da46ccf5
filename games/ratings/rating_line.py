"""The line of a rating over time, as SVG drawn by the server.

`rating_line(points)` gives the context of templates/components/rating_line.html: coordinates as text, so that no
locale adds a decimal comma, and the same figures again as a table for people who can't see the line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.ratings import elo
from games.ratings.queries import HistoryEntry

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 46, 8, 10, 28
RANK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A rating in whole points and when it was reached."""

    at: datetime
    value: int


def points_of(entries: Sequence[HistoryEntry]) -> list[LinePoint]:
    """Return the points of a history (newest first, as `queries.history` gives it), oldest first, without void
    games.
    """
    return [LinePoint(entry.at, entry.after) for entry in reversed(entries) if not entry.void]


def rating_line(
    points: Sequence[LinePoint],
    *,
    start: int = elo.displayed_rating(elo.START),
    key: str = "rating",
    ranks: bool = False,
) -> dict[str, Any]:
    """Return the template's context for the ratings after each game, oldest first.

    Games are evenly spaced, after the rating `start`. `key` makes the ids of two lines on one page differ. `ranks`: the values
    are ranks, with the lowest at the top. Without points `line` is None, and the template says so.
    """
    if not points:
        return {"line": None, "key": key}
    values = [start, *(point.value for point in points)]
    ticks = (_rank_ticks if ranks else _ticks)(min(values), max(values))
    ends = (ticks[0], ticks[-1]) if ranks else (ticks[-1], ticks[0])
    places = [
        (_across(index, len(values)), _down(value, *ends)) for index, value in enumerate(values)
    ]
    line = {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "path": " ".join(f"{x},{y}" for x, y in places),
        "ticks": [{"y": _down(tick, *ends), "value": tick} for tick in ticks],
        "last": {"x": places[-1][0], "y": places[-1][1], "value": values[-1]},
        "label_y": HEIGHT - 8,
        "first_at": points[0].at,
        "last_at": points[-1].at,
        "lowest": min(values),
        "highest": max(values),
        "games": len(points),
    }
    return {"line": line, "points": list(points)[::-1], "key": key}


def _ticks(low: int, high: int) -> list[int]:
    """Return round values from below `low` to above `high`, few enough to read."""
    for step in STEPS:
        first, last = low // step * step, -(-high // step) * step
        if first == last:
            first, last = first - step, last + step
        if (last - first) // step < MOST_LINES:
            return list(range(first, last + step, step))
    return [0, -(-high // STEPS[-1]) * STEPS[-1]]


def _rank_ticks(best: int, worst: int) -> list[int]:
    """Return round ranks from `best` or above it to `worst` or below it."""
    step = next((one for one in RANK_STEPS if (worst - best) // one < MOST_LINES - 1), worst)
    first, last = best // step * step, -(-max(worst, best + 1) // step) * step
    return [max(1, tick) for tick in range(first, last + 1, step)]


def _across(index: int, count: int) -> str:
    return _text(LEFT + (WIDTH - LEFT - RIGHT) * index / (count - 1))


def _down(value: int, top: int, bottom: int) -> str:
    room = HEIGHT - TOP - BOTTOM
    return _text(TOP + room * (top - value) / (top - bottom))


def _text(number: float) -> str:
    return f"{number:.1f}"
