"""Planned cards are played once, at their turn, whatever the order and delay of the server's frames."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import engine
from tests.browser.conftest import Person
from tests.browser.scripted import Script
from tests.browser.tables import Mate, open_table, path_of, seated
from tests.program import Platform

pytestmark = pytest.mark.long
Ann = Callable[..., Person]
Sit = Callable[..., Script]
PREMOVES = 20
SLOW_CPU = 8


@pytest.fixture
def sit(ann: Ann, platform: Platform, mates: list[Mate]) -> Sit:
    """Return a maker of tables whose other end is the test: `sit(7, slow=8)`."""

    def make(seed: int = 1, slow: int = 1) -> Script:
        window = ann()
        table = open_table(window.context, platform, "cardgames_io", target=2000)
        seated(platform, table, mates[:4])
        script = Script(window.page, mates[0].look(), seed=seed)
        if slow > 1:
            tool = window.context.new_cdp_session(window.page)
            tool.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        window.go(path_of(table))
        window.page.locator(".own-card").first.wait_for()
        return script

    return make


def choose(page: Page, card: str) -> None:
    """Press a card of the own hand."""
    page.locator(f".own-card[data-card='{card}']").press("Enter")


def on_the_table(at: Script) -> list[tuple[int, str]]:
    """Return the trick that is being played, as the page's player sees it."""
    trick = engine.view_for(at.game, 0)["trick"]
    return [(seat, card) for seat, card in trick["plays"]] if trick else []


def plan(page: Page, card: str) -> None:
    """Choose a card ahead."""
    choose(page, card)
    expect(page.locator(".own-card.planned")).to_have_attribute("data-card", card)


def in_suit(at: Script) -> str:
    """Return a card that may be played to the trick that was led, whatever the others play to it."""
    led = on_the_table(at)[0][1][1]
    hand = sorted(engine.view_for(at.game, 0)["hand"])
    return next((card for card in hand if card[1] == led), hand[0])


def others_until_mine(at: Script) -> list[dict[str, Any]]:
    """Let the others play until it is the page's turn or the hand is over; returns the pictures."""
    pictures = []
    while not at.mine and at.game.phase == "play":
        pictures.append(at.other_plays())
    return pictures


def test_twenty_cards_chosen_ahead_on_a_slow_page_and_a_bad_line(sit: Sit) -> None:
    at = sit(seed=5, slow=SLOW_CPU)
    page, dice = at.page, random.Random(11)
    done = 0
    while done < PREMOVES:
        if at.game.phase == "deal":
            at.next_hand()
            at.send(at.picture())
        # Somebody leads, so that the suit is known.
        while not at.mine and not on_the_table(at):
            at.send(at.other_plays())
        count = len(at.acts)
        if at.mine:
            # By hand: it is one's turn already.
            page.locator("#table[data-my-turn]").wait_for()
            choose(page, engine.view_for(at.game, 0)["legal"][0][5:])
            at.until_acts(count + 1)
            at.flush()
            continue
        if any(seat == 0 for seat, _ in on_the_table(at)):
            at.send(*others_until_mine(at))
            continue
        card = in_suit(at)
        plan(page, card)
        pictures = others_until_mine(at)
        way = done % 5
        if way == 0:
            at.send(*pictures)
        elif way == 1:
            # Older pictures come last, and doubled.
            at.send(*reversed(pictures), *pictures)
        elif way == 2:
            # Small news one after another while the card waits for its moment.
            at.send(*pictures)
            for _ in range(30):
                at.send(at.news())
                page.wait_for_timeout(60)
                if len(at.acts) > count:
                    break
        elif way == 3:
            # The line breaks before the turn is seen.
            at.drop()
        else:
            # The line breaks with the answer, after the card was taken.
            at.send(*pictures)
            at.until_acts(count + 1)
            at.drop()
        at.until_acts(count + 1)
        assert at.acts[-1]["a"] == f"play {card}", at.errors
        at.answer(backwards=dice.random() < 0.5)
        expect(page.locator(f".own-card[data-card='{card}']")).to_have_count(0)
        expect(page.locator(".own-card.planned")).to_have_count(0)
        done += 1
    assert at.errors == []
    assert len({act["id"] for act in at.acts}) == len(at.acts)


def test_a_card_for_the_next_trick_is_not_bound_by_the_suit_of_this_one(sit: Sit) -> None:
    at = sit(seed=3)
    page = at.page
    at.send(*others_until_mine(at))
    page.locator("#table[data-my-turn]").wait_for()
    view = engine.view_for(at.game, 0)
    mine = next(
        card
        for card in (action[5:] for action in view["legal"])
        if any(own[1] == card[1] and own != card for own in view["hand"])
    )
    choose(page, mine)
    at.until_acts(1)
    # The answer isn't there yet: the next card may be chosen all the same, of any suit.
    other = next(own for own in sorted(view["hand"]) if own[1] != mine[1])
    plan(page, other)
    at.flush()
    expect(page.locator(".error-line")).to_be_empty()
    expect(page.locator(".own-card.planned")).to_have_attribute("data-card", other)
    # The own card was seen lying there, and choosing another suit still is no fault.
    third = next(
        own for own in sorted(view["hand"]) if own not in (mine, other) and own[1] != mine[1]
    )
    plan(page, third)
    expect(page.locator(".error-line")).to_be_empty()


def test_an_answer_that_comes_after_the_next_turn_lets_the_planned_card_go(sit: Sit) -> None:
    at = sit(seed=3)
    page = at.page
    at.send(*others_until_mine(at))
    page.locator("#table[data-my-turn]").wait_for()
    view = engine.view_for(at.game, 0)
    first = view["legal"][0][5:]
    choose(page, first)
    at.until_acts(1)
    ack, picture = at.out
    at.out = []
    pictures = [picture, *others_until_mine(at)]
    legal = [action[5:] for action in engine.view_for(at.game, 0)["legal"]]
    plan(page, legal[0])
    at.send(*pictures)
    page.wait_for_timeout(600)
    assert len(at.acts) == 1
    at.send(ack)
    at.until_acts(2)
    assert at.acts[1]["a"] == f"play {legal[0]}"


def test_a_refused_card_takes_the_one_planned_after_it_along(sit: Sit) -> None:
    at = sit(seed=3)
    page = at.page
    at.send(*others_until_mine(at))
    page.locator("#table[data-my-turn]").wait_for()
    legal = [action[5:] for action in engine.view_for(at.game, 0)["legal"]]
    before = at.game
    choose(page, legal[0])
    at.until_acts(1)
    plan(page, next(own for own in engine.view_for(before, 0)["hand"] if own not in legal[:1]))
    # As if it hadn't been taken.
    at.game, at.out = before, []
    at.refuse(at.acts[0], "stale")
    at.flush()
    at.send(at.news())
    expect(page.locator(".own-card.planned")).to_have_count(0)
    expect(page.locator(f".own-card[data-card='{legal[0]}']")).to_be_visible()
    page.wait_for_timeout(600)
    assert len(at.acts) == 1


def test_a_card_planned_for_a_turn_that_another_tab_took_is_given_up(sit: Sit) -> None:
    at = sit(seed=3)
    page = at.page
    while not on_the_table(at):
        at.send(at.other_plays())
    card = in_suit(at)
    plan(page, card)
    others_until_mine(at)
    legal = [action for action in engine.view_for(at.game, 0)["legal"] if action != f"play {card}"]
    at._play(0, legal[0])
    at.send(*others_until_mine(at), at.picture())
    expect(page.locator(".own-card.planned")).to_have_count(0)
    page.wait_for_timeout(600)
    assert at.acts == []
