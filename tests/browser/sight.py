"""Finds cards in pages and frames, in every form in which they could appear."""

import json
import re
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"} | {
    str(n): str(n) for n in range(2, 10)
}
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
JOKERS = {"big joker": "BJ", "little joker": "LJ"}
CODES = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][SHDC]|BJ|LJ)(?![A-Za-z0-9])")
SPOKEN = re.compile(
    rf"\b({'|'.join(RANKS)}) of ({'|'.join(SUITS)})\b|\b({'|'.join(JOKERS)})\b", re.I
)
ALL_IN_SIGHT = ("deal", "over")
"""The phases in which the finished hand lies open."""

# Waits in the page until it shows a version, then tells what it shows.
LOOK = """async (version) => {
  const table = document.getElementById("table");
  const there = () => Number(table.dataset.v ?? -1) >= version;
  await new Promise((resolve, reject) => {
    if (there()) return resolve();
    const watch = new MutationObserver(() => there() && (watch.disconnect(), resolve()));
    watch.observe(table, { attributes: true, attributeFilter: ["data-v"] });
    setTimeout(() => reject(new Error(`still at ${table.dataset.v}, not at ${version}`)), 20000);
  });
  const all = (css, read) => [...table.querySelectorAll(css)].map(read);
  const pairs = (css, read) => Object.fromEntries(all(css, read));
  return {
    v: Number(table.dataset.v),
    mine: table.hasAttribute("data-my-turn"),
    html: table.outerHTML + document.getElementById("said").innerHTML + document.title,
    hand: all(".own-card", (card) => card.dataset.card),
    legal: all(".own-card.legal", (card) => card.dataset.card),
    held: Boolean(table.querySelector(".trick.done")),
    trick: all(".played", (card) => [Number(card.dataset.by), card.dataset.card]),
    scores: pairs("[data-score]", (score) => [score.dataset.score, score.textContent]),
    tallies: pairs("[data-anchor]", (plate) => [plate.dataset.anchor, plate.querySelector(".tally")?.textContent ?? ""]),
    turns: all("[data-anchor].turn", (plate) => Number(plate.dataset.anchor)).sort(),
    backs: pairs(".seat[data-seat]", (seat) => [seat.dataset.seat, seat.querySelectorAll(".back").length]),
    choice: table.querySelector("[data-choice]")?.dataset.choice ?? null,
  };
}"""


def look(page: Page, version: int = 0) -> dict[str, Any]:
    """Return the page's content once it shows that version of the table, or a newer one."""
    return dict(page.evaluate(LOOK, version))


def cards_in(text: str) -> set[str]:
    """Return every card that a text names: as a code, in words, in an address or an attribute."""
    found = set(CODES.findall(text))
    for rank, suit, joker in SPOKEN.findall(text):
        found.add(JOKERS[joker.lower()] if joker else RANKS[rank.lower()] + SUITS[suit.lower()])
    return found


def cards_sent(frame: dict[str, Any]) -> set[str]:
    """Return every card that a frame names, apart from the rules of the table, which name cards that nobody has."""
    told = dict(frame)
    if "table" in told:
        told["table"] = {name: value for name, value in told["table"].items() if name != "rules"}
    return cards_in(json.dumps(told))


class Knowledge:
    """What one viewer may know of the cards, by the frames of one hand: the own ones, and those that lie open."""

    def __init__(self, seat: int, frames: Iterable[dict[str, Any]] = ()) -> None:
        self.seat = seat
        self.own: set[str] = set()
        self.received: set[str] = set()
        self.given: set[str] = set()
        self.hand_no = 0

    def learn(self, game: dict[str, Any]) -> None:
        """Take in the own part of a picture."""
        if game["hand_no"] != self.hand_no:
            self.hand_no, self.own, self.received, self.given = game["hand_no"], set(), set(), set()
        passed = game["passed"] or {}
        drawn = [game["drawn_card"]] if game["drawn_card"] else []
        self.received |= set(passed.get("received") or ())
        self.given |= set(passed.get("given") or ())
        for cards in (game["hand"], game["own_discards"], drawn, self.received, self.given):
            self.own |= set(cards or ())


def lying_open(game: dict[str, Any]) -> set[str]:
    """Return the cards that a picture shows everybody."""
    tricks = [*game["history"]["tricks"], game["trick"] or {"plays": []}]
    plays = [play for trick in tricks for play in trick["plays"]]
    return {card for _, card in plays} | set(game["draw_for_deal"] or ())
