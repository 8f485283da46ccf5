"""Two people chat at a table, each in their own browser."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import Mate, members, open_table, path_of, signed_in
from tests.program import Platform

SCRIPT = '<script>document.title = "taken"</script><img src=x onerror="document.title=1">'
HEBREW = "שלום (1) לכולם"
OVERRIDE = "safe\u202eelif"


@dataclass
class Club:
    """A two-player table in play: bess at a desktop, cora at a phone."""

    bess: Person
    cora: Person


@pytest.fixture(scope="module")
def sessions(platform: Platform) -> dict[str, str]:
    """Sessions of the members."""
    return members(platform, ["bess", "cora", "dora"])


@pytest.fixture
def club(chromium: Browser, platform: Platform, sessions: dict[str, str]) -> Iterator[Club]:
    """Let both sit down."""
    people = []
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    for name, shape in (("bess", {"viewport": DESKTOP}), ("cora", phone)):
        context = chromium.new_context(locale="en-GB", reduced_motion="reduce", **shape)
        signed_in(context, platform, sessions[name])
        context.set_default_timeout(20_000)
        people.append(Person(name, context, platform.url))
    table = open_table(people[0].context, platform, "rubl_two_player", max_hands=1)
    for one in people:
        one.go(path_of(table))
    people[1].page.locator("[data-do='sit 1']").click()
    for one in people:
        one.page.locator(".is-playing").wait_for()
    yield Club(*people)
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.context.close()
        # Nobody may sit at many tables.
        Mate(platform, sessions[one.name]).come(table).give_up()
    assert complaints == []


def chat(person: Person) -> Locator:
    """Return the open chat."""
    return person.page.locator("#chat:not([hidden])")


def open_chat(person: Person) -> Locator:
    """Open the chat by its button."""
    person.page.locator("[data-do=chat]").click()
    chat(person).wait_for()
    return chat(person)


def say(person: Person, text: str) -> None:
    """Write a message."""
    person.page.locator("#chat-text").fill(text)
    person.page.locator(".chat-send").click()


def texts(person: Person) -> list[str]:
    """Return the messages that the chat shows."""
    return chat(person).locator(".chat-text").all_text_contents()


def test_what_people_write_is_shown_as_they_wrote_it_and_does_nothing(club: Club) -> None:
    bess, cora = club.bess, club.cora
    titles = [one.page.title() for one in (bess, cora)]
    open_chat(bess)
    for text in (SCRIPT, HEBREW):
        say(bess, text)
        bess.page.locator(".chat-text").filter(has_text=text).wait_for()
    badge = cora.page.locator(".tool-chat .chat-badge")
    assert badge.filter(has_text="2").text_content() == "2"
    assert f"bess says: {HEBREW}" in cora.page.locator("#said").filter(has_text=HEBREW).inner_text()
    open_chat(cora)
    badge.wait_for(state="detached")
    assert texts(cora) == texts(bess) == [SCRIPT, HEBREW]
    assert cora.page.locator("#chat script, #chat img").count() == 0
    # A person's characters turn nothing round but their own message.
    by = cora.page.locator(".chat-line").last
    assert by.locator(".chat-text").evaluate("e => getComputedStyle(e).unicodeBidi") == "isolate"
    say(bess, OVERRIDE)
    error = bess.page.locator(".chat-error")
    error.wait_for()
    assert "invisible or control character" in error.inner_text()
    assert bess.page.locator("#chat-text").input_value() == OVERRIDE
    assert texts(cora) == [SCRIPT, HEBREW]
    cora.check_access()
    bess.check_access()
    assert [one.page.title().lstrip("● ") for one in (bess, cora)] == [
        title.lstrip("● ") for title in titles
    ]


@pytest.mark.slow
def test_the_chat_by_keyboard(club: Club) -> None:
    page = club.bess.page
    page.locator("#table").focus()
    page.keyboard.press("c")
    chat(club.bess).wait_for()
    assert page.evaluate("document.activeElement.id") == "chat-text"
    page.keyboard.type("see you")
    page.keyboard.press("Enter")
    page.locator(".chat-text").filter(has_text="see you").wait_for()
    assert page.locator("#chat-text").input_value() == ""
    page.keyboard.press("Escape")
    assert page.locator("#chat").is_hidden()
    assert page.evaluate("document.activeElement.dataset.do") == "chat"


@pytest.mark.slow
def test_on_a_phone_the_chat_steps_aside_at_the_own_turn(club: Club) -> None:
    cora, turn = club.cora, "#table[data-my-turn]"
    # The deal comes a moment after the start.
    club.bess.page.locator(".plate.turn").wait_for()
    if not club.bess.page.locator(turn).count():
        cora.page.locator(turn).wait_for()
        decide(cora)
    open_chat(cora)
    decide(club.bess)
    # It steps aside by itself, and comes back once the turn is over.
    cora.page.locator("#chat").wait_for(state="hidden")
    decide(cora)
    chat(cora).wait_for()
    decide(club.bess)
    cora.page.locator("#chat").wait_for(state="hidden")
    # At the player's own turn it opens over the cards, not over what is asked.
    box = open_chat(cora).bounding_box()
    felt = cora.page.locator(".felt").bounding_box()
    assert box is not None
    assert felt is not None
    assert felt["y"] + felt["height"] <= box["y"] + 1
    cora.check_access()


def decide(person: Person) -> None:
    """Keep the drawn card, once there is one."""
    person.page.locator("[data-do='act keep']").click()
    person.page.locator("#table[data-my-turn]").wait_for(state="detached")


def test_a_muted_persons_messages_go_and_come_back_and_a_report_is_thanked_for(
    club: Club,
) -> None:
    open_chat(club.bess)
    say(club.bess, "you play badly")
    open_chat(club.cora)
    rude = club.cora.page.locator(".chat-line").filter(has_text="you play badly")
    rude.locator(".chat-tool").click()
    club.cora.check_access()
    rude.locator("[data-chat^='report ']").click()
    club.cora.page.locator("#report-reason").select_option("abuse")
    club.cora.check_access()
    club.cora.page.locator(".chat-report [type=submit]").click()
    club.cora.page.get_by_text("Thanks, the staff will look at it.").wait_for()
    rude.locator(".chat-tool").click()
    rude.locator("[data-chat='mute bess']").click()
    rude.wait_for(state="detached")
    club.cora.page.locator("[data-chat='unmute bess']").click()
    rude.wait_for()


@pytest.fixture
def watchers(
    chromium: Browser, platform: Platform, sessions: dict[str, str]
) -> Iterator[tuple[Person, Person]]:
    """Two who don't play: a member, and a visitor without an account."""
    two = []
    for name in ("dora", "visitor"):
        context = chromium.new_context(locale="en-GB", reduced_motion="reduce", viewport=PHONE)
        if name in sessions:
            signed_in(context, platform, sessions[name])
        context.set_default_timeout(20_000)
        two.append(Person(name, context, platform.url))
    yield two[0], two[1]
    complaints = [complaint for one in two for complaint in one.complaints]
    for one in two:
        one.context.close()
    assert complaints == []


@pytest.mark.long
def test_while_a_rated_game_is_played_only_members_who_watch_talk_among_themselves(
    club: Club, watchers: tuple[Person, Person], platform: Platform
) -> None:
    bess, cora, (dora, visitor) = club.bess, club.cora, watchers
    table = open_table(bess.context, platform, "rubl_two_player", max_hands=4, rated=True)
    for one in (bess, cora):
        one.go(path_of(table))
    cora.page.locator("[data-do='sit 1']").click()
    for one in (bess, cora, dora, visitor):
        if one in watchers:
            one.go(path_of(table))
        one.page.locator(".is-playing").wait_for()
    open_chat(dora)
    say(dora, "what a lead")
    dora.page.locator(".chat-text").filter(has_text="what a lead").wait_for()
    open_chat(visitor)
    shut = visitor.page.locator(".chat-say")
    assert "Until the game is over" in shut.inner_text()
    assert visitor.page.locator("#chat form, #chat .chat-phrases").count() == 0
    visitor.check_access()
    # Players' messages are for everybody; spectators' messages are hidden from visitors and players.
    open_chat(bess)
    assert chat(bess).locator(".chat-tabs").count() == 0
    bess.page.locator("[data-chat^='phrase ']").first.click()
    visitor.page.locator("[data-chat='tab table']").click()
    visitor.page.locator(".chat-line").wait_for()
    for one in (bess, visitor):
        assert not [frame for frame in one.frames if "what a lead" in frame]
    visitor.page.locator("[data-chat='tab spectators']").click()
    stop(bess, cora)
    # When it's over everybody may read along again.
    visitor.page.locator(".chat-say [data-chat=guest]").wait_for()
    assert "Until the game is over" not in shut.inner_text()


def stop(*people: Person) -> None:
    """Let all agree to end the game."""
    for one in people:
        if one.page.locator("#chat:not([hidden])").count():
            one.page.keyboard.press("Escape")
        one.page.locator("[data-do='open more']").click()
        one.page.locator(".sheet [data-do=stop]").click()
        one.page.locator("[data-sheet=stop] [data-do=stop-yes]").click()
