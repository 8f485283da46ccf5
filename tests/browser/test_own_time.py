"""An own-time event in Chromium: sit down, leave, sit down again for the same deal; its pages on a screen and a phone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import members, signed_in
from tests.program import Platform

MAKE = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from games.tables.server.autoplay import play_out
from spades_site.common import outbox
from spades_site.common.clock import now
from tournaments.leagues import joining, services
from tournaments.own_time import deals, making
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent
users = get_user_model().objects
ann, bob = (users.get(username=name) for name in ("own1", "own2"))
league = services.create_league(by=ann, name="Own-time club")
joining.join_league(league_id=league.pk, user=bob)
for name in ("Open", "Over"):
    opens = now() + timedelta(hours=1)
    proposal = EventProposal(name=name, opens_at=opens, closes_at=opens + timedelta(days=1), bots_level=1)
    event = making.create_event(league_id=league.pk, by=ann, proposal=proposal)
    OwnTimeEvent.objects.filter(pk=event.pk).update(opens_at=now() - timedelta(hours=2))
    print(name, event.get_absolute_url())
for user in (ann, bob):
    play_out(deals.play_next(event_id=event.pk, user=user).pk)
outbox.deliver_due()
OwnTimeEvent.objects.filter(pk=event.pk).update(closes_at=now() - timedelta(hours=1))
deals.close_due()
"""
NAMES = ("own1", "own2")


@pytest.fixture(scope="module")
def sessions_here(platform: Platform) -> dict[str, str]:
    """Two members: each one's session cookie by name."""
    return members(platform, NAMES)


@pytest.fixture(scope="module")
def events(platform: Platform, sessions_here: dict[str, str]) -> dict[str, str]:
    """Return the paths of an open event and of one that is over."""
    assert sessions_here
    said = platform.manage("shell", "--no-imports", stdin=MAKE)
    return dict(re.findall(r"(Open|Over) (/own-time/\S+)", said))


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


def test_sitting_down_twice_is_the_same_table(
    person: Callable[[str], Person], events: dict[str, str]
) -> None:
    ann = person("own1")
    page = ann.go(events["Open"])
    ann.check_access()
    # Two tabs show the button; both lead to one table.
    other = ann.context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        tab.get_by_role("button", name="Play the next deal").click()
        tab.wait_for_url("**/play/t/**")
        expect(tab.locator(".seat").first).to_be_visible()
    assert page.url == other.url
    table = page.url
    other.close()
    page = ann.go(events["Open"])
    page.get_by_role("link", name="Go on with deal 1").click()
    page.wait_for_url(table)


def test_the_pages_fit_a_screen_and_a_phone(
    person: Callable[[str], Person], events: dict[str, str]
) -> None:
    bob, ann = person("own2"), person("own1")
    new = "/organize/leagues/own-time-club/own-time/new/"
    for one, path in (
        (bob, events["Over"]), (bob, f"{events['Over']}deals/1/"), (bob, events["Open"]), (ann, new),
    ):  # fmt: skip
        page = one.go(path)
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            one.check_access()
            width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(width) <= 0, path
