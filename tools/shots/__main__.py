"""Leaves pictures of the table in docs/: every phase of every preset, on desktop and phone, light and dark, and the four
in README.md.

`script/shots [PRESET]… [club]`; without a name all of them. docs/screens.md shows what there is.
"""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from games.engine import PRESET_TITLES, PRESETS
from tests import program, services
from tests.browser.conftest import CHROMIUM_FLAGS, DESKTOP, PHONE
from tests.browser.sight import look
from tests.browser.tables import Mate, members, open_table, path_of, signed_in
from tests.browser.tour import HAND_PAUSE, TITLES, Tour
from tools.shots import club, sheets

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOLDER = DOCS / "screens"
IMAGES = DOCS / "images"
"""The pictures in README.md: a moment of a preset on a desktop and a phone, and the demonstration club (`CLUB`)."""
FRONT = ("cardgames_io", "play")
CLUB = "club"
NAMES = ("Maud", "Bogdan", "Ines", "Theo", "Olga")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "device_scale_factor": 1.5, "is_mobile": True, "has_touch": True},
}
SCHEMES = ("light", "dark")
HOUSE: dict[str, dict[str, Any]] = {
    "classic_blind_nil": {"blind_nil_deficit": 0, "blind_nil_pass": 2}
}
"""House rules that make a preset's rarer phases occur in its first hands."""
KEEP_TIMERS = """
  // Timers begun for this long or longer wait until the limit is set again: what shows for a moment can be looked at.
  const begin = window.setTimeout;
  let limit = 5000;
  let kept = [];
  window.setTimeout = (...all) => (Number(all[1] ?? 0) < limit ? begin(...all) : (kept.push(all), 0));
  window.keepTimers = (least) => {
    limit = least;
    for (const all of kept.splice(0)) begin(...all);
  };
"""
DRAWN = "Promise.all([...document.images].map((image) => image.decode().catch(() => {})))"
SHEET = "[data-sheet=hand]"


def main() -> int:
    """Take the pictures asked for. Returns 0."""
    parser = argparse.ArgumentParser(prog="script/shots", description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help=", ".join((*PRESETS, CLUB)))
    wanted = parser.parse_args().presets
    if unknown := set(wanted) - {*PRESETS, CLUB}:
        parser.error(f"There is no preset called {', '.join(sorted(unknown))}.")
    FOLDER.mkdir(exist_ok=True)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=services.need("chromium", "chromium"), args=CHROMIUM_FLAGS
        )
        if not wanted or CLUB in wanted:
            club.shoot(browser, IMAGES)
        presets = [key for key in wanted or PRESETS if key != CLUB]
        if presets:
            tables(presets, browser)
        browser.close()
    (DOCS / "screens.md").write_text(written())
    total = sum(file.stat().st_size for file in FOLDER.iterdir())
    print(f"{total / 1e6:.1f} MB in all")
    return 0


def tables(presets: Iterable[str], browser: Browser) -> None:
    """Play some presets on a site of their own."""
    with ExitStack() as stack:
        site = stack.enter_context(program.running(HAND_PAUSE_SECONDS=str(HAND_PAUSE)))
        sessions = members(site, NAMES)
        for key in presets:
            shoot(key, browser, site, sessions)


def shoot(key: str, browser: Browser, site: program.Platform, sessions: dict[str, str]) -> None:
    """Play two hands of a preset and write its four contact sheets."""
    mates = [Mate(site, sessions[name], seed=7) for name in NAMES[: PRESETS[key].players]]
    shots: dict[tuple[str, str], dict[str, bytes]] = {
        (size, scheme): {} for size in SIZES for scheme in SCHEMES
    }
    with windows(browser, site, sessions[NAMES[0]]) as pages:
        opener = next(iter(pages.values())).context
        table = open_table(opener, site, key, clock=(60, 300), max_hands=2, **HOUSE.get(key, {}))
        for page in pages.values():
            page.goto(site.url + path_of(table))
        tour = Tour(site, table, mates)
        for moment in tour.moments():
            for page in pages.values():
                look(page, tour.version)
                PREPARE.get(moment, nothing)(page)
            if moment == "last":
                continue
            for kind, page in pages.items():
                page.evaluate(DRAWN)
                shots[kind][moment] = page.screenshot(caret="initial", type="png")
                go_on(page)
            if (key, moment) == FRONT:
                for name, size in (("table", "desktop"), ("phone", "phone")):
                    front = pages[size, "light"]
                    # Only one of a member's open windows contributes to the deals; the others show a message about that.
                    front.evaluate("document.querySelector('.notices').replaceChildren()")
                    front.screenshot(path=IMAGES / f"{name}.png", caret="initial")
    for mate in mates:
        mate.leave()
    for (size, scheme), taken in shots.items():
        captions = {TITLES[name]: taken[name] for name in TITLES if name in taken}
        file = FOLDER / f"{key}-{size}-{scheme}.webp"
        count = sheets.make(browser, captions, size=size, scheme=scheme, to=file)
        print(f"{file.name}: {len(captions)} phases, {count / 1000:.0f} KB", flush=True)


@contextmanager
def windows(
    browser: Browser, site: program.Platform, session: str
) -> Iterator[dict[tuple[str, str], Page]]:
    """Open one window of the same member for each size and scheme."""
    contexts: list[BrowserContext] = []
    pages = {}
    for size, options in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                **options, locale="en-GB", color_scheme=scheme, reduced_motion="reduce"
            )
            signed_in(context, site, session)
            contexts.append(context)
            pages[size, scheme] = context.new_page()
            pages[size, scheme].add_init_script(KEEP_TIMERS)
    yield pages
    for context in contexts:
        context.close()


def nothing(page: Page) -> None:
    """Show the page as it is."""


def stand_still(page: Page) -> None:
    """Freeze messages that are shown only for a moment."""
    page.evaluate("keepTimers(500)")


def go_on(page: Page) -> None:
    """Run what was held back, and let time pass again."""
    page.evaluate("keepTimers(5000)")


def pick_a_bid(page: Page) -> None:
    """Select a bid, to show the contract with the partner's."""
    page.locator("[data-choice=bid] .bid-number").nth(2).click()


def mark_cards(page: Page) -> None:
    """Mark a card to pass."""
    page.locator(".own-card").nth(3).click(position={"x": 10, "y": 14})


def score_sheet(page: Page) -> None:
    """Wait for the sheet that opens by itself."""
    page.locator(SHEET).wait_for()


def old_trick_gone(page: Page) -> None:
    """Wait until the trick before has gone to its winner."""
    page.locator(".trick:not(.done)").wait_for()


def the_end(page: Page) -> None:
    """Wait until the last trick has gone."""
    page.locator("[data-choice=over]").wait_for()


PREPARE = {
    "bid": pick_a_bid,
    "play": old_trick_gone,
    "pass": mark_cards,
    "last": stand_still,
    "score": score_sheet,
    "over": the_end,
}


def written() -> str:
    """Return docs/screens.md, which shows the sheets that there are."""
    text = (
        "# What the table looks like\n\nEvery phase of every preset, on a desktop (1280 × 800) and a phone (360 × 740), light and"
        " dark. `script/shots` plays two hands of each\nand retakes the pictures; `script/shots PRESET` retakes those of one preset.\n"
    )
    for key, title in PRESET_TITLES.items():
        rows = "".join(
            f"![{title}: {size}, {scheme}](screens/{key}-{size}-{scheme}.webp)\n\n"
            for size in SIZES
            for scheme in SCHEMES
        )
        house = HOUSE.get(key)
        listed = ", ".join(f"`{name}` {value}" for name, value in (house or {}).items())
        text += f"\n## {title}\n`{key}`{f', with the house rules {listed}' if listed else ''}\n\n{rows.rstrip()}\n"
    return text


if __name__ == "__main__":
    raise SystemExit(main())
