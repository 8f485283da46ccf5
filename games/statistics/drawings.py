"""The statistics as SVG drawn by the server: coordinates as text, so that no locale adds a decimal comma."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 46, 8, 10, 28
GAP: Final = 4
SHOWN_AT_LEAST: Final = 7
TICKS: Final = (0, 25, 50, 75, 100)
"""The grid lines of the drawing over time; unused lower ones are left out."""


def bid_bars(own: Mapping[int, int], everybody: Mapping[int, int]) -> dict[str, Any] | None:
    """Return the histogram of a person's bids, with marks at everybody's shares; None without bids."""
    if not own:
        return None
    numbers = range(max(max(own), SHOWN_AT_LEAST) + 1)
    labels = [_("nil"), *map(str, numbers[1:])]
    return marked_bars(labels, *([each.get(n, 0) for n in numbers] for each in (own, everybody)))


def marked_bars(labels: Sequence[str], own: Sequence[int], others: Sequence[int]) -> dict[str, Any]:
    """Return a histogram of counts by label, each bar with a mark at the share of other counts."""
    shares = list(zip(*(_shares(counts) for counts in (own, others)), strict=True))
    most = max(1.0, *(max(pair) for pair in shares))
    width = (WIDTH - 2 * RIGHT) / len(labels)
    base, room = HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    bars = []
    for number, (label, (mine, theirs)) in enumerate(zip(labels, shares, strict=True)):
        left, high = RIGHT + number * width, room * mine / most
        bars.append(
            {
                "label": label,
                "mine": round(mine),
                "theirs": round(theirs),
                "x": _text(left + GAP / 2),
                "width": _text(width - GAP),
                "y": _text(base - high),
                "height": _text(high),
                "middle": _text(left + width / 2),
                "mark": _text(base - room * theirs / most),
                "mark_end": _text(left + width - GAP / 2),
            }
        )
    return {"bars": bars, "width": WIDTH, "height": HEIGHT, "base": base, "label_y": HEIGHT - 8}


def made_line(
    points: Sequence[tuple[datetime, float]], everybody: float | None
) -> dict[str, Any] | None:
    """Return the line of contracts made over time, with everybody's share; None with fewer than two points."""
    if len(points) < 2:
        return None
    across = (WIDTH - LEFT - RIGHT) / (len(points) - 1)
    least = min(*(share for _at, share in points), 100 if everybody is None else everybody)
    ticks = [tick for tick in TICKS if tick >= min(50, least - least % 25)]

    def down(share: float) -> str:
        return _text(TOP + (HEIGHT - TOP - BOTTOM) * (100 - share) / (100 - ticks[0]))

    places = [(_text(LEFT + across * at), down(share)) for at, (_at, share) in enumerate(points)]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "path": " ".join(f"{x},{y}" for x, y in places),
        "last": {"x": places[-1][0], "y": places[-1][1], "value": round(points[-1][1])},
        "ticks": [{"y": down(tick), "value": tick} for tick in ticks],
        "everybody": None if everybody is None else down(everybody),
        "label_y": HEIGHT - 8,
        "first_at": points[0][0],
        "last_at": points[-1][0],
        "points": [{"at": at, "value": round(share)} for at, share in reversed(points)],
    }


def _shares(counts: Sequence[int]) -> list[float]:
    whole = sum(counts)
    return [100 * count / whole if whole else 0.0 for count in counts]


def _text(number: float) -> str:
    return f"{number:.1f}"
