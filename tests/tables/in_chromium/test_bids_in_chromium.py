"""What the table's page asks before a bid counts, and what it says of bids that can't be made now."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import engine
from tests.browser.scripted import Script
from tests.tables.in_chromium.offline import ORIGIN, Site, at_table, opened

pytestmark = pytest.mark.browser
NAMES = ("Ann", "Bob", "Cy", "Dee")


class Bidding(Script):
    """A page whose player is the first to bid."""

    def next_hand(self) -> None:
        """Deal and leave the bids to the page; seat 3 deals."""
        self.game = engine.new_game(self.game.rules, first_dealer=3)
        pack = list(engine.pack_for(self.game.rules))
        self.dice.shuffle(pack)
        self.game = engine.deal(self.game, pack)
        self.version += 1


@pytest.fixture
def site() -> Site:
    """What answers the page."""
    return Site()


def bidding(
    chromium: Browser,
    site: Site,
    preset: str,
    house: Mapping[str, Any] | None = None,
    **options: Any,
) -> Bidding:
    """Open a table at which the page's player is to bid."""
    plain = at_table(chromium, site, engine.preset(preset, **(house or {})), *NAMES, **options)
    script = Bidding(plain.page, plain.template, seed=4)
    opened(script)
    return script


def test_V1_a_blind_nil_asks_twice_like_any_other_bid(chromium: Browser, site: Site) -> None:
    at = bidding(chromium, site, "playingcards_io")
    panel = at.page.locator("[data-choice=blind]")
    panel.get_by_role("button", name="blind nil").click()
    assert at.acts == []
    expect(panel.get_by_role("button", name="blind nil").first).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(panel.get_by_role("button", name="Look at my cards")).to_be_visible()
    # Pressed again it is taken back.
    panel.get_by_role("button", name="blind nil").first.click()
    expect(panel.get_by_role("button", name="Bid blind nil")).to_have_count(0)
    panel.get_by_role("button", name="blind nil").click()
    panel.get_by_role("button", name="Bid blind nil").click()
    at.until_acts(1)
    assert [act["a"] for act in at.acts] == ["blind nil"]


@pytest.mark.parametrize("screen", [(1280, 800), (360, 640)])
def test_V1_a_preset_with_blind_nil_says_from_when_on_it_is_offered(
    chromium: Browser, site: Site, screen: tuple[int, int]
) -> None:
    width, height = screen
    at = bidding(chromium, site, "classic_blind_nil", viewport={"width": width, "height": height})
    panel = at.page.locator("[data-choice=bid]")
    expect(panel.locator(".choice-text")).to_have_text(
        "You bid first · blind nil from 100 points behind"
    )
    box = panel.locator(".bid-confirm").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    at.page.close()
    other = bidding(chromium, site, "cardgames_io")
    expect(other.page.locator("[data-choice=bid] .choice-text")).to_have_text("You bid first")


def test_V1_to_bid_stands_where_it_belongs_once_the_bidding_has_begun(
    chromium: Browser, site: Site
) -> None:
    at = bidding(chromium, site, "cardgames_io")
    drawn = {"draw_for_deal": ["KH", "TC", "2D", "7S"]}

    def tallies(**game: Any) -> list[str]:
        picture = at.news()
        picture["game"] |= game
        at.send(picture)
        at.page.locator(f"#table[data-v='{at.version}']").wait_for()
        found: list[str] = at.page.evaluate(
            """() => [...document.querySelectorAll(".seats .tally")].map((one) =>
              [...one.querySelectorAll("[aria-hidden]"), one].at(0).textContent)"""
        )
        return found

    def at_turn(seat: int) -> dict[str, Any]:
        return {"to_act": [seat], "legal": []}

    shown = tallies(**drawn, **at_turn(1))
    assert shown[0] == "bidding now"
    assert all("drew" in text for text in shown[1:])
    bid = {"text": "3", "value": 3, "nil": False, "blind": False, "opening": None}
    shown = tallies(**drawn, **at_turn(2), bids=[None, bid, None, None])
    assert "drew" not in " ".join(shown)
    assert shown[1:] == ["bidding now", "yet to bid"]


def test_V1_nothing_says_that_seats_are_free_once_the_game_is_in_play(
    chromium: Browser, site: Site
) -> None:
    plain = at_table(chromium, site, engine.preset("cardgames_io"), *NAMES)
    at = Bidding(plain.page, plain.template, seed=4)
    playing = at.picture
    free = {"name": None, "username": None}
    waiting = {**at.template["table"], "status": "open"}
    waiting["seats"] = [{**one, **(free if one["seat"] else {})} for one in waiting["seats"]]
    at.picture = lambda: {**playing(), "table": waiting, "game": None}  # type: ignore[method-assign]
    at.page.goto(f"{ORIGIN}/")
    at.page.locator("#table[data-v]").wait_for()
    said = at.page.locator("#said")
    expect(said).to_contain_text("3 seats are free")
    at.version += 1
    at.sockets[-1].send(json.dumps(playing()))
    at.page.locator(f"#table[data-v='{at.version}']").wait_for()
    expect(said).not_to_contain_text("seats are free")
    expect(said).to_contain_text("Hand 1. You have")


TOGETHER = {"bid_by": "side", "min_side_bid": 3, "blind_bid": 20, "blind_bid_deficit": 0}


@pytest.mark.parametrize("screen", [(1280, 800), (390, 844), (320, 640)])
def test_V1_partners_bid_together(chromium: Browser, site: Site, screen: tuple[int, int]) -> None:
    width, height = screen
    at = bidding(
        chromium, site, "cardgames_io", TOGETHER, viewport={"width": width, "height": height}
    )
    panel = at.page.locator("section.choice")
    expect(panel.locator(".choice-text")).to_contain_text("You decide for your partner too.")
    panel.get_by_role("button", name="Blind bid").click()
    panel.get_by_role("button", name="6", exact=True).click()
    panel.get_by_role("button", name="Bid blind 6").click()
    at.until_acts(1)
    assert [act["a"] for act in at.acts] == ["blind side 6"]
    at.page.close()
    # Without blind bids the player opens; the partner's nil makes it their own number, and a closer may bid nil beside a number.
    house = {**TOGETHER, "blind_bid": None}
    at = bidding(chromium, site, "cardgames_io", house, viewport={"width": width, "height": height})
    panel = at.page.locator("section.choice")
    expect(panel.locator(".choice-text")).to_have_text(
        "You open for your side: your number binds nobody"
    )
    picture = at.news()
    opened = {"text": "(3)", "value": 0, "nil": False, "blind": False, "opening": 3}
    bids = [None, None, opened, None]
    legal = ["bid 4", "bid 5", "nil 1", "nil 2"]
    picture["game"] |= {"bids": bids, "legal": legal}
    at.send(picture)
    expect(panel.locator("h2")).to_have_text("Your side’s bid")
    expect(panel.locator(".choice-text")).to_have_text("Cy opened with 3 · the board is 3")
    expect(at.page.locator(".seats .tally", has_text="opened with 3")).to_have_count(1)
    panel.get_by_role("button", name="nil").click()
    expect(panel.locator("h2")).to_have_text("Your nil, and Cy’s number")
    panel.get_by_role("button", name="2", exact=True).click()
    panel.get_by_role("button", name="Bid nil and 2").click()
    at.until_acts(1)
    assert [act["a"] for act in at.acts] == ["nil 2"]


def test_V1_a_hand_that_bids_itself_says_what_a_trick_is_worth(
    chromium: Browser, site: Site
) -> None:
    plain = at_table(
        chromium, site, engine.preset("cardgames_io", first_hand="bids_itself"), *NAMES
    )
    at = Bidding(plain.page, plain.template, seed=4)
    opened(at)
    expect(at.page.locator(".contract").first).to_have_text("We: won 0, 10 a trick")
    expect(at.page.locator(".seats .tally").first).to_have_text("won 0")


def test_V1_a_programme_says_how_the_hand_is_bid_and_before_the_deal_the_next(
    chromium: Browser, site: Site
) -> None:
    at = bidding(chromium, site, "cardgames_io", {"programme": ("bid 3", "holder QS")})
    line = at.page.locator("[data-notice=word], .notices").first
    expect(line).to_contain_text("This hand: everybody bids 3")
    expect(at.page.locator("section.choice .bid-number")).to_have_text(["3"])
    picture = at.news()
    picture["game"] |= {"phase": "deal", "word": "holder QS", "to_act": [], "legal": []}
    at.send(picture)
    expect(line).to_contain_text("Next hand: who holds the queen of spades bids nil")


class WithoutSpades(Bidding):
    """A page whose player is the first to bid and holds no spade, hand after hand."""

    def next_hand(self) -> None:
        """Deal the clubs to the player; the same seat deals again after a hand that was thrown in."""
        if self.game.phase == "deal" and not self.game.hand_no:
            self.game = engine.new_game(self.game.rules, first_dealer=3)
        suit = [sum(1 << card for card in range(13 * n, 13 * n + 13)) for n in range(4)]
        self.game = engine.deal_hands(self.game, suit)
        self.version += 1


@pytest.mark.parametrize("screen", [(1280, 800), (390, 844)])
def test_V1_a_hand_without_spades_is_thrown_in_and_shown(
    chromium: Browser, site: Site, screen: tuple[int, int]
) -> None:
    width, height = screen
    house = {"throw_in": "no_spades", "throw_in_below": 11, "max_hands": 8}
    viewport = {"width": width, "height": height}
    rules = engine.preset("cardgames_io", **house)
    plain = at_table(chromium, site, rules, *NAMES, viewport=viewport)
    at = WithoutSpades(plain.page, plain.template, seed=4)
    page = opened(at)
    panel = page.locator("section.choice")
    panel.get_by_role("button", name="Throw in").click()
    assert at.acts == []
    panel.get_by_role("button", name="Throw the hand in").click()
    at.until_acts(1)
    assert [act["a"] for act in at.acts] == ["throw in"]
    at.flush()
    sheet = page.locator("[data-sheet=hand]")
    expect(sheet.locator(".outcomes")).to_have_text("Thrown in: You")
    # The hand is open without another press, and nobody else's is.
    expect(sheet.locator(".dealt-row")).to_have_count(1)
    expect(sheet.locator(".dealt-row .card").first).to_be_visible()
    expect(sheet.locator("caption .muted").first).to_have_text("")
    at.next_hand()
    at.send(at.picture())
    expect(page.locator(".fact.first")).to_have_text("Hand 1 of 8")
    for action in ("1", "1", "1", "1"):
        at.game = engine.apply(at.game, at.game.turn, f"bid {action}")
    at.send(at.news())
    low = "Thrown in: all bids together were too low"
    expect(sheet.locator(".outcomes")).to_have_text(low)
    expect(sheet.locator(".dealt-row")).to_have_count(4)
    page.keyboard.press("Escape")
    page.locator(".bar-scores").click()
    expect(page.locator(".score-table tbody tr")).to_have_text(["1thrown in", "1thrown in"])
    assert at.errors == []
