"""The desk of an evening in Chromium: how many presses its usual work takes, and how much of it is seen at a glance."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import program
from tests.browser.conftest import Person
from tests.browser.tables import signed_in

pytestmark = pytest.mark.long
GLANCE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
WORLD = """
import json
from datetime import timedelta
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from games import engine
from spades_site.common.clock import now
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.night import attendance
from tournaments.events.models import Entry
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.creating import create_tournament
settings.OUTBOX_PROMPT = settings.TABLE_TIMERS = False
users = get_user_model().objects
maud = users.create_user("maud")

def cup(name, entries, here, **more):
    made = create_tournament(
        by=maud, name=name, rules=engine.preset("cardgames_io"), starts_at=now() + timedelta(minutes=40),
        stages=(StagePlan("swiss", rounds=2),), max_entries=64, check_in_minutes=30, grace_minutes=60, **more,
    )
    lifecycle.open_registration(tournament_id=made.pk, by=maud)
    for number in range(entries):
        one, two = (users.create_user(f"{name}{side}{number}") for side in "ab")
        entry = entering.enter(tournament_id=made.pk, user=one, partner=two.username)
        entering.accept_invitation(invitation_id=entry.invitations.get().pk, user=two)
    type(made).objects.filter(pk=made.pk).update(starts_at=now() + timedelta(minutes=20))
    made.refresh_from_db()
    for entry in made.entries.order_by("pk")[:here]:
        attendance.check_in_place(tournament_id=made.pk, place=f"entry:{entry.pk}", by=maud)
    return made

for name in ("Arrival", "Walkin"):
    arrival = cup(name, 16, 1)
    arrival.entries.update(checked_in_at=None, status=Entry.Status.ENTERED)
for name in ("Late", "Latest"):
    late = cup(name, 9, 8, confirm_draws=True)
    lifecycle.start_now(tournament_id=late.pk, by=maud)
playing = cup("Playing", 16, 16)
lifecycle.start_now(tournament_id=playing.pk, by=maud)
for name in ("sue", "sam"):
    users.create_user(name)
client = Client()
client.force_login(maud)
print(json.dumps(client.cookies["sessionid"].value))
"""


class Counted:
    """The organizer at a desk, with the presses counted."""

    def __init__(self, page: Page, cup: str) -> None:
        self.page, self.presses = page, 0
        slug, _mark, filters = cup.partition("?")
        page.goto(f"{page.url.split('/organize')[0]}/organize/tournaments/{slug}/desk/?{filters}")

    def turn_to(self, part: str) -> None:
        """Press the tab of a part, where there is room for one part alone."""
        tab = self.page.locator(f'.desk-tabs a[href*="tab={part}"]')
        if tab.is_visible():
            tab.click()
            self.presses += 1

    def press(self, role: Any, name: str, part: str = "#people") -> None:
        self.page.locator(part).get_by_role(role, name=name, exact=True).click()
        self.presses += 1


@pytest.fixture(scope="module")
def organizer(chromium: Browser) -> Iterator[Person]:
    with program.running(BOT_SECONDS="3600") as site:
        told = site.manage("shell", "--no-imports", stdin=WORLD)
        context = chromium.new_context(
            viewport=GLANCE, locale="en-GB", reduced_motion="reduce", color_scheme="light"
        )
        signed_in(context, site, json.loads(told.splitlines()[-1]))
        person = Person("maud", context, site.url)
        person.go("/organize/")
        yield person
        assert person.complaints == []
        context.close()


@pytest.fixture
def maud(organizer: Person) -> Page:
    organizer.page.set_viewport_size(GLANCE)  # type: ignore[arg-type]
    return organizer.page


@pytest.mark.parametrize("cup", ["arrival", "walkin"], ids=["desktop", "phone"])
def test_sixteen_entries_are_checked_in_by_two_presses(maud: Page, cup: str) -> None:
    if cup == "walkin":
        maud.set_viewport_size(PHONE)  # type: ignore[arg-type]
    desk = Counted(maud, cup)
    desk.turn_to("people")
    if cup == "arrival":
        assert rows_in_sight(maud, "#people .desk-rows > li") >= 8
    desk.press("checkbox", "Tick all")
    desk.press("button", "Check in all ticked")
    expect(maud.locator("#toast")).to_contain_text("16 checked in.")
    expect(maud.locator("#people")).to_contain_text("16 of 16 here")
    assert desk.presses <= 3


def test_ticks_outlast_a_refresh(maud: Page) -> None:
    Counted(maud, "arrival?show=all")
    for number in (3, 5):
        row = maud.locator("#people li", has_text=f"Arrivala{number} &")
        row.get_by_role("button", name="Not here").click()
        expect(maud.locator("#people")).to_contain_text(f"{15 if number == 3 else 14} of 16 here")
    tick = maud.get_by_role("checkbox", name="Arrivala3 & Arrivalb3 is here")
    tick.check()
    # Checking in somebody else redraws the desk.
    other = maud.locator("#people li", has_text="Arrivala5 &")
    other.get_by_role("button", name="Check in", exact=True).click()
    expect(maud.locator("#people")).to_contain_text("15 of 16 here")
    expect(tick).to_be_checked()


@pytest.mark.parametrize("cup", ["late", "latest"], ids=["desktop", "phone"])
def test_a_late_pair_is_back_in_the_draw_by_one_press(maud: Page, cup: str) -> None:
    if cup == "latest":
        maud.set_viewport_size(PHONE)  # type: ignore[arg-type]
    desk = Counted(maud, cup)
    desk.turn_to("people")
    expect(maud.locator("#left-out li")).to_have_count(1)
    desk.press("button", "Let in")
    expect(maud.locator("#left-out")).to_have_count(0)
    assert desk.presses <= 2
    maud.goto(maud.url.partition("desk/")[0])
    one, two = (f"{cup.capitalize()}{side}8" for side in "ab")
    expect(maud.locator("#draft")).to_contain_text(f"{one} & {two}")


def test_eight_tables_are_seen_at_once(maud: Page) -> None:
    Counted(maud, "playing")
    assert rows_in_sight(maud, "#people .desk-rows > li") >= 8
    assert rows_in_sight(maud, "#tables .desk-rows > li") >= 8


@pytest.mark.parametrize(
    ("row", "size", "who"),
    [("first", GLANCE, "sue"), ("last", PHONE, "sam")],
    ids=["desktop", "phone"],
)
def test_a_substitute_is_named_by_three_presses(
    organizer: Person, maud: Page, row: str, size: Any, who: str
) -> None:
    maud.set_viewport_size(size)
    desk = Counted(maud, "playing")
    desk.turn_to("tables")
    desk.press("link", "Replace", f"#tables .desk-rows > li:{row}-child")
    expect(maud.get_by_role("combobox", name="Substitute (user name)")).to_be_focused()
    options = maud.locator("#ask .picker-list [role=option]")
    maud.keyboard.type(who)
    expect(options).to_have_text([who])
    organizer.check_access()
    maud.keyboard.press("ArrowDown")
    maud.keyboard.press("Enter")
    expect(options.first).to_be_hidden()
    maud.keyboard.press("Tab")
    maud.keyboard.type("A flat tyre.")
    desk.press("button", "Replace", "#ask")
    expect(maud.locator("#toast")).to_contain_text(f"{who} is asked", timeout=20_000)
    assert desk.presses <= 3


def rows_in_sight(page: Page, rows: str) -> int:
    """Return how many rows are wholly in sight."""
    expect(page.locator(rows).first).to_be_visible()
    return sum(
        (box := row.bounding_box()) is not None and box["y"] + box["height"] <= GLANCE["height"]
        for row in page.locator(rows).all()
    )
