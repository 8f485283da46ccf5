"""From a click in one browser to the picture in another, in milliseconds, at a table of two people and two bots.

Both pages run in one Chromium on one machine, so their clocks agree. The bare message beside it is the round trip of a
ping on the same socket: what the line alone takes.
"""

import re
import statistics
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import program, services

MOVES = 60
WATCH = """
() => {
  window.shown = {};
  const note = () => {
    for (const card of document.querySelectorAll("[data-trick] [data-card], .trick [data-card]")) {
      window.shown[card.dataset.card] ??= performance.timeOrigin + performance.now();
    }
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, attributes: true });
}
"""
CLICKED = """
() => document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]");
  if (card) window.clicked = [card.dataset.card, performance.timeOrigin + event.timeStamp];
}, true)
"""


def main() -> None:
    """Print p50 and p95 of click to the other browser's picture."""
    path = services.need("chromium", "chromium")
    with sync_playwright() as playwright, program.running(BOT_SECONDS="0.05") as site:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        waits = _measure(browser, site.url)
        browser.close()
    waits.sort()
    p95 = waits[int(len(waits) * 0.95) - 1]
    print(
        f"click: to the other browser's picture p50 {statistics.median(waits):.0f} ms, p95 {p95:.0f} ms"
        f"   ({len(waits)} cards, one machine)"
    )


def _measure(browser: Browser, url: str) -> list[float]:
    pages = _seat(browser, url)
    for page in pages:
        page.evaluate(WATCH)
        page.evaluate(CLICKED)
    waits: list[float] = []
    while len(waits) < MOVES:
        for page, other in (pages, pages[::-1]):
            waits.extend(_move(page, other))
    return waits


def _seat(browser: Browser, url: str) -> list[Page]:
    pages = [browser.new_context(viewport={"width": 1280, "height": 800}).new_page() for _ in "ab"]
    first, second = pages
    first.goto(f"{url}/play/open/")
    first.locator("#id_max_hands").fill("20")
    first.locator("main form button[type=submit]").first.click()
    first.wait_for_url(re.compile("/play/t/"))
    second.goto(f"{url}/play/open/")
    second.goto(first.url)
    second.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    second.get_by_role("button", name=re.compile("Sit|Take", re.I)).first.click()
    second.get_by_role("button", name=re.compile("Leave", re.I)).first.wait_for()
    first.get_by_role("button", name=re.compile("Fill|bots", re.I)).first.click()
    return pages


def _move(page: Page, other: Page) -> list[float]:
    bid = page.locator("[data-choice=bid]")
    if bid.is_visible():
        bid.locator(".bid-number").nth(2).click()
        bid.locator(".bid-confirm").click()
        bid.wait_for(state="hidden")
        return []
    cards = page.locator(".own-card.legal")
    if not cards.count():
        page.wait_for_timeout(30)
        return []
    name = cards.first.get_attribute("data-card")
    other.evaluate("() => { window.shown = {}; }")
    page.mouse.move(2, 2)
    page.locator(f".own-card.legal[data-card='{name}']").click(position={"x": 16, "y": 20})
    other.wait_for_function("(card) => window.shown[card]", arg=name, timeout=10_000)
    clicked: Any = page.evaluate("() => window.clicked")
    shown: Any = other.evaluate("(card) => window.shown[card]", name)
    return [shown - clicked[1]] if clicked[0] == name else []
