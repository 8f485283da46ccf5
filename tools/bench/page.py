"""The table's page on a slow connection: bytes transferred, and the time until the first play is possible.

A guest opens a table with bots in a browser whose cache is empty, over 1.6 Mbit/s with 150 ms to and fro, as Chromium's
own throttling makes them. Bytes are those that came over the line, compressed and with headers. Cards are counted apart:
a phone takes one file of all of them, a desktop the pictures of its own hand and of the tricks.
"""

import re
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import program, services
from tools.bench import pages
from tools.bench.pages import LINE

SCREENS = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
ROUNDS = 3
# Forty of them are the two typefaces, five the reactions, pictures and signs of people.
MOST_KB, MOST_SECONDS = 200, 2.5
READY = "[data-choice=bid] .bid-number, [data-choice=blind] button, .own-card.legal"
NOTE_READY = """
new MutationObserver(() => {
  if (document.querySelector("%s")) window.readyAt ??= performance.now() / 1000;
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


def main() -> None:
    """Print bytes and seconds for a desktop and a phone, then what Lighthouse says of the other main pages."""
    path = services.need("chromium", "chromium")
    print("page: a table's page with an empty cache, 1.6 Mbit/s and 150 ms to and fro")
    with sync_playwright() as playwright, program.running(BOT_SECONDS="0.05") as site:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        address, cookies = _table(browser, site.url)
        for name, screen in SCREENS.items():
            _measure(browser, address, cookies, name, screen)
        browser.close()
    pages.main()


def _table(browser: Browser, url: str) -> tuple[str, Any]:
    """Open a table with bots and play until its owner is asked for something. Returns its address and the owner's cookies."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/play/")
    page.get_by_role("button", name=re.compile("play now", re.I)).first.click()
    page.wait_for_url(re.compile("/play/t/"))
    page.locator(READY).first.wait_for()
    address, cookies = page.url, context.cookies()
    context.close()
    return address, cookies


def _measure(
    browser: Browser, address: str, cookies: Any, name: str, screen: dict[str, int]
) -> None:
    runs = [_visit(browser, address, cookies, screen) for _ in range(ROUNDS)]
    weights, seconds = min(runs, key=lambda run: run[1])
    cards = sum(size for path, size in weights.items() if "/cards/" in path)
    rest = sum(weights.values()) - cards
    print(
        f"  {name:<8} {rest / 1000:5.0f} KB beside the cards (at most {MOST_KB}), the cards {cards / 1000:4.0f} KB,"
        f" {len(weights)} files; first play possible after {seconds:.2f} s (at most {MOST_SECONDS})"
    )


def _visit(
    browser: Browser, address: str, cookies: Any, screen: dict[str, int]
) -> tuple[dict[str, int], float]:
    context = browser.new_context(viewport=screen)  # type: ignore[arg-type]
    context.add_cookies(cookies)
    page = context.new_page()
    weights, line = _listen(page)
    page.add_init_script(NOTE_READY % READY)
    line.send("Network.emulateNetworkConditions", LINE)
    page.goto(address, wait_until="commit")
    page.locator(READY).first.wait_for()
    seconds = page.evaluate("() => window.readyAt")
    page.wait_for_load_state("networkidle")
    context.close()
    return weights, seconds


def _listen(page: Page) -> tuple[dict[str, int], Any]:
    """Have every file's bytes counted. Returns them by path, to be filled, and the page's line to Chromium."""
    line = page.context.new_cdp_session(page)
    names: dict[str, str] = {}
    weights: dict[str, int] = {}

    def sent(event: Any) -> None:
        names[event["requestId"]] = event["request"]["url"]

    def finished(event: Any) -> None:
        name = names.get(event["requestId"], "")
        if name.startswith("http"):
            weights[name] = weights.get(name, 0) + int(event["encodedDataLength"])

    line.on("Network.requestWillBeSent", sent)
    line.on("Network.loadingFinished", finished)
    line.send("Network.enable")
    return weights, line
