"""One game of every preset, each player in their own browser: no page ever contains what its viewer may not see."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games.engine import PRESETS
from tests.browser.conftest import NAMES, Person
from tests.browser.play import open_part
from tests.browser.sight import ALL_IN_SIGHT, Knowledge, cards_in, cards_sent, look, lying_open
from tests.browser.tables import open_table, path_of, signed_in
from tests.program import Platform

# One preset for each rule document; the others with script/test --long.
EVERY_TIME = (
    "cardgames_io",
    "bicycle_3_jokers",
    "playingcards_io",
    "classic_blind_nil",
    "rubl_two_player",
)
HOUSE = {"classic_blind_nil": {"blind_nil_deficit": 0, "blind_nil_pass": 2}}
"""House rules that bring a preset's rarer phases into its one hand."""


class Seated(Person):
    """A person with a seat, what they have seen so far, and what their socket brought."""

    seat = 0
    read = 0

    def come(self, table: str, seat: int) -> None:
        """Go to a table's page; what still comes from the table before doesn't count."""
        self.frames.clear()
        self.table, self.seat, self.read, self.knows = table, seat, 0, Knowledge(seat)
        self.shown: dict[int, dict[str, Any]] = {}
        self.newest: dict[str, Any] = {}
        self.go(path_of(table))

    def new_frames(self) -> list[dict[str, Any]]:
        """Return the frames that came since the last call."""
        fresh = [json.loads(text) for text in self.frames[self.read :]]
        self.read += len(fresh)
        fresh = [
            frame for frame in fresh if frame.get("table", {}).get("id", self.table) == self.table
        ]
        for frame in fresh:
            if frame["t"] == "view":
                self.shown[frame["v"]] = frame
                self.newest = max(self.newest, frame, key=lambda view: view.get("v", -1))
        return fresh


@pytest.fixture(scope="module")
def five(chromium: Browser, platform: Platform, sessions: dict[str, str]) -> Iterator[list[Seated]]:
    """Five members, each with a browser of their own."""
    people = []
    for name in NAMES:
        context = chromium.new_context(
            viewport={"width": 1000, "height": 700}, locale="en-GB", reduced_motion="reduce"
        )
        signed_in(context, platform, sessions[name])
        people.append(Seated(name, context, platform.url))
    yield people
    for one in people:
        one.context.close()


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "key",
    [key if key in EVERY_TIME else pytest.param(key, marks=pytest.mark.long) for key in PRESETS],
)
def test_a_game_by_real_pages(five: list[Seated], platform: Platform, key: str) -> None:
    table = open_table(five[0].context, platform, key, max_hands=1, **HOUSE.get(key, {}))
    people = five[: PRESETS[key].players]
    for seat, one in enumerate(people):
        one.come(table, seat)
        if seat:
            one.page.locator(f"[data-do='sit {seat}']").click()
    game = Game(people, set(PRESETS[key].removed))
    game.play()
    assert game.phases >= PHASES.get(key, {"bid", "play", "over"})
    for one in people:
        one.page.locator("[data-choice=over]").wait_for()
        assert one.complaints == []
    game.check_the_end()


PHASES = {
    "rubl_two_player": {"draw", "bid", "play", "over"},
    "bicycle_2": {"draw", "bid", "play", "over"},
    "bicycle_2_jokers": {"draw", "bid", "play", "over"},
    "playingcards_io": {"blind", "bid", "play", "over"},
    "classic_blind_nil": {"blind", "bid", "pass", "play", "over"},
    # Its first hand bids itself.
    "deuce_high": {"play", "over"},
}


class Game:
    """One hand at real pages, each looked through at every version."""

    def __init__(self, people: list[Seated], removed: set[str]) -> None:
        self.people = people
        self.public = removed
        self.phases: set[str] = set()
        self.version = 0

    def play(self) -> None:
        """Play on the pages until the game is over, checking all of them before every decision."""
        while "over" not in self.phases:
            looks = [look(one.page, self.version) for one in self.people]
            self.check(looks)
            actors = [one for one, shown in zip(self.people, looks, strict=True) if shown["mine"]]
            for one in actors[:1]:
                shown = look(one.page)
                DEEDS.get(shown["choice"], play_card)(one, shown)
                self.version = max(self.version, shown["v"] + 1)

    def check(self, looks: list[dict[str, Any]]) -> None:
        """Check the frames and the pages: hidden cards stay hidden, and the public part is the same everywhere."""
        fresh = [(one, frame) for one in self.people for frame in one.new_frames()]
        for one, frame in fresh:
            if frame["t"] == "view" and frame["game"]:
                one.knows.learn(frame["game"])
                self.public |= lying_open(frame["game"])
        for one, frame in fresh:
            self.check_frame(one, frame)
        for one, shown in zip(self.people, looks, strict=True):
            self.check_page(one, shown)
            self.version = max(self.version, shown["v"])
        self.check_agreement(looks)

    def check_frame(self, one: Seated, frame: dict[str, Any]) -> None:
        """Check that a frame holds no card that its receiver may not see."""
        game = frame.get("game")
        if game is None:
            assert cards_sent(frame) == set(), frame
            return
        self.phases.add("blind" if game["blind_offer"] and game["hand"] is None else game["phase"])
        if game["blind_offer"]:
            assert game["hand"] is None
        if game["phase"] in ALL_IN_SIGHT:
            return
        assert game["hands_open"] is None
        hidden = cards_sent(frame) - one.knows.own - self.public
        assert hidden == set(), f"{one.name} was sent {hidden} at {frame['v']}"

    def check_page(self, one: Seated, shown: dict[str, Any]) -> None:
        """Check that a page holds no card that its reader may not see, and the own hand as it was sent."""
        frame = one.shown.get(shown["v"])
        game = frame and frame["game"]
        if not game or game["phase"] in ALL_IN_SIGHT:
            return
        hidden = cards_in(shown["html"]) - one.knows.own - self.public
        assert hidden == set(), f"{one.name}'s page shows {hidden} at {shown['v']}"
        assert sorted(shown["hand"]) == sorted(game["hand"] or [])
        if game["phase"] == "play" and shown["mine"]:
            assert sorted(f"play {card}" for card in shown["legal"]) == sorted(game["legal"])

    def check_agreement(self, looks: list[dict[str, Any]]) -> None:
        """Check that pages at the same version show the same table, and that hands have no card in common."""
        newest = max(shown["v"] for shown in looks)
        same = [
            (one, shown)
            for one, shown in zip(self.people, looks, strict=True)
            if shown["v"] == newest and one.shown.get(newest, {}).get("game")
        ]
        for (one, shown), (other, others) in pairwise(same):
            assert open_part(one.shown[newest]) == open_part(other.shown[newest])
            for part in ("scores", "tallies", "turns"):
                assert shown[part] == others[part], (part, one.name, other.name)
            if shown["held"] == others["held"]:
                assert shown["trick"] == others["trick"]
            for seat in shown["backs"].keys() & others["backs"].keys():
                assert shown["backs"][seat] == others["backs"][seat]
        hands = [one.shown[newest]["game"]["hand"] or [] for one, _ in same]
        assert len(set().union(*hands)) == sum(map(len, hands))

    def check_the_end(self) -> None:
        """Check that the end opens what everybody was dealt, and that each knew their own hand and no more."""
        over = self.people[0].newest["game"]
        for one in self.people:
            assert open_part(one.newest) == open_part(self.people[0].newest)
        dealt = {int(seat): set(cards) for seat, cards in (over["hands_open"] or {}).items()}
        assert sorted(dealt) == [one.seat for one in self.people]
        assert len(set().union(*dealt.values())) == sum(map(len, dealt.values()))
        if "draw" in self.phases:
            # Each card of the stock went by the eyes of one of the two, or of none.
            first, second = (one.knows.own for one in self.people)
            assert not first & second
            assert all(one.knows.own >= dealt[one.seat] for one in self.people)
            return
        for one in self.people:
            assert one.knows.own == dealt[one.seat] | one.knows.received, one.name
        received = [card for one in self.people for card in one.knows.received]
        assert sorted(received) == sorted(card for one in self.people for card in one.knows.given)


Deed = Callable[[Seated, dict[str, Any]], None]


def play_card(one: Seated, shown: dict[str, Any]) -> None:
    """Play the first card that may be played: half of the people by mouse, half by keyboard."""
    card = one.page.locator(f".own-card.legal[data-card='{shown['legal'][0]}']")
    if one.seat % 2:
        card.press("Enter")
    else:
        one.page.mouse.move(2, 2)
        card.click(position={"x": 12, "y": 20})


def bid(one: Seated, shown: dict[str, Any]) -> None:
    """Bid low or a little higher, so that sides end apart."""
    panel = one.page.locator("[data-choice=bid]")
    numbers = panel.locator(".bid-number")
    if count := numbers.count():
        numbers.nth(min(one.seat % 2 * 2, count - 1)).click()
    else:
        # Some ways of bidding leave nil alone.
        panel.locator("[data-do='pick nil']").click()
    panel.locator(".bid-confirm").click()


def blind(one: Seated, shown: dict[str, Any]) -> None:
    """Let one bid a blind nil, and the others look at their cards."""
    if one.seat != 1:
        one.page.locator("[data-do='act look']").click()
        return
    one.page.locator("[data-do='pick blind nil']").click()
    # Until that is confirmed there is a way back.
    expect(one.page.locator("[data-do='act look']")).to_be_visible()
    one.page.locator("[data-do='act blind nil']").click()


def draw(one: Seated, shown: dict[str, Any]) -> None:
    """Keep every other card."""
    wish = "keep" if shown["v"] % 2 else "refuse"
    one.page.locator(f"[data-do='act {wish}']").click()


def pass_on(one: Seated, shown: dict[str, Any]) -> None:
    """Pass the first two cards."""
    for card in shown["hand"][:2]:
        one.page.locator(f".own-card[data-card='{card}']").press("Enter")
    one.page.locator("[data-choice=pass] .button-turn").click()


DEEDS: dict[str | None, Deed] = {"bid": bid, "blind": blind, "draw": draw, "pass": pass_on}
