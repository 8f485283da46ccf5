"""The distribution of a pool's ratings: a histogram drawn by the server, with its figures beside it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, IntegerField
from django.db.models.expressions import F, Value
from django.db.models.functions import Cast, Floor

from games.ratings import elo
from games.ratings.queries import candidates

STEP = 50
"""The width of a bar, in points."""
WIDTH, HEIGHT = 480, 160
LEFT, BOTTOM, TOP, GAP = 8, 24, 16, 2
MOST_LABELS = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """The players with ratings from `low` up to, but not including, `low` + STEP. `own`: the viewer is among them."""

    low: int
    players: int
    own: bool
    x: str
    y: str
    width: str
    height: str
    label: str

    @property
    def high(self) -> int:
        """Return the highest whole rating in the bar."""
        return self.low + STEP - 1

    @property
    def middle(self) -> str:
        """Return the x coordinate of the bar's label."""
        return f"{float(self.x) + float(self.width) / 2:.1f}"


def distribution(
    pool: str,
    *,
    min_games: int = 1,
    active_since: datetime | None = None,
    own: int | None = None,
) -> dict[str, Any] | None:
    """Return the histogram's context for a template: `bars`, `players` and the size; None where nobody is rated.

    One query. `own` is the viewer's rating in points. The conditions are those of `queries.leaderboard`.
    """
    counts = _counts(pool, min_games, active_since)
    if not counts:
        return None
    lows = range(min(counts), max(counts) + STEP, STEP)
    most, width = max(counts.values()), (WIDTH - 2 * LEFT) / len(lows)
    every = -(-len(lows) // MOST_LABELS)
    bars = []
    for number, low in enumerate(lows):
        players = counts.get(low, 0)
        height = (HEIGHT - TOP - BOTTOM) * players / most
        bars.append(
            Bar(
                low=low,
                players=players,
                own=own is not None and low <= own < low + STEP,
                x=f"{LEFT + number * width:.1f}",
                y=f"{HEIGHT - BOTTOM - height:.1f}",
                width=f"{max(1.0, width - GAP):.1f}",
                height=f"{height:.1f}",
                label=str(low) if number % every == 0 else "",
            )
        )
    return {
        "bars": bars,
        "players": sum(counts.values()),
        "width": WIDTH,
        "height": HEIGHT,
        "base": HEIGHT - BOTTOM,
        "label_y": HEIGHT - 8,
    }


def _counts(pool: str, min_games: int, active_since: datetime | None) -> dict[int, int]:
    """Return the number of players by the low end of their bar."""
    # Rounded to whole points as everywhere else: add half a point, then round down.
    points = Floor((F("millis") + Value(elo.POINT // 2)) / Value(float(elo.POINT * STEP)))
    found = (
        candidates(pool, min_games, active_since)
        .annotate(bar=Cast(points, IntegerField()))
        .values_list("bar")
        .annotate(players=Count("pk"))
        .order_by()
    )
    return {bar * STEP: players for bar, players in found}
