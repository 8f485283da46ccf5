"""The score pad on a phone: whole games by taps under two rule sets, without network, and after a reload."""

from collections.abc import Sequence

from playwright.sync_api import Browser, Page, expect

from tests import program
from tests.browser.conftest import Person

PHONE = {"width": 390, "height": 844}
KEPT = "Works without network. Games stay in this browser alone."


def test_whole_games_without_network(chromium: Browser, platform: program.Platform) -> None:
    context = chromium.new_context(
        viewport=PHONE, locale="en-GB", color_scheme="dark", reduced_motion="reduce", has_touch=True
    )
    me = Person("", context, platform.url)
    page = me.go("/score/")
    expect(page.get_by_text(KEPT)).to_be_visible()
    me.check_access()
    context.set_offline(True)
    page.reload()
    page.get_by_role("textbox", name="North, with South").fill("Ada")
    page.get_by_label("Rules").select_option("ace_high_350")
    tap(page, "start")
    hand(page, ["bid 4", "bid 3", "nil", "bid 4"], "won 7")
    me.check_access()
    tap(page, "save")
    totals(page, "70", "142")
    expect(page.locator('[data-do="undo"]')).to_be_visible()
    # Another tab enters a bid and corrects the hand before; this one follows, and the bid stays.
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".next [data-do]").tap()
    tap(other, "bid 2")
    tap(other, "edit 0")
    tap(other, "won 6")
    tap(other, "save")
    other.close()
    totals(page, "−70", "143")
    expect(page.locator(".pad-marks")).to_have_text("Ada dealt · edited")
    expect(page.locator(".pad-row strong")).to_have_text(["2", "–", "–", "–"])
    expect(page.locator('[data-do="undo"]')).to_have_count(0)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    hand(page, ["bid 3", "bid 3", "bid 4"], "won 4")
    page.reload()
    page.locator(".next [data-do]").tap()
    tap(page, "save")
    over = page.get_by_text("East and West win. The others were set too often.")
    expect(over).to_be_visible()
    me.check_access()
    me.shoot("score-pad-over-dark-390")
    tap(page, "undo")
    tap(page, "save")
    expect(over).to_be_visible()
    tap(page, "leave")
    # The first hand bids itself, then sides bid: first the one that didn't deal.
    page.get_by_label("Rules").select_option("deuce_high")
    tap(page, "start")
    tap(page, "won 8")
    tap(page, "save")
    for bids in [("bid 7", "bid 6"), ("bid 6", "bid 7")] * 2:
        hand(page, bids, "won 7")
        tap(page, "save")
    totals(page, "360", "290")
    expect(page.get_by_text("Ada and South win.")).to_be_visible()
    expect(page.get_by_role("img", name="Totals after each hand")).to_be_visible()
    tap(page, "leave")
    expect(page.locator(".pad-kept li")).to_have_count(2)
    me.check_access()
    context.close()
    assert me.complaints == []


def tap(page: Page, deed: str) -> None:
    """Tap what does this."""
    page.locator(f'[data-do="{deed}"]').tap()


def hand(page: Page, bids: Sequence[str], won: str) -> None:
    """Enter a hand, all but saving it."""
    for bid in bids:
        tap(page, bid)
    tap(page, "to-tricks")
    tap(page, won)


def totals(page: Page, *expected: str) -> None:
    """Expect these totals."""
    expect(page.locator(".pad-total")).to_have_text(list(expected))
