"""When a match's table opens, every open page of its players calls them, even at other tables."""

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.program import Platform

OPEN = """
from django.contrib.auth import get_user_model
from games import engine
from games.tables import services
users = [get_user_model().objects.get(username=name) for name in ("ann", "bob", "cy", "dee")]
terms = services.TableTerms(rules=engine.preset("cardgames_io"), kind="match", title="Cup · 1.2",
    start_seconds=600, turn_seconds=600)
table = services.open_table(terms, seats=users)
print("path", table.get_absolute_url())
"""
CLOSE = """
from games.tables.models import Table
from games.tables import services
for table in Table.objects.filter(kind="match", status__in=("open", "playing")):
    services.abandon_table(table_id=table.pk, reason="over")
"""
IN_TIME = 16_000

# What can't be pressed wherever the page is scrolled to, because something lies over it.
COVERED = """() => [...document.querySelectorAll("header a, main a, footer a, footer button, .call :is(a, button)")]
  .filter((each) => each.checkVisibility() && !["start", "center", "end"].some((block) => {
    each.scrollIntoView({ block, behavior: "instant" });
    const box = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  }))
  .map((each) => each.textContent.trim())"""


def match_opens(platform: Platform) -> str:
    """Open the table of a match; returns its path."""
    told = platform.manage("shell", "--no-imports", stdin=OPEN)
    found = re.search(r"path (\S+)", told)
    assert found
    return found[1]


def test_V1_a_player_elsewhere_is_called_to_the_table_and_comes_there_by_one_press(
    ann: Callable[..., Person], platform: Platform, sessions: dict[str, str]
) -> None:
    one = ann()
    page = one.go("/leaderboard/")
    path = match_opens(platform)
    call = page.locator(".call")
    call.wait_for(timeout=IN_TIME)
    one.check_access()
    assert page.title().startswith("Your table is open · ")
    assert call.get_attribute("role") == "alert"
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert (width, page.evaluate(COVERED)) == (width, [])
    call.get_by_role("link", name="Go to my table").click()
    page.wait_for_url(f"**{path}")
    page.locator("#table[data-v]").wait_for()
    platform.manage("shell", "--no-imports", stdin=CLOSE)


@pytest.mark.slow
def test_V1_a_player_is_called_from_lessons_problems_and_practice(
    ann: Callable[..., Person], platform: Platform, sessions: dict[str, str]
) -> None:
    platform.manage(
        "shell", "-v0", "-c", "from games.problems.days import choose_due; choose_due()"
    )
    one = ann(viewport={"width": 390, "height": 844})
    lesson = one.go("/learn/tricks/")
    problem, practice = one.open_page(), one.open_page()
    problem.goto(f"{platform.url}/problems/")
    problem.locator("main a[href*='/problems/']").first.click()
    practice.goto(f"{platform.url}/play/")
    practice.get_by_role("button", name="Practice with bots").click()
    practice.locator(".own-card").first.wait_for()
    path = match_opens(platform)
    for page in (lesson, problem, practice):
        page.bring_to_front()
        page.locator(".call").wait_for(timeout=IN_TIME)
        # What one plays with isn't covered.
        for card in page.locator(".own-card").all():
            card.click(trial=True)
        one.check_access(page=page)
    lesson.get_by_role("link", name="Go to my table").press("Enter")
    lesson.wait_for_url(f"**{path}")
    platform.manage("shell", "--no-imports", stdin=CLOSE)


@pytest.mark.long
def test_V1_a_player_at_another_table_is_called_as_well(
    ann: Callable[..., Person], platform: Platform, sessions: dict[str, str]
) -> None:
    one = ann()
    page = one.go("/play/")
    page.get_by_role("button", name=re.compile("play now", re.I)).first.click()
    page.locator("#table[data-v]").wait_for()
    match_opens(platform)
    page.locator(".call").wait_for(timeout=40_000)
    platform.manage("shell", "--no-imports", stdin=CLOSE)
