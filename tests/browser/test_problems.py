"""The problems of the day in Chromium: a member answers one by keyboard alone, the other by a tap on a narrow phone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests import program
from tests.browser.conftest import DESKTOP, Person
from tests.browser.test_course import WIDE, by_key, tap

NARROW = {
    "viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "color_scheme": "dark",
}  # fmt: skip


def test_problems_are_answered_once_and_show_their_solutions(
    platform: program.Platform, ann: Callable[..., Person]
) -> None:
    platform.manage(
        "shell", "-v0", "-c", "from games.problems.days import choose_due; choose_due()"
    )
    one = ann(viewport=DESKTOP)
    page = opened(one, "What do you bid?")
    by_key(page, "pick bid 3")
    by_key(page, "act bid 3")
    solved(one, "Today’s play problem", answered=1)
    other = ann(**NARROW)
    page = opened(other, "Which card do you play?")
    card = page.locator('[data-do^="card "]:not([aria-disabled="true"])').first
    tap(page, str(card.get_attribute("data-do")))
    solved(other, "All problems", answered=2)


def opened(one: Person, ask: str) -> Page:
    """Go to today's problem that asks this."""
    page = one.go("/problems/")
    one.check_access()
    assert not page.evaluate(WIDE)
    page.get_by_role("link", name=ask).press("Enter")
    expect(page.get_by_role("heading", name=ask)).to_be_visible()
    one.check_access()
    return page


def solved(one: Person, follows: str, *, answered: int) -> None:
    """Expect the solution, with the focus on the link that follows, also after a reload; the list marks what is answered."""
    page = one.page
    expect(page.locator(".problem-rows .is-best").first).to_be_visible()
    expect(page.locator(".lesson-said").first).to_be_visible()
    one.check_access()
    expect(page.get_by_role("link", name=follows).last).to_be_focused()
    assert not page.evaluate(WIDE)
    chosen = page.locator(".problem-rows tr", has_text="yours").inner_text()
    page.reload()
    expect(page.locator(".problem-rows tr", has_text="yours")).to_have_text(
        chosen, use_inner_text=True
    )
    expect(page.locator(".problem-known, .choice")).to_have_count(0)
    page.get_by_role("link", name="All problems").last.press("Enter")
    expect(page.locator(".problem-cards .badge")).to_have_count(answered)
