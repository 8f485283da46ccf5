"""The problems of the day in Chromium: one answered by keyboard alone, the other by a tap on a narrow phone."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests import program
from tests.browser.conftest import DESKTOP
from tests.browser.test_course import WIDE, by_key, tap, visitor


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("bid", {"viewport": DESKTOP}),
        (
            "play",
            {
                "viewport": {"width": 360, "height": 740},
                "has_touch": True,
                "is_mobile": True,
                "color_scheme": "dark",
            },
        ),
    ],
    ids=["by keyboard", "by taps"],
)
def test_a_problem_is_answered_once_and_shows_its_solution(
    chromium: Browser, platform: program.Platform, kind: str, options: dict[str, Any]
) -> None:
    platform.manage(
        "shell", "-v0", "-c", "from games.problems.days import choose_due; choose_due()"
    )
    with visitor(chromium, platform, **options) as one:
        page = one.go("/problems/")
        one.check_access()
        assert not page.evaluate(WIDE)
        ask = "What do you bid?" if kind == "bid" else "Which card do you play?"
        page.get_by_role("link", name=ask).press("Enter")
        expect(page.get_by_role("heading", name=ask)).to_be_visible()
        one.check_access()
        if kind == "bid":
            by_key(page, "pick bid 3")
            by_key(page, "act bid 3")
        else:
            card = page.locator('[data-do^="card "]:not([aria-disabled="true"])').first
            tap(page, str(card.get_attribute("data-do")))
        expect(page.locator(".problem-rows .is-best").first).to_be_visible()
        expect(page.locator(".lesson-said").first).to_be_visible()
        other = "Today’s play problem" if kind == "bid" else "Today’s bidding problem"
        expect(page.get_by_role("link", name=other)).to_be_focused()
        one.check_access()
        assert not page.evaluate(WIDE)
        chosen = page.locator(".problem-rows tr", has_text="yours").inner_text()
        page.reload()
        expect(page.locator(".problem-rows tr", has_text="yours")).to_have_text(
            chosen, use_inner_text=True
        )
        expect(page.locator(".problem-known, .choice")).to_have_count(0)
        page.get_by_role("link", name="All problems").last.press("Enter")
        expect(page.locator(".problem-cards .badge")).to_have_count(1)
