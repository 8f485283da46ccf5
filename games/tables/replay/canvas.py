"""A canvas for preview pictures: rectangles, lines and letters, written as PNG with only the standard library.

The letters come from letters.bin (made by tools/replay_letters.py): Latin, Greek and Cyrillic.
"""

import json
import struct
import unicodedata
import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

Colour = tuple[int, int, int]
_FILE = Path(__file__).with_name("letters.bin")
UNKNOWN = "·"
"""Replaces letters that have no drawing."""


@dataclass(frozen=True)
class Letters:
    """All drawn letters: by set and letter, the advance, left, top (from the base line), width, height and position."""

    sets: dict[str, dict[str, list[int]]]
    shades: bytes


@lru_cache(maxsize=1)
def letters() -> Letters:
    """Return the drawn letters, loaded once."""
    head, _line, shades = zlib.decompress(_FILE.read_bytes()).partition(b"\n")
    sets: Any = json.loads(head)
    return Letters(sets, shades)


def drawable(text: str, kind: str = "text") -> str:
    """Replace letters without a drawing by the letter without its accents, or by a dot."""
    known = letters().sets[kind]
    shown = []
    for char in unicodedata.normalize("NFC", text):
        base = unicodedata.normalize("NFKD", char)[0]
        shown.append(char if char in known else base if base in known else UNKNOWN)
    return "".join(shown)


def width_of(text: str, kind: str = "text") -> int:
    """Return the width of a drawable text in pixels."""
    known = letters().sets[kind]
    return sum(known[char][0] for char in text)


def fitted(text: str, most: int, kind: str = "text") -> str:
    """Make a text drawable, and truncate it if it is wider than `most` pixels."""
    shown = drawable(text, kind)
    if width_of(shown, kind) <= most:
        return shown
    while shown and width_of(f"{shown}…", kind) > most:
        shown = shown[:-1]
    return f"{shown.rstrip()}…"


class Canvas:
    """A picture being drawn: 24-bit colours, with the origin at the top left."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.width, self.height = width, height
        self.pixels = bytearray(bytes(colour) * (width * height))

    def box(self, left: int, top: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle."""
        row = bytes(colour) * width
        for y in range(top, top + height):
            place = (y * self.width + left) * 3
            self.pixels[place : place + len(row)] = row

    def text(self, left: int, base: int, text: str, colour: Colour, kind: str = "text") -> int:
        """Write a drawable text on the base line; return its right end."""
        drawn = letters()
        known = drawn.sets[kind]
        for char in text:
            advance, x, y, width, height, place = known[char]
            for row in range(height):
                start = place + row * width
                self._row(left + x, base + y + row, drawn.shades[start : start + width], colour)
            left += advance
        return left

    def line(self, points: list[tuple[float, float]], colour: Colour, thick: float = 5) -> None:
        """Draw a line through points from left to right, antialiased above and below."""
        for (x0, y0), (x1, y1) in pairwise(points):
            slope = (y1 - y0) / (x1 - x0)
            reach = thick / 2 * (1 + slope * slope) ** 0.5
            for x in range(round(x0), round(x1) + 1):
                middle = y0 + (x - x0) * slope
                top, bottom = middle - reach, middle + reach
                for y in range(int(top), int(bottom) + 2):
                    share = min(y + 1, bottom) - max(y, top)
                    if share > 0:
                        self._blend(x, y, int(share * 255), colour)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        stride = self.width * 3
        rows = b"".join(
            b"\0" + self.pixels[y * stride : (y + 1) * stride] for y in range(self.height)
        )
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        return b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", head),
                _chunk(b"IDAT", zlib.compress(rows, 6)),
                _chunk(b"IEND", b""),
            )
        )

    def _row(self, left: int, y: int, shades: bytes, colour: Colour) -> None:
        for offset, shade in enumerate(shades):
            if shade:
                self._blend(left + offset, y, shade, colour)

    def _blend(self, x: int, y: int, shade: int, colour: Colour) -> None:
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        # Sixteen shades up to 240 represent the whole range.
        share = min(255, shade * 17 // 16)
        place = (y * self.width + x) * 3
        for part in range(3):
            old = self.pixels[place + part]
            self.pixels[place + part] = old + (colour[part] - old) * share // 255


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
