"""Generate games/tables/replay/letters.bin, the letters of the replays' pictures: `python -m tools.replay_letters`.

Chromium draws them from DejaVu Sans Bold, whose licence (Bitstream Vera's and Arev's) lets anybody use, embed and pass
on what is made with it. The file changes only when the letters or their sizes here do.
"""

import base64
import json
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import services

FILE = Path(__file__).parents[1] / "games" / "tables" / "replay" / "letters.bin"
FONT = "DejaVu Sans"


def _between(first: int, last: int) -> str:
    return "".join(chr(code) for code in range(first, last + 1))


LATIN = _between(0x20, 0x7E) + _between(0xA1, 0x17F)
OTHERS = (
    _between(0x391, 0x3A1) + _between(0x3A3, 0x3C9) + "ΆΈΉΊΌΎΏάέήίόύώϊϋ" + _between(0x400, 0x45F)
)
SETS = {
    "text": (38, LATIN + OTHERS + "–—‘’“”…−·×♠♥♦♣"),
    "large": (74, "0123456789−"),
    "huge": (330, "♠"),
}

DRAW = """async ([font, size, letters]) => {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * 2;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.font = `bold ${size}px "${font}"`;
  const base = Math.round(size * 1.4);
  const left = Math.round(size * 0.3);
  return letters.map((letter) => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.fillText(letter, left, base);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let [x0, y0, x1, y1] = [canvas.width, canvas.height, 0, 0];
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        if (data[(y * canvas.width + x) * 4 + 3] < 8) continue;
        [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x + 1), Math.min(y0, y), Math.max(y1, y + 1)];
      }
    }
    const rows = [];
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) rows.push(data[(y * canvas.width + x) * 4 + 3]);
    const box = x1 > x0 ? [x0 - left, y0 - base, x1 - x0, y1 - y0] : [0, 0, 0, 0];
    return { advance: Math.round(pen.measureText(letter).width), box, bytes: btoa(rows.map((shade) => String.fromCharCode(shade)).join("")) };
  });
}"""


def main() -> None:
    """Draw all sets and write the file."""
    sets: dict[str, dict[str, list[int]]] = {}
    pixels = bytearray()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.need("chromium", "chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name, (size, letters) in SETS.items():
            glyphs: dict[str, list[int]] = {}
            for letter in letters:
                (drawn,) = page.evaluate(DRAW, [FONT, size, [letter]])
                glyphs[letter] = [drawn["advance"], *drawn["box"], len(pixels)]
                # Sixteen shades are enough for smooth edges, and pack well.
                pixels += bytes(shade & 0xF0 for shade in base64.b64decode(drawn["bytes"]))
            sets[name] = glyphs
        browser.close()
    head = json.dumps(sets, ensure_ascii=False, separators=(",", ":")).encode()
    FILE.write_bytes(zlib.compress(head + b"\n" + bytes(pixels), 9))


if __name__ == "__main__":
    main()
