"""The part of a bracket that fits on the screen for the wall: the rounds with few matches, around those still to play."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.events.queries.view_models import BracketView
from tournaments.public.bracket_svg import Box, Sheet, sheets

COLUMNS, MATCHES = 3, 4


@dataclass(frozen=True)
class Column:
    """A round of the bracket with its matches from top to bottom."""

    title: str
    boxes: Sequence[Box]


@dataclass(frozen=True)
class Part:
    """What is shown of one of the bracket's drawings."""

    title: str
    columns: Sequence[Column]


def parts(view: BracketView) -> list[Part]:
    """Return what fits of each drawing; rounds of more matches are shown as lists alone."""
    drawn = sheets(view)
    return [
        Part(sheet.title if len(drawn) > 1 else "", _window(_columns(sheet))) for sheet in drawn
    ]


def _columns(sheet: Sheet) -> list[Column]:
    found = []
    for x, title in sheet.heads:
        boxes = sorted((box for box in sheet.boxes if box.x == x), key=lambda box: box.y)
        if len(boxes) <= MATCHES:
            found.append(Column(title, boxes))
    return found


def _window(columns: list[Column]) -> list[Column]:
    """Return the columns from the first with a match to play, or the last ones."""
    ahead = (n for n, column in enumerate(columns) if not all(map(_is_over, column.boxes)))
    first = min(next(ahead, len(columns)), max(0, len(columns) - COLUMNS))
    return columns[first : first + COLUMNS]


def _is_over(box: Box) -> bool:
    return any(side.won for side in box.sides)
