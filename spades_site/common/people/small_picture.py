"""Make a small square WebP of a picture: a program of its own, from its input to its output.

A file of 130 kB may need seconds, and one of 2 MB minutes or gigabytes. So this process limits its own time and memory, looks at
what the file announces before it decodes anything, and is alone with it: no database, no secrets, no thread of the server.
"""

import io
import os
import resource
import struct
import sys
from typing import Final

FORMATS: Final = ("PNG", "JPEG", "WEBP")
SIDE: Final = 128
"""The side of the square, in pixels."""
MOST_PIXELS: Final = 30_000_000
MOST_SCANS: Final = 30
"""Of a progressive JPEG: cameras and programs write ten or so, and each needs as long as the whole picture."""
MOST_FRAMES: Final = 100
"""Of an animation, of which only the first is decoded."""
CPU_SECONDS: Final = 5
MOST_BYTES: Final = 768 * 1024 * 1024
NICE: Final = 10
TOO_LARGE, TOO_MUCH_WORK, UNREADABLE = 3, 4, 5
"""The statuses with which it ends if there is no square."""
_START_OF_SCAN: Final = b"\xff\xda"


def main() -> int:
    """Return the exit status."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    os.nice(NICE)
    data = sys.stdin.buffer.read()
    # Only JPEG has scans, but a picture's kind is whatever Pillow takes it for.
    if data.startswith(b"\xff\xd8") and data.count(_START_OF_SCAN) > MOST_SCANS:
        return TOO_MUCH_WORK
    try:
        return _shrink(data)
    except MemoryError:
        return TOO_MUCH_WORK


def _shrink(data: bytes) -> int:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return TOO_LARGE
            if getattr(picture, "n_frames", 1) > MOST_FRAMES:
                return TOO_MUCH_WORK
            # A JPEG is decoded at an eighth of its size if that is enough.
            picture.draft("RGB", (4 * SIDE, 4 * SIDE))
            ImageOps.exif_transpose(picture, in_place=True)
            mode = "RGBA" if picture.has_transparency_data else "RGB"
            square = ImageOps.fit(picture.convert(mode), (SIDE, SIDE))
    except Image.DecompressionBombError:
        return TOO_LARGE
    except (OSError, SyntaxError, ValueError, EOFError, struct.error):
        return UNREADABLE
    # Drop metadata: places, cameras, comments, colour profiles.
    square.info.clear()
    square.save(sys.stdout.buffer, "WEBP", quality=82)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
