"""How few presses it takes to arrive: from the home page to one's first card, and from a link to the seat."""

import re
import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests import program
from tests.browser.conftest import DESKTOP, Person
from tests.browser.tables import members, open_table, path_of, signed_in

PHONE = {"width": 390, "height": 844}
PASSWORD = "seven-of-hearts-9"
ACCOUNT = """
from django.contrib.auth import get_user_model
get_user_model().objects.create_user(username={name!r}, password={password!r})
"""


class Presses:
    """Counts what a newcomer presses."""

    def __init__(self) -> None:
        self.count = 0

    def press(self, what: Locator) -> None:
        """Press once."""
        what.click()
        self.count += 1


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def newcomer(
    request: pytest.FixtureRequest, chromium: Browser, platform: program.Platform
) -> Iterator[Person]:
    """Somebody whom the site has never seen."""
    context: BrowserContext = chromium.new_context(
        viewport=request.param, locale="en-GB", reduced_motion="reduce"
    )
    person = Person("newcomer", context, platform.url)
    yield person
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert person.complaints == []


def test_a_newcomer_holds_cards_after_one_press_and_has_played_after_two(
    newcomer: Person,
) -> None:
    presses, page = Presses(), newcomer.go("/")
    presses.press(page.get_by_role("button", name="Play now as a guest"))
    page.wait_for_url(re.compile("/play/t/"))
    expect(page.locator(".own-card")).to_have_count(13, timeout=30_000)
    assert presses.count <= 2


def opened(newcomer: Person, chromium: Browser, platform: program.Platform, *, rated: bool) -> str:
    """A table of a host of its own, who may wait at it for ever."""
    name = f"host{secrets.token_hex(4)}"
    context = chromium.new_context()
    signed_in(context, platform, members(platform, [name])[name])
    table = open_table(context, platform, "cardgames_io", rated=rated)
    context.close()
    return table


def test_a_link_leads_to_the_seat(
    newcomer: Person, chromium: Browser, platform: program.Platform
) -> None:
    for rated in (False, True):
        table = opened(newcomer, chromium, platform, rated=rated)
        name = f"link{'rated' if rated else 'casual'}{newcomer.page.viewport_size['width']}"  # type: ignore[index]
        platform.manage("shell", "--no-imports", stdin=ACCOUNT.format(name=name, password=PASSWORD))
        newcomer.context.clear_cookies()
        presses, page = Presses(), newcomer.go(path_of(table))
        expect(page.locator(".bar-site")).to_have_attribute("href", "/")
        presses.press(page.get_by_role("button", name="Take a seat"))
        newcomer.check_access()
        assert page.get_by_role("button", name="Play as a guest").count() == (not rated)
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        presses.press(page.locator("main").get_by_role("button", name="Sign in", exact=True))
        page.wait_for_url(platform.url + path_of(table))
        expect(page.locator(".wait-row.mine")).to_contain_text("You")
        assert presses.count <= 2


def test_a_link_leads_to_the_seat_without_an_account(
    newcomer: Person, chromium: Browser, platform: program.Platform
) -> None:
    table = opened(newcomer, chromium, platform, rated=False)
    presses, page = Presses(), newcomer.go(path_of(table))
    presses.press(page.get_by_role("button", name="Take a seat"))
    presses.press(page.get_by_role("button", name="Play as a guest"))
    page.wait_for_url(platform.url + path_of(table))
    expect(page.locator(".wait-row.mine")).to_contain_text("You")
    assert presses.count <= 3
