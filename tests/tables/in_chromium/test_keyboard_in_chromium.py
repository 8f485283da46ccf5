"""The table's page by keyboard: decisions that come again and again, and keys that are held down."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games import engine
from tests.browser.scripted import Script
from tests.tables.in_chromium.offline import Site, at_table, opened

pytestmark = pytest.mark.browser
REFUSE = '[data-do="act refuse"]'


@pytest.fixture
def drawing(chromium: Browser, site: Site) -> Script:
    """A table of two at which the page's player has the first card to keep or to refuse."""
    at = at_table(chromium, site, engine.preset("rubl_two_player"), "Ann", "Bob")
    opened(at).locator(".choice-draw").wait_for()
    return at


def goes_round(at: Script) -> Page:
    """Answer the page's draw, and let the other one draw."""
    at.answer()
    while not at.mine:
        at.send(at.other_plays())
    at.page.locator(f"#table[data-v='{at.version}'] .choice-draw").wait_for()
    return at.page


def test_the_next_draw_finds_the_focus_where_the_last_one_left_it(drawing: Script) -> None:
    page = drawing.page
    page.locator(REFUSE).focus()
    for draws in (1, 2):
        page.keyboard.press("Enter")
        drawing.until_acts(draws)
        expect(page.locator("#table")).to_be_focused()
        goes_round(drawing)
        expect(page.locator(REFUSE)).to_be_focused()
    # A user who has left the page meanwhile isn't redirected.
    page.keyboard.press("Enter")
    drawing.until_acts(3)
    page.locator(".bar-back").focus()
    goes_round(drawing)
    expect(page.locator(".bar-back")).to_be_focused()
    page.close()


def test_a_key_that_is_held_down_decides_once(drawing: Script) -> None:
    page = drawing.page
    page.locator(REFUSE).focus()
    page.keyboard.down("Enter")
    drawing.until_acts(1)
    goes_round(drawing)
    expect(page.locator(REFUSE)).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(REFUSE)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(REFUSE)).to_have_count(0)
    drawing.until_acts(2)
    assert [(frame["a"], frame["v"]) for frame in drawing.acts][-1:] == [
        ("refuse", drawing.version - 1)
    ]
    assert len(drawing.acts) == 2
    page.close()


def test_a_drawn_card_keeps_its_sign_beside_its_rank(chromium: Browser, site: Site) -> None:
    at = at_table(chromium, site, engine.preset("rubl_two_player"), "Ann", "Bob", direction="rtl")
    page = opened(at)
    shown = at.news()
    at.send(
        {
            **shown,
            "game": {
                **shown["game"],
                "phase": "bid",
                "draw_for_deal": ["KC", "TH"],
                "bids": [None, None],
                "to_act": [],
            },
        }
    )
    tallies = page.locator(".tally [aria-hidden]")
    expect(tallies).to_have_text(["drew \u206610♥\u2069", "drew \u2066K♣\u2069"])
    page.close()
