"""The lobby in Chromium: updates that don't disturb the user, “Play now”, and confirming presence."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import program
from tests.browser.conftest import PHONE, Person
from tests.browser.tables import signed_in

FRIENDS = """
from django.contrib.auth import get_user_model
from spades_site.accounts import friends
people = get_user_model().objects
friends.ask(user=people.get(username="bob"), name="ann")
friends.accept(user=people.get(username="ann"), name="bob")
friends.ask(user=people.get(username="cy"), name="ann")
"""


def opened_by(browser: BrowserContext, site: program.Platform) -> str:
    """Open a table for everybody with the browser's session; returns its address."""
    page = browser.new_page()
    page.goto(f"{site.url}/play/open/?pace=60%2B300")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile("/play/t/"))
    return page.url.removeprefix(site.url)


def focused(page: Page) -> str:
    """The id of the element that has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def test_the_lobby_renews_itself_under_ones_hands(
    ann: Callable[..., Person],
    chromium: Browser,
    platform: program.Platform,
    sessions: dict[str, str],
) -> None:
    platform.manage("shell", "--no-imports", stdin=FRIENDS)
    me = ann()
    page = me.go("/play/")
    page.locator("#find-low").press_sequentially("14")
    bob, cy = chromium.new_context(), chromium.new_context()
    try:
        signed_in(bob, platform, sessions["bob"])
        signed_in(cy, platform, sessions["cy"])
        first = opened_by(bob, platform)
        join = page.locator(f'form[action="{first}join/"] button')
        expect(join).to_be_visible(timeout=30_000)
        assert (page.locator("#find-low").input_value(), focused(page)) == ("14", "find-low")
        # The friend is seen at the table.
        watch = page.locator(f'#lobby-aside a[href="{first}"]')
        expect(watch).to_be_visible(timeout=30_000)
        join.focus()
        name = focused(page)
        second = opened_by(cy, platform)
        expect(page.locator(f'form[action="{second}join/"] button')).to_be_visible(timeout=30_000)
        assert (focused(page), name) == (name, f"to-{first.split('/')[-2]}")
        me.check_access()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(first))
        # The table counts as one that people wait at until everybody has been seen there, and has left.
        expect(page.get_by_role("region", name="Waiting for players")).to_be_visible()
    finally:
        bob.close()
        cy.close()


@pytest.mark.slow
def test_the_pages_about_people_and_tables_are_accessible_and_fit_a_phone(
    ann: Callable[..., Person],
) -> None:
    for options in ({"viewport": PHONE, "color_scheme": "dark"}, {}):
        me = ann(**options)
        for path in ("/play/?preset=bicycle_3&low=1400", "/play/open/?min_rating=1400",
                     "/account/friends/", "/people/bob/", "/account/settings/"):  # fmt: skip
            page = me.go(path)
            me.check_access()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_guest_plays_with_one_press(chromium: Browser, platform: program.Platform) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(platform.url)
        page.get_by_role("button", name="Play now as a guest").click()
        page.wait_for_url(re.compile("/play/t/"))
        expect(page.locator(".own-card")).to_have_count(13, timeout=30_000)
    finally:
        context.close()
