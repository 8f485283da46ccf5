"""Contact sheets: the shots of one preset side by side on one page, drawn by Chromium."""

import base64
import html
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Browser

QUALITY = 70
STYLE = """
* { margin: 0; box-sizing: border-box; }
body { width: max-content; padding: 16px; font: 14px/1.4 system-ui, sans-serif; background: #f4f2ec; color: #26241f; }
body.dark { background: #191a1c; color: #e8e6e0; }
main { display: grid; gap: 14px; }
main.desktop { grid-template-columns: repeat(3, 520px); }
main.phone { grid-template-columns: repeat(5, 262px); }
img { display: block; width: 100%; border-radius: 6px; }
figcaption { padding: 3px 2px 0; }
"""


def make(browser: Browser, shots: Mapping[str, bytes], *, size: str, scheme: str, to: Path) -> int:
    """Draw the shots (PNG, by caption) as one WebP file; returns its size in bytes."""
    figures = "".join(
        f'<figure><img src="data:image/png;base64,{base64.b64encode(png).decode()}">'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
        for caption, png in shots.items()
    )
    page = browser.new_page(viewport={"width": 1640, "height": 400})
    page.set_content(
        f'<style>{STYLE}</style><body class="{scheme}"><main class="{size}">{figures}</main>'
    )
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    box = page.evaluate(
        "(({ width, height }) => ({ width, height }))(document.body.getBoundingClientRect())"
    )
    session = page.context.new_cdp_session(page)
    shot = session.send(
        "Page.captureScreenshot",
        {
            "format": "webp",
            "quality": QUALITY,
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, **box, "scale": 1},
        },
    )
    page.close()
    return to.write_bytes(base64.b64decode(shot["data"]))
