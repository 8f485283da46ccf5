"""The preview picture of a replay's link: who played, the totals, and how they grew by hand."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.replay.canvas import Canvas, Colour, fitted, width_of
from games.tables.replay.summary import plain, side_names, sides_in_order
from games.tables.replay.timeline import Replay
from games.tables.texts.rules import rules_said

SIZE = (1200, 630)
"""The size recommended for link previews."""

# The felt's colours of static/css/tokens.css, light set.
FELT, DEEP, RIM = (0x2F, 0x62, 0x4D), (0x24, 0x4E, 0x3D), (0x1A, 0x3A, 0x2D)
INK, MUTED, LINE = (0xF6, 0xF3, 0xEA), (0xCF, 0xDC, 0xD3), (0x5A, 0x87, 0x73)
TURN = (0xF2, 0xCB, 0x6B)
SIDE_COLOURS: tuple[Colour, ...] = (
    (0xF6, 0xF3, 0xEA),
    (0x9F, 0xC9, 0xF0),
    (0xF0, 0xA5, 0x8E),
    (0xB9, 0xE0, 0x8E),
    (0xD9, 0xB3, 0xEE),
)
MARGIN = 64
NAMES_WIDTH = 520
CHART = (680, 150, 456, 330)


def picture(replay: Replay, site_name: str) -> bytes:
    """Return the picture as a PNG file."""
    canvas = Canvas(*SIZE, FELT)
    canvas.text(SIZE[0] - 330, 560, "♠", DEEP, "huge")
    canvas.box(0, 0, SIZE[0], 104, RIM)
    end = canvas.text(MARGIN, 66, "♠ ", TURN)
    canvas.text(end, 66, fitted(f"{site_name} · {_('Replay')}", 700), INK)
    _sides(canvas, replay)
    _chart(canvas, replay)
    canvas.box(0, SIZE[1] - 88, SIZE[0], 88, RIM)
    canvas.text(MARGIN, SIZE[1] - 32, fitted(_foot(replay), SIZE[0] - 2 * MARGIN), MUTED)
    return canvas.png()


def _sides(canvas: Canvas, replay: Replay) -> None:
    """Write each side's names and total, the winners' first and marked."""
    result: dict[str, Any] = replay.record["result"]
    sides = list(zip(side_names(replay), result["totals"], replay.rules.side_seats, strict=True))
    step = 380 // len(sides)
    for row, side in enumerate(sides_in_order(replay)):
        name, total, seats = sides[side]
        middle = 138 + row * step + step // 2
        won = seats[0] in result["winners"] and len(result["winners"]) < replay.rules.players
        canvas.box(MARGIN, middle - 26, 10, 52, _colour(side))
        tall = len(sides) < 4
        _name(canvas, name, middle, tall, TURN if won else INK)
        kind = "large" if tall else "text"
        text = plain(total)
        left = MARGIN + NAMES_WIDTH + 60 - width_of(text, kind)
        canvas.text(left, middle + (27 if tall else 14), text, TURN if won else INK, kind)


def _name(canvas: Canvas, name: str, middle: int, tall: bool, colour: Colour) -> None:
    most = NAMES_WIDTH - (150 if tall else 70)
    canvas.text(MARGIN + 30, middle + 14, fitted(name, most), colour)


def _chart(canvas: Canvas, replay: Replay) -> None:
    """Draw the totals after each hand as lines."""
    left, top, width, height = CHART
    grown = [
        [0, *(hand.score["sides"][side]["total"] for hand in replay.hands)]
        for side in range(len(replay.rules.side_seats))
    ]
    low = min(0, *(min(totals) for totals in grown))
    high = max(1, *(max(totals) for totals in grown))

    def height_of(total: int) -> float:
        return top + height - (total - low) * height / (high - low)

    canvas.box(left, round(height_of(0)), width, 2, LINE)
    steps = len(replay.hands)
    for side, totals in enumerate(grown):
        points = [
            (left + number * width / steps, height_of(total)) for number, total in enumerate(totals)
        ]
        canvas.line(points, _colour(side))


def _colour(side: int) -> Colour:
    return SIDE_COLOURS[side]


def _foot(replay: Replay) -> str:
    hands = ngettext("%(n)d hand", "%(n)d hands", len(replay.hands)) % {"n": len(replay.hands)}
    return f"{hands} · {replay.table.title or rules_said(replay.rules)}"
