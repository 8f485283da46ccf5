"""A ladder in Chromium: challenge, accept, play now, climb; and its pages on a screen and a phone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import members, signed_in
from tests.program import Platform

MAKE = """
from django.contrib.auth import get_user_model
from tournaments.ladders import entering, making
from tournaments.ladders.making import LadderProposal
from tournaments.leagues import joining, services
users = get_user_model().objects
league = services.create_league(by=users.get(username="lad1"), name="Ladder club")
proposal = LadderProposal(name="Duels", kind="players", rules={"preset": "rubl_two_player"})
ladder = making.create_ladder(league_id=league.pk, by=league.created_by, proposal=proposal)
for name in ("lad1", "lad2", "lad3", "lad4"):
    user = users.get(username=name)
    if name != "lad1":
        joining.join_league(league_id=league.pk, user=user)
    entering.join(ladder_id=ladder.pk, user=user)
print("path", ladder.get_absolute_url())
"""
FINISH = """
from games.tables.models import Table
from spades_site.common import outbox
from spades_site.common.clock import now
table = Table.objects.get(public_id="{table}")
table.status, table.finished_at = "finished", now()
table.wake_at = table.deadline = None
table.result = {{"winners": [0], "places": [1, 2], "totals": [500, 310], "bags": [0, 0], "hands": 2}}
table.save()
outbox.emit("table.finished", {{"table": table.pk}})
outbox.deliver_due()
"""
IN_TIME = 16_000
NAMES = ("lad1", "lad2", "lad3", "lad4")


@pytest.fixture(scope="module")
def sessions_here(platform: Platform) -> dict[str, str]:
    """Four members: each one's session cookie by name."""
    return members(platform, NAMES)


@pytest.fixture(scope="module")
def ladder(platform: Platform, sessions_here: dict[str, str]) -> str:
    """Return the path of a ladder with four players on it."""
    assert sessions_here
    found = re.search(r"path (\S+)", platform.manage("shell", "--no-imports", stdin=MAKE))
    assert found
    return found[1]


@pytest.fixture
def person(
    chromium: Browser, platform: Platform, sessions_here: dict[str, str]
) -> Iterator[Callable[[str], Person]]:
    """Return a maker of the members' browsers, by name."""
    windows: list[Person] = []

    def make(name: str) -> Person:
        context = chromium.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
        signed_in(context, platform, sessions_here[name])
        windows.append(Person(name, context, platform.url))
        return windows[-1]

    yield make
    complaints = [complaint for one in windows for complaint in one.complaints]
    for one in windows:
        one.context.close()
    assert complaints == []


def order(page: Page) -> list[str]:
    """Return who is on the rungs, from the highest."""
    return [text.strip() for text in page.locator(".ladder-rungs .player").all_inner_texts()]


def test_challenge_accept_play_and_climb(
    person: Callable[[str], Person], platform: Platform, ladder: str
) -> None:
    one, other = person("lad4"), person("lad2")
    page, theirs = one.go(ladder), other.page
    expect(page.locator("#rung-4")).to_have_class("is-own")
    page.locator("#rung-2 button").click()
    expect(page.get_by_role("heading", name="You challenge lad2")).to_be_visible(timeout=IN_TIME)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        one.check_access()
        width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(width) <= 0
    other.go(ladder)
    theirs.get_by_role("button", name="Accept").click()
    expect(theirs.get_by_role("heading", name="Your match against lad4")).to_be_visible()
    other.check_access()
    theirs.get_by_role("button", name="Play now").click()
    expect(theirs.get_by_text("You are ready.")).to_be_visible(timeout=IN_TIME)
    one.go(ladder)
    expect(page.get_by_text("They are ready to play now.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/play/t/**", timeout=IN_TIME)
    table = page.url.rstrip("/").rpartition("/")[2]
    other.go(f"/play/t/{table}/")
    for each in (page, theirs):
        expect(each.locator(".seat").first).to_be_visible(timeout=IN_TIME)
    # Both sides have come once their sockets have joined.
    theirs.wait_for_timeout(1000)
    for each in (one, other):
        # The table that ends without a game has no record for its page.
        each.go(ladder)
    platform.manage("shell", "--no-imports", stdin=FINISH.format(table=table))
    one.go(ladder)
    # Two rungs above: up one.
    expect(page.locator("#rung-3")).to_have_class("is-own")
    assert [name[-4:] for name in order(page)] == ["lad1", "lad2", "lad4", "lad3"]
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_text("lad4 beat lad2")).to_be_visible()
    one.check_access()
    page.get_by_role("link", name="Matches").click()
    expect(page.get_by_text("500–310")).to_be_visible()
    one.check_access()


def test_the_organizers_pages(person: Callable[[str], Person], ladder: str) -> None:
    maud = person("lad1")
    for path in (f"/organize{ladder}", f"/organize{ladder}edit/"):
        page = maud.go(path)
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            maud.check_access()
            width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(width) <= 0
