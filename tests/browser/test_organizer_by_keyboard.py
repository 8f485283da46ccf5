"""An organizer without a mouse: create a tournament, set seeds by hand, change and confirm a draw, run an evening."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import program
from tests.browser.conftest import DESKTOP, Person
from tests.browser.tables import members, signed_in

pytestmark = pytest.mark.long
FILL = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from spades_site.common.clock import now
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup import creating
from tournaments.events.actions import entering
from tournaments.events.actions import lifecycle
ann = get_user_model().objects.get(username="ann")
for name, more in (("Seeded", {"seeding": "hand"}), ("Drafted", {"stages": (StagePlan("swiss", rounds=2),), "confirm_draws": True})):
    cup = creating.create_tournament(
        by=ann, name=name, starts_at=now() + timedelta(hours=2), rules={"preset": "solo_heads_up"},
        match_hands=4, check_in_minutes=0, min_entries=2, max_entries=8, **more,
    )
    lifecycle.open_registration(tournament_id=cup.pk, by=ann)
    for player in ("bob", "cy", "dee", "eve"):
        user = get_user_model().objects.get(username=player)
        entering.enter(tournament_id=cup.pk, user=user, alone=True)
cup = creating.create_tournament(
    by=ann, name="Evening", starts_at=now() + timedelta(minutes=20), rules={"preset": "solo_heads_up"},
    match_hands=4, check_in_minutes=19, min_entries=2, max_entries=8, no_show="forfeit", grace_minutes=30,
)
lifecycle.open_registration(tournament_id=cup.pk, by=ann)
for player in ("bob", "cy", "dee", "eve"):
    user = get_user_model().objects.get(username=player)
    entering.enter(tournament_id=cup.pk, user=user, alone=True)
"""
MOST_TABS = 120
# What has the focus, and whether one can see that it has: by a ring of its own or of what stands for it.
FOCUSED = """() => {
  const one = document.activeElement;
  const ring = (element) => {
    const style = getComputedStyle(element);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  };
  const box = one.getBoundingClientRect();
  return {
    // Of a day and time the browser rings the part that is typed or pressed, which a page can't see.
    seen: ring(one) || one.type === "datetime-local" || [...one.parentElement.children].some(ring),
    inView: box.bottom > 0 && box.top < innerHeight,
    top: box.top + scrollY,
    name: `${one.tagName} ${one.id || one.textContent.trim().slice(0, 30)}`,
  };
}"""


@pytest.fixture(scope="module")
def club() -> Iterator[tuple[program.Platform, str]]:
    """A running program with two tournaments of ann's that four have entered, and her session."""
    with program.running(BOT_SECONDS="30") as site:
        sessions = members(site, ("ann", "bob", "cy", "dee", "eve"))
        preset = site.manage("shell", "--no-imports", stdin=TWO_PLAYERS).split()[-1]
        site.manage("shell", "--no-imports", stdin=FILL.replace("solo_heads_up", preset))
        yield site, sessions["ann"]


TWO_PLAYERS = """
from games.engine import PRESETS
print(next(key for key, rules in PRESETS.items() if rules.players == 2))
"""


@pytest.fixture
def ann(chromium: Browser, club: Any) -> Iterator[Person]:
    """The organizer's browser."""
    site, session = club
    context = chromium.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
    signed_in(context, site, session)
    person = Person("ann", context, site.url)
    yield person
    complaints = person.complaints
    context.close()
    assert complaints == []


@pytest.fixture
def tab_to() -> Callable[[Page, str], None]:
    """Return how to come to an element by Tab alone; wherever the focus stands on the way, one must see it."""

    def go(page: Page, selector: str) -> None:
        page.locator(selector).first.wait_for()
        for _ in range(MOST_TABS):
            page.keyboard.press("Tab")
            at = page.evaluate(FOCUSED)
            assert at["seen"], f"no focus to be seen at {at['name']}"
            assert at["inView"], f"the focus is out of sight at {at['name']}"
            if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
        raise AssertionError(f"{selector} can't be reached by Tab")

    return go


def type_a_moment(page: Page) -> str:
    """Type the twelfth of December of the next year, whichever order the browser shows it in; returns the day."""
    year = datetime.now(UTC).year + 1
    page.keyboard.type(f"1212{year}")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("1111P")
    return f"{year}-12-12"


def test_a_tournament_is_made_and_opened(ann: Person, tab_to: Any) -> None:
    page = ann.go("/organize/")
    tab_to(page, "a[href='/organize/tournaments/plans/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/organize/tournaments/plans/")
    tab_to(page, "a[href='/organize/tournaments/new/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/organize/tournaments/new/")
    tab_to(page, "#id_name")
    page.keyboard.type("Keys")
    tab_to(page, "#id_starts_at")
    day = type_a_moment(page)
    assert page.input_value("#id_starts_at")[:10] == day
    tab_to(page, "a[href='#format']")
    page.keyboard.press("Enter")
    tab_to(page, "#id_stages-0-format")
    with page.expect_response("**/organize/tournaments/new/"):
        page.keyboard.type("Swi")
    assert page.input_value("#id_stages-0-format") == "swiss"
    tab_to(page, "#id_stages-0-rounds")
    page.keyboard.type("3")
    tab_to(page, "#add-stage")
    page.keyboard.press("Enter")
    page.locator("#id_stages-1-format").wait_for()
    assert page.input_value("#id_stages-0-rounds") == "3"
    tab_to(page, "details.panel:has(#id_entry_alone) > summary")
    page.keyboard.press("Space")
    tab_to(page, "#id_entry_alone")
    page.keyboard.press("Space")
    assert not page.is_checked("#id_entry_alone")
    tab_to(page, "details.panel:has(#id_seeding) > summary")
    page.keyboard.press("Space")
    tab_to(page, "#id_seeding")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    tab_to(page, "a[href='#rules']")
    page.keyboard.press("Enter")
    tab_to(page, "#id_match_hands")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.wait_for_url("**/organize/tournaments/keys/")
    tab_to(page, ".page-head a.button-primary")
    page.keyboard.press("Enter")
    tab_to(page, "main form [type=submit]")
    page.keyboard.press("Enter")
    expect(page.locator(".page-head .badge")).to_have_text("registration open")


def test_entries_are_numbered_by_hand(ann: Person, tab_to: Any) -> None:
    page = ann.go("/organize/tournaments/seeded/")
    tab_to(page, "a[href='/organize/tournaments/seeded/seeds/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/seeds/")
    fields = page.locator("main input[inputmode=numeric]")
    assert fields.count() == 4
    ids = [fields.nth(place).get_attribute("id") for place in range(4)]
    names = page.locator("main .placing-row label")
    # A number moves its row to that place, and the others make room.
    for place, number in ((1, "1"), (3, "2"), (0, "3"), (2, "4")):
        tab_to(page, f"#{ids[place]}")
        page.keyboard.type(number)
        page.keyboard.press("Tab")
    expect(names).to_have_text([re.compile(name) for name in ("cy", "eve", "bob", "dee")])
    expect(page.locator("[data-unsaved]")).to_be_visible()
    ann.check_access()
    tab_to(page, "main form [type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/organize/tournaments/seeded/")
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="The seeds are saved.")
    ).to_be_visible()
    page = ann.go("/organize/tournaments/seeded/seeds/")
    labels = names.all_inner_texts()
    assert [label.split()[0] for label in labels] == ["cy", "eve", "bob", "dee"]


def test_a_draw_is_changed_and_confirmed(ann: Person, tab_to: Any) -> None:
    page = ann.go("/organize/tournaments/drafted/")
    tab_to(page, "a[href$='/start/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/start/")
    tab_to(page, "#question [type=submit]")
    page.keyboard.press("Enter")
    page.locator("#draft").wait_for()
    before = page.locator("#draft .rows .grow").all_inner_texts()
    tab_to(page, "#draft details summary")
    page.keyboard.press("Enter")
    tab_to(page, "#swap-second")
    first, *_rest, last = page.locator("#swap-second option").all_inner_texts()
    page.keyboard.press("End")
    assert page.locator("#swap-second option:checked").inner_text() == last
    tab_to(page, "form[action$='/swap/'] button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/swap/?**")
    expect(page.locator("main")).to_contain_text("Nothing has changed yet.")
    ann.check_access()
    tab_to(page, "#swap-reason")
    page.keyboard.type("They came together")
    page.keyboard.press("Enter")
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="They have swapped places.")
    ).to_be_visible()
    after = page.locator("#draft .rows .grow").all_inner_texts()
    assert sorted(" ".join(after).split()) == sorted(" ".join(before).split())
    assert after != before, (first, last)
    tab_to(page, "a[href*='/confirm/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/confirm/**")
    tab_to(page, "#question [type=submit]")
    page.keyboard.press("Enter")
    page.locator("#draft").wait_for(state="detached")


def test_an_evening_is_run_from_the_desk(ann: Person, club: Any, tab_to: Any) -> None:
    club[0].forward(90)
    club[0].manage("shell", "--no-imports", stdin=CHECK_IN)
    page = ann.go("/organize/tournaments/evening/desk/")
    people = page.locator("#people .rows > li")
    expect(people).to_have_count(4)
    # Check-in goes from one entry to the next without a way back through the page.
    tab_to(page, "[value^=here]")
    for left in (3, 2):
        page.keyboard.press("Enter")
        expect(people).to_have_count(left)
        expect(page.locator("[value^=here]").first).to_be_focused()
    expect(page.locator("#toast")).to_contain_text("ann checked an entry in: cy")
    # A refresh brings what happens elsewhere.
    tab_to(page, "[value^=way]")
    page.keyboard.press("Enter")
    expect(people.nth(1)).to_contain_text("on the way")
    club[0].manage("shell", "--no-imports", stdin=ANOTHER)
    expect(people).to_have_count(1)
    ann.check_access()
    page = ann.go("/organize/tournaments/evening/desk/")
    tab_to(page, "a[href$='call/all/']")
    page.keyboard.press("Enter")
    page.locator("#ask[open] #question").wait_for()
    expect(page.locator("#ask")).to_contain_text("Call 1 absent person?")
    ann.check_access()
    page.keyboard.press("Escape")
    expect(page.locator("a[href$='call/all/']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ask button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="They are called.")
    ).to_be_visible()
    tab_to(page, "[value^=undo]")
    page.keyboard.press("Enter")
    expect(people).to_have_count(2)
    # The two who are checked in begin, and don't come to their table.
    page = ann.go("/organize/tournaments/evening/desk/")
    tab_to(page, "a[href$='start/now/']")
    answer_the_question(page, "The tournament has started.")
    expect(page.locator(".desk-table")).to_have_count(1)
    tab_to(page, "[value^=extend]")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("let a table wait longer for its players")
    tab_to(page, "a[href*='/tables/message/']")
    page.keyboard.press("Enter")
    expect(page.locator("#ask [name=text]")).to_be_focused()
    page.keyboard.type("We wait for you")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="The message is sent.")
    ).to_be_visible()
    tab_to(page, "a[href*='/forfeit/']")
    answer_the_question(page, "Done, and noted in the log.")
    expect(page.locator(".desk-table")).to_have_count(0)


def answer_the_question(page: Page, done: str) -> None:
    """Open the question of the focused link, and say yes."""
    page.keyboard.press("Enter")
    expect(page.locator("#ask button").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(":is(#messages, #toast) > .note", has_text=done)).to_be_visible()


CHECK_IN = """
from tournaments.events import advance
from tournaments.events.models import Tournament
advance.advance(Tournament.objects.get(slug="evening").pk)
"""
ANOTHER = """
from django.contrib.auth import get_user_model
from tournaments.events.actions import entering
from tournaments.events.models import Tournament
user = get_user_model().objects.get(username="dee")
entering.check_in(tournament_id=Tournament.objects.get(slug="evening").pk, user=user)
"""
