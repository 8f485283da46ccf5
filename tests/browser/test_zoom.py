"""Everything that is legal can be pressed on the smallest windows, and at 400 % of a common one; nothing scrolls sideways."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Person
from tests.browser.test_practice import OVER, READY

SIZES = ((320, 225), (320, 640), (568, 320))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_bid_and_card_can_be_pressed(
    ann: Callable[..., Person], size: tuple[int, int]
) -> None:
    window = ann(viewport=ViewportSize(width=size[0], height=size[1]))
    page = window.go("/play/")
    page.get_by_role("button", name="Practice with bots").click()
    page.locator(".bid-grid").wait_for()
    expect(page.locator("#table")).to_be_focused()
    for number in range(1, 14):
        bid = page.locator(f'[data-do="pick bid {number}"]')
        bid.click()
        expect(bid).to_have_attribute("aria-pressed", "true")
        bid.click()
    page.locator('[data-do="pick nil"]').click(trial=True)
    page.locator('[data-do="pick bid 2"]').click()
    no_sideways(page)
    page.locator(".choice .button-turn").click()
    for trick in range(13):
        page.locator(f"{READY}, {OVER}").first.wait_for()
        expect(page.locator(".own-card")).to_have_count(13 - trick)
        legal = page.locator(".own-card.legal")
        for place in range(legal.count()):
            # At the index in the corner: the next card covers the rest.
            legal.nth(place).click(trial=True, position={"x": 6, "y": 12})
        no_sideways(page)
        # From elsewhere: a second press at the place of the first, soon after it, isn't taken.
        page.mouse.move(0, 0)
        legal.first.click(position={"x": 6, "y": 12})
    expect(page.get_by_role("button", name="Next hand")).to_be_focused()
    for total in page.locator(".sheet-totals strong").all():
        expect(total).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Next hand").click(trial=True)
    no_sideways(page)


@pytest.mark.parametrize("width", [481, 540])
def test_three_players_numbers_are_as_wide_as_a_finger(
    ann: Callable[..., Person], width: int
) -> None:
    page = ann(viewport=ViewportSize(width=width, height=270)).go("/practice/new/")
    page.locator("main summary", has_text="Other rules").click()
    page.locator('[name="preset"]').select_option("bicycle_3")
    page.locator("main form button[type=submit]").click()
    numbers = page.locator(".bid-number")
    expect(numbers).to_have_count(17)
    narrowest = numbers.evaluate_all(
        "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"
    )
    assert narrowest >= 24
    numbers.last.click()
    expect(numbers.last).to_have_attribute("aria-pressed", "true")


def test_a_key_on_a_card_that_cant_be_played_says_why(ann: Callable[..., Person]) -> None:
    page = ann(viewport={"width": 1280, "height": 800}).go("/play/")
    page.get_by_role("button", name="Practice with bots").press("Enter")
    page.locator('[data-do="pick bid 2"]').press("Enter")
    page.locator(".choice .button-turn").press("Enter")
    page.locator(READY).wait_for()
    greyed = page.locator('.own-card[aria-disabled="true"]').first
    greyed.press("Enter")
    # Which reason depends on who leads, and so on the cards.
    expect(page.locator(".practice-said")).to_contain_text(
        re.compile("You |Spades are not broken yet")
    )
    assert greyed.evaluate("card => getComputedStyle(card).filter") == "none"
    expect(page.locator(".own-card")).to_have_count(13)


def no_sideways(page: Page) -> None:
    """Fail if the page is wider than its window."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
