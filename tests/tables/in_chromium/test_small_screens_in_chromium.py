"""Short phones held upright and low windows: the panel of bids and the trick leave the plates and contracts in sight."""

import pytest
from playwright.sync_api import Browser

from games import engine
from tests.browser.table.test_landscape import MEASURE, dealt
from tests.tables.in_chromium.offline import Site, at_table, opened

pytestmark = pytest.mark.browser
SHORT = ((375, 553), (360, 560), (320, 568), (360, 640), (375, 667))
LOW = ((960, 481), (960, 500), (700, 500))
NAMES = (
    "Ann",
    "Bob-von-Hohenstein",
    "Cy-von-Hohenstein",
    "Dee-von-Hohenstein",
    "Eve-von-Hohenstein",
)
CUT = "() => [...document.querySelectorAll('.tally')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
SCROLLED = "(panel) => panel.scrollHeight - panel.clientHeight"
# The longest of what the line above the hand asks for.
LONGEST = "(prompt) => { prompt.textContent = 'Your turn: no diamonds, play any card'; }"


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "key", ["bicycle_2_jokers", "bicycle_3_jokers", "bicycle_5", "cardgames_io"]
)
def test_nothing_lies_on_plates_and_contracts(chromium: Browser, site: Site, key: str) -> None:
    rules = engine.preset(key)
    at = at_table(chromium, site, rules, *NAMES[: rules.players])
    dealt(at)
    page = opened(at)
    panel = page.locator(".choice-bid")
    for width, height in SHORT:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MEASURE)["overlaps"] == [], (width, height)
        assert panel.evaluate(SCROLLED) == 0, (width, height)
    at.game = engine.apply(at.game, 0, "bid 3")
    at.send(at.news())
    while not at.mine:
        at.send(at.other_plays())
    page.locator("#table[data-my-turn] .own-card.legal").first.wait_for()
    page.locator(".prompt").evaluate(LONGEST)
    for width, height in (*SHORT, *LOW):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MEASURE)["overlaps"] == [], (width, height)
        assert page.evaluate(CUT) == [], (width, height)
    page.close()
