"""A canvas for preview pictures: rectangles, lines and letters."""

import io
import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
FONT = Path(__file__).parent / "dejavu-2.37" / "DejaVuSans-Bold.ttf"
SIZES = {"text": 38, "large": 74, "huge": 330}
UNKNOWN = "·"
"""Replaces letters that the font lacks."""
NEVER_A_LETTER = "\uffff"
FINER = 4
"""Lines are drawn so much larger and scaled down, which smooths their edges."""


@lru_cache(maxsize=len(SIZES))
def _font(kind: str) -> ImageFont.FreeTypeFont:
    # Letters keep their own width, so that texts can be measured and continued letter by letter.
    return ImageFont.truetype(FONT, SIZES[kind], layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _is_drawn(char: str) -> bool:
    font = _font("text")
    return char.isspace() or bytes(font.getmask(char)) != bytes(font.getmask(NEVER_A_LETTER))


def drawable(text: str) -> str:
    """Replace letters that the font lacks by the letter without its accents, or by a dot."""
    shown = []
    for char in unicodedata.normalize("NFC", text):
        base = unicodedata.normalize("NFKD", char)[0]
        shown.append(next((one for one in (char, base) if _is_drawn(one)), UNKNOWN))
    return "".join(shown)


def width_of(text: str, kind: str = "text") -> int:
    """Return the width of a drawable text in pixels."""
    return round(_font(kind).getlength(text))


def fitted(text: str, most: int) -> str:
    """Make a text drawable, and truncate it if it is wider than `most` pixels."""
    shown = drawable(text)
    if width_of(shown) <= most:
        return shown
    while shown and width_of(f"{shown}…") > most:
        shown = shown[:-1]
    return f"{shown.rstrip()}…"


class Canvas:
    """A picture being drawn: 24-bit colours, with the origin at the top left."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.image = Image.new("RGB", (width, height), colour)
        self.pen = ImageDraw.Draw(self.image)

    def box(self, left: int, top: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle."""
        self.pen.rectangle((left, top, left + width - 1, top + height - 1), colour)

    def text(self, left: int, base: int, text: str, colour: Colour, kind: str = "text") -> int:
        """Write a drawable text on the base line; return its right end."""
        self.pen.text((left, base), text, colour, _font(kind), anchor="ls")
        return left + width_of(text, kind)

    def line(self, points: list[tuple[float, float]], colour: Colour, thick: int = 5) -> None:
        """Draw a line through points."""
        size = self.image.size
        shades = Image.new("L", (size[0] * FINER, size[1] * FINER))
        finer = [(x * FINER, y * FINER) for x, y in points]
        ImageDraw.Draw(shades).line(finer, 255, thick * FINER, joint="curve")
        self.image.paste(colour, mask=shades.resize(size, Image.Resampling.BOX))

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        file = io.BytesIO()
        self.image.save(file, "PNG")
        return file.getvalue()
