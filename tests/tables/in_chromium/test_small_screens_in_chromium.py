"""Short phones held upright and low windows: the panel of bids and the trick leave the plates and contracts in sight."""

import pytest
from playwright.sync_api import Browser, expect

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
LYING = ((568, 320), (640, 300), (667, 331), (844, 390))
EVERY = ((320, 225), (320, 640), (390, 844), (568, 320), (1280, 800))
# How far the numbers are from what is beside them.
GAP = """() => {
  const boxes = (css) => [...document.querySelectorAll(css)].map((one) => one.getBoundingClientRect());
  const gaps = boxes(".bid-number").flatMap((a) => boxes(".choice-actions button").map((b) =>
    Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)));
  return Math.min(...gaps);
}"""
WORDS = "([confirm, nil]) => { document.querySelector('.bid-confirm').textContent = confirm; for (const one of document.querySelectorAll('.bid-nil small')) one.textContent = nil; }"
# The middles of elements that nothing covers, in the window.
SEEN = """(css) => [...document.querySelectorAll(css)].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.textContent)"""
# Whether the chat begins below the felt, and what is written in it is in the window.
BELOW_FELT = """async (chat) => {
  for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame);
  const top = (css) => document.querySelector(css).getBoundingClientRect();
  return [chat.getBoundingClientRect().top >= top(".felt").bottom - 1, top("#chat-text").bottom <= innerHeight + 1];
}"""
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


@pytest.mark.parametrize("key", ["cardgames_io", "bicycle_3", "bicycle_5"])
def test_bids_stand_apart_from_what_is_beside_them(chromium: Browser, site: Site, key: str) -> None:
    rules = engine.preset(key)
    at = at_table(chromium, site, rules, *NAMES[: rules.players])
    dealt(at)
    page = opened(at)
    page.locator(".choice-bid").wait_for()
    for labels in (("Choose a bid", "no trick: ±100"), ("Blindes Gebot 13", "kein Stich: ±1000")):
        page.evaluate(WORDS, labels)
        for width, height in LYING:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(GAP) >= 8, (labels, width, height)
            assert page.locator(".choice").evaluate(SCROLLED) == 0, (labels, width, height)
    page.close()


@pytest.mark.parametrize("key", ["cardgames_io", "bicycle_5"])
def test_totals_of_a_hand_are_readable_at_once(chromium: Browser, site: Site, key: str) -> None:
    rules = engine.preset(key)
    for width, height in EVERY:
        at = at_table(chromium, site, rules, *NAMES[: rules.players])
        at.page.set_viewport_size({"width": width, "height": height})
        page = opened(at)
        while at.game.phase == "play":
            at.game = engine.apply(
                at.game, at.game.to_act[0], engine.legal_actions(at.game, at.game.to_act[0])[0]
            )
        at.send(at.news())
        expect(page.locator(".sheet-hand")).to_be_visible()
        totals = [f"{total}".replace("-", "\N{MINUS SIGN}") for total in at.game.totals]
        assert page.evaluate(SEEN, ".sheet-totals strong") == totals, (width, height)
        page.close()


def test_a_full_table_that_waits_fits_a_phone_on_its_side(chromium: Browser, site: Site) -> None:
    at = at_table(chromium, site, engine.preset("cardgames_io"), *NAMES[:4])
    told = at.template["table"]
    told |= {"status": "open", "min_rating": None, "max_rating": None}
    for seat in told["seats"]:
        seat["ready"] = True
    open_table = {**at.picture(), "game": None}
    open_table["you"]["can"] = ["leave", "swap"]
    at.picture = lambda: open_table  # type: ignore[method-assign]
    page = opened(at)
    page.set_viewport_size({"width": 568, "height": 320})
    assert page.evaluate(SEEN, ".wait-row") == [
        "ANYou",
        "CVCy-von-HohensteinAsk to swap",
        "BVBob-von-HohensteinAsk to swap",
        "DVDee-von-HohensteinAsk to swap",
    ]
    assert page.evaluate(SEEN, ".waiting h2, .waiting .choice-actions button") == [
        "Every seat is taken. The game begins when everybody is here.",
        "Leave",
    ]
    page.close()


@pytest.mark.parametrize("key", ["bicycle_2", "bicycle_3", "cardgames_io", "bicycle_5"])
def test_who_watches_has_a_seat_at_the_bottom(chromium: Browser, site: Site, key: str) -> None:
    rules = engine.preset(key)
    at = at_table(chromium, site, rules, *NAMES[: rules.players])
    watched = {**at.picture(), "game": engine.view_for(at.game, engine.SPECTATOR)}
    watched["you"] = {"seat": None, "name": "Zoe", "stand_in": False, "can": []}
    at.picture = lambda: watched  # type: ignore[method-assign]
    page = opened(at)
    near = page.locator(".own-plate [data-seat]")
    for seat in (*range(rules.players), 0):
        expect(near).to_have_attribute("data-seat", str(seat))
        expect(page.locator(".felt [data-seat]")).to_have_count(rules.players - 1)
        expect(page.locator(".hand .back")).to_have_count(at.game.hands[seat].bit_count())
        for width, height in (*SHORT, *LYING, *EVERY[1:]):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(MEASURE)["overlaps"] == [], (width, height)
        page.get_by_role("button", name="Watching: next seat").press("Enter")
    page.close()


@pytest.mark.parametrize("turn", ["own", "another"])
def test_a_phones_chat_lies_below_bids_and_trick_while_a_game_is_on(
    chromium: Browser, site: Site, turn: str
) -> None:
    at = at_table(chromium, site, engine.preset("cardgames_io"), *NAMES[:4])
    at.page.set_viewport_size({"width": 390, "height": 844})
    dealt(at)
    if turn == "another":
        at.game = engine.apply(at.game, 0, "bid 3")
    page = opened(at)
    page.locator("[data-do=chat]").click()
    chat = page.locator("#chat")
    for width, height in (*SHORT, *LYING, (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(chat).to_be_visible()
        assert chat.evaluate(BELOW_FELT) == [True, True], (width, height)
    page.close()


def test_a_phones_chat_steps_aside_at_the_own_turn_and_keeps_what_was_written(
    chromium: Browser, site: Site
) -> None:
    at = at_table(chromium, site, engine.preset("cardgames_io"), *NAMES[:4])
    at.page.set_viewport_size({"width": 390, "height": 844})
    page = opened(at)
    page.locator("[data-do=chat]").click()
    page.locator("#chat-text").fill("Well pl")
    while not at.mine:
        at.send(at.other_plays())
    expect(page.locator("#chat")).to_be_hidden()
    page.locator("[data-do=chat]").click()
    expect(page.locator("#chat-text")).to_have_value("Well pl")
    page.close()
