"""Practice in Chromium, on a phone and by keyboard alone: a hand with a hint, an undo, and the same cards again."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Person

READY = ".table[data-my-turn] .tool-hint:not([aria-disabled])"
OVER = ".practice-ways"


def test_a_hand_of_practice(ann: Callable[..., Person]) -> None:
    window = ann(viewport=PHONE)
    page = window.go("/play/")
    page.get_by_role("button", name="Practice with bots").press("Enter")
    page.locator(READY).wait_for()
    page.get_by_role("button", name="Hint").press("Enter")
    expect(page.locator(".practice-said")).to_contain_text("Try a bid of")
    window.check_access()
    bid(page)
    page.locator(READY).wait_for()
    page.get_by_role("button", name="Undo").press("Enter")
    page.locator(".bid-grid").wait_for()
    bid(page)
    for trick in range(13):
        page.locator(f"{READY}, {OVER}").first.wait_for()
        expect(page.locator(".own-card")).to_have_count(13 - trick)
        page.locator(".own-card.legal").first.press("Enter")
    page.locator(OVER).wait_for()
    expect(page.get_by_role("button", name="Next hand")).to_be_focused()
    expect(page.locator(".score-hand")).to_be_visible()
    window.check_access()
    page.get_by_role("button", name="Same cards again").press("Enter")
    page.locator(READY).wait_for()
    page.reload()
    expect(page.locator(".own-card")).to_have_count(13)


def bid(page: Page) -> None:
    """Bid two."""
    page.locator(".bid-grid button", has_text="2").first.press("Enter")
    page.locator(".choice .button-turn").press("Enter")
