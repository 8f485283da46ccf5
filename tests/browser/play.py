"""Playing at the table as people do: by clicking what the page offers."""

import functools
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.conftest import Person

Stop = Callable[[], bool]
# Presses what the page offers, as fast as it offers it; everybody chooses otherwise.
PLAYER = """(number) => {
  const done = new Set();
  setInterval(() => {
    const bid = document.querySelector("[data-choice=bid] .bid-confirm");
    if (bid?.checkVisibility()) {
      document.querySelectorAll("[data-choice=bid] .bid-number")[1 + (number % 4)].click();
      bid.click();
      return done.clear();
    }
    const cards = [...document.querySelectorAll(".own-card.legal")].filter((card) => !done.has(card.dataset.card));
    const card = cards[(number * 5) % (cards.length || 1)];
    if (card) {
      done.add(card.dataset.card);
      card.click();
    }
  }, 30);
}"""


def take_turn(person: Person) -> bool:
    """Make the decision that the page asks of the person, if it asks for one; returns whether it did."""
    page = person.page
    bid = page.locator("[data-choice=bid]")
    if bid.is_visible():
        numbers = bid.locator(".bid-number")
        # Sides that bid differently end with different scores.
        numbers.nth(0 if picture(person)["you"]["seat"] % 2 else 2).click()
        bid.locator(".bid-confirm").click()
        bid.wait_for(state="hidden")
        return True
    cards = page.locator(".own-card.legal")
    if cards.count():
        name = cards.first.get_attribute("data-card")
        # A card under the pointer stands before its neighbours, so the pointer leaves the hand first. Then the edge
        # that shows: the next card of the fan lies over the rest.
        page.mouse.move(2, 2)
        page.locator(f".own-card.legal[data-card='{name}']").click(position={"x": 16, "y": 20})
        page.locator(f".own-card[data-card='{name}']").wait_for(state="detached")
        return True
    return False


def play_until(people: Sequence[Person], stop: Stop, seconds: float = 60) -> None:
    """Let everybody take their turns until `stop()`; fails once nobody has had a turn for so many seconds, however long the
    game takes.
    """
    end = time.monotonic() + seconds
    while not stop():
        if any(take_turn(person) for person in people):
            end = time.monotonic() + seconds
            continue
        assert time.monotonic() < end, "the game stands still"
        people[0].page.wait_for_timeout(40)


def play_on(people: Sequence[Person], seconds: float = 240) -> None:
    """Let the pages press by themselves what they offer, as fast as they offer it, up to the end of the game."""
    for number, person in enumerate(people):
        person.page.evaluate(PLAYER, number)
    for person in people:
        person.page.locator("[data-choice=over]").wait_for(timeout=seconds * 1000)


def is_over(person: Person) -> Stop:
    """Return a test of whether the person's page shows the end of the game."""
    return lambda: person.page.locator("[data-choice=over]").is_visible()


def in_hand(person: Person, number: int) -> Stop:
    """Return a test of whether the newest picture shows that hand, or the game's end."""

    def there() -> bool:
        game = picture(person).get("game") or {}
        return game.get("hand_no", 0) >= number or game.get("phase") == "over"

    return there


def pictures(person: Person) -> list[dict[str, Any]]:
    """Return all pictures that the person's sockets were sent."""
    return [frame for frame in map(_read, person.frames) if frame["t"] == "view"]


@functools.lru_cache(maxsize=20_000)
def _read(text: str) -> dict[str, Any]:
    """Return what a frame says; tests ask for the same ones after every card."""
    frame: dict[str, Any] = json.loads(text)
    return frame


def picture(person: Person) -> dict[str, Any]:
    """Return the newest picture that the person's sockets were sent."""
    shown = pictures(person)
    return max(shown, key=lambda frame: frame["v"]) if shown else {}


def open_part(view: dict[str, Any]) -> dict[str, Any]:
    """Return the public part of a picture."""
    own = {"seat", "hand", "legal", "blind_offer", "own_discards", "drawn_card", "passed"}
    return {name: value for name, value in view["game"].items() if name not in own}
