"""A whole game by keyboard alone, with its announcements in the live region; and one by taps on a phone that is
turned.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NAMES, PHONE, Person
from tests.browser.sight import JOKERS, RANKS, SUITS, look
from tests.browser.tables import Mate, open_table, path_of, seated
from tests.program import Platform

Ann = Callable[..., Person]
Turn = Callable[[Page, dict[str, Any]], None]
SAID = re.compile(
    rf"(\w+) plays? (?:({'|'.join(RANKS)}) of ({'|'.join(SUITS)})|({'|'.join(JOKERS)}))\."
)
# Keeps every sentence of the live region: it forgets old ones itself.
LISTEN = """() => {
  window.said = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) window.said.push(node.textContent);
  }).observe(document.getElementById("said"), { childList: true });
}"""
FOCUSED = "document.activeElement.matches('.own-card.legal')"


def play_a_hand(
    window: Person, platform: Platform, mates: list[Mate], turn: Turn
) -> list[list[Any]]:
    """Play one hand, the window's person by `turn`; returns all plays in order, by seat and card."""
    table = open_table(window.context, platform, "cardgames_io", max_hands=1)
    four = mates[:4]
    page = window.go(path_of(table))
    look(page)
    page.evaluate(LISTEN)
    seated(platform, table, four)
    plays: list[list[Any]] = []
    view = four[0].look()
    while view["table"]["status"] == "playing":
        seat = view["game"]["to_act"][0]
        if seat:
            mate = four[seat]
            mate.until(lambda own, least=view["v"]: own["v"] >= least)
            mate.act()
            view = four[0].until(lambda own, least=mate.view["v"]: own["v"] >= least)
        else:
            turn(page, look(page, view["v"]))
            view = four[0].until(lambda own, least=view["v"]: own["v"] > least)
        note(plays, view["game"])
    page.locator("[data-choice=over]").wait_for()
    return plays


def note(plays: list[list[Any]], game: dict[str, Any]) -> None:
    """Add the plays of a picture that weren't there before."""
    for trick in (*game["history"]["tricks"], game["trick"] or {"plays": []}):
        plays += [play for play in trick["plays"] if play not in plays]


def by_keyboard(page: Page, shown: dict[str, Any]) -> None:
    """Bid with a digit, or walk to a card that may be played, and press Enter."""
    if shown["choice"] == "bid":
        page.keyboard.press("3")
        page.keyboard.press("Enter")
        return
    page.keyboard.press("Home" if page.evaluate(FOCUSED) else "ArrowRight")
    for _ in shown["hand"]:
        if page.evaluate(FOCUSED):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def by_taps(page: Page, shown: dict[str, Any]) -> None:
    """Tap a bid or a card; in the middle of the hand the phone is turned."""
    if shown["choice"] == "bid":
        page.locator(".bid-number").nth(1).tap()
        page.locator(".bid-confirm").tap()
        return
    if len(shown["hand"]) == 7:
        page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    # Not on one spot twice: a second tap there, soon after, is a double tap.
    spot = {"x": 9, "y": 12 + len(shown["hand"]) % 2 * 30}
    page.locator(f".own-card[data-card='{shown['legal'][0]}']").tap(position=spot)


def test_a_hand_by_keyboard_alone_is_told_in_words(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    plays = play_a_hand(window, platform, mates, by_keyboard)
    assert len(plays) == 52
    said = " ".join(window.page.evaluate("window.said"))
    told = [
        (0 if name == "You" else NAMES.index(name), JOKERS.get(joker) or RANKS[rank] + SUITS[suit])
        for name, rank, suit, joker in SAID.findall(said)
    ]
    assert told == [tuple(play) for play in plays]
    assert len(re.findall(r"(?:wins?) the trick\.", said)) == 13
    bids = mates[0].view["game"]["bids"]
    for seat in (1, 2, 3):
        assert f"{NAMES[seat]}: {bids[seat]['text']}." in said
        assert said.count(f"{NAMES[seat]} sits down.") == 1
    assert said.count("You: 3.") == 1
    assert "has left" not in said
    assert said.count("The game is over.") == 1


@pytest.mark.slow
def test_a_hand_by_taps_on_a_phone_that_is_turned(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann(viewport=PHONE, has_touch=True, is_mobile=True)
    plays = play_a_hand(window, platform, mates, by_taps)
    assert len(plays) == 52
