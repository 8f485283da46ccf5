"""Playing at the table as people do: by clicking what the page offers."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.conftest import Person

Stop = Callable[[], bool]


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


def play_until(people: Sequence[Person], stop: Stop, seconds: float = 240) -> None:
    """Let everybody take their turns until `stop()`."""
    end = time.monotonic() + seconds
    while not stop():
        assert time.monotonic() < end, "the game didn't get there in time"
        if not any(take_turn(person) for person in people):
            people[0].page.wait_for_timeout(40)


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
    frames = (json.loads(text) for text in person.frames)
    return [frame for frame in frames if frame["t"] == "view"]


def picture(person: Person) -> dict[str, Any]:
    """Return the newest picture that the person's sockets were sent."""
    shown = pictures(person)
    return max(shown, key=lambda frame: frame["v"]) if shown else {}


def open_part(view: dict[str, Any]) -> dict[str, Any]:
    """Return the public part of a picture."""
    own = {"seat", "hand", "legal", "blind_offer", "own_discards", "drawn_card", "passed"}
    return {name: value for name, value in view["game"].items() if name not in own}
