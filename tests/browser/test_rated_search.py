"""Rated *Play now*: four members find each other, each in a browser of their own."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests import program
from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import members, signed_in

NAMES = ("rated1", "rated2", "rated3", "rated4")


@pytest.fixture
def four(chromium: Browser, platform: program.Platform) -> Iterator[list[Person]]:
    """Four members, two of them on a phone."""
    sessions = members(platform, NAMES)
    people = []
    for number, name in enumerate(NAMES):
        context = chromium.new_context(
            viewport=PHONE if number % 2 else DESKTOP, locale="en-GB", reduced_motion="reduce"
        )
        signed_in(context, platform, sessions[name])
        people.append(Person(name, context, platform.url))
    yield people
    for person in people:
        person.context.close()
    assert [person.complaints for person in people] == [[], [], [], []]


def test_four_members_find_each_other(four: list[Person], platform: program.Platform) -> None:
    for number, one in enumerate(four[:3], 1):
        page = one.go("/play/")
        page.get_by_role("button", name="Rated game").click()
        page.wait_for_url(f"{platform.url}/play/rated/")
        expect(page.get_by_role("heading", name="Looking for 3 players")).to_be_visible()
        shown = "only you" if number == 1 else f"{number} people"
        expect(page.locator("#rated-search")).to_contain_text(shown)
        one.check_access()
        one.shoot(f"rated-search-{number}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first, second, third, last = (one.page for one in four)
    # The page renews itself.
    expect(first.locator("#rated-search")).to_contain_text("3 people", timeout=10_000)
    # Practice meanwhile keeps the place.
    second.get_by_role("button", name="Practice with bots meanwhile").click()
    second.wait_for_url(re.compile("/practice/"))
    # Cancelled, and begun again.
    third.get_by_role("button", name="Cancel").click()
    expect(third.get_by_text("You no longer look for a rated game.")).to_be_visible()
    third.get_by_role("button", name="Look for players").click()
    expect(third.get_by_role("heading", name="Looking for 3 players")).to_be_visible()
    four[3].go("/play/").get_by_role("button", name="Rated game").click()
    for page in (first, third, last):
        page.wait_for_url(re.compile("/play/t/"), timeout=30_000)
    call = second.locator(".call")
    call.wait_for(timeout=40_000)
    call.get_by_role("link").first.click()
    second.wait_for_url(re.compile("/play/t/"))
    for one in four:
        expect(one.page.locator(".own-card")).to_have_count(13, timeout=30_000)
    four[0].shoot("rated-search-found")
    assert len({one.page.url for one in four}) == 1
