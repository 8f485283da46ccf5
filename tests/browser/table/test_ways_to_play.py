"""Every way to play and plan a card; claims; settings of sheets and the hand."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Person
from tests.browser.sight import look
from tests.browser.tables import Mate, my_play, open_table, path_of, played_until, seated
from tests.browser.tour import HAND_PAUSE
from tests.program import Platform

pytestmark = pytest.mark.long
Ann = Callable[..., Person]
Test = Callable[[dict[str, Any]], bool]
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


class Sitting:
    """A four-player table, the window's person on seat 0, the others without a browser."""

    def __init__(self, window: Person, platform: Platform, mates: list[Mate], **rules: Any) -> None:
        self.page, self.mates = window.page, mates[:4]
        self.table = open_table(
            window.context, platform, "cardgames_io", **{"max_hands": 2, **rules}
        )
        seated(platform, self.table, self.mates)
        window.go(path_of(self.table))

    @property
    def view(self) -> dict[str, Any]:
        """The newest picture of the window's person."""
        return self.mates[0].look()

    def play_to(self, test: Test) -> dict[str, Any]:
        """Let everybody play until the picture passes the test and the page shows it; returns the picture."""
        view = played_until(self.mates, test)
        self.shown(view["v"])
        return view

    def next_hand(self) -> None:
        """Let the next hand be dealt, everybody being there."""
        for mate in self.mates:
            mate.look()
        self.mates[0].site.forward(HAND_PAUSE)
        for mate in self.mates:
            mate.until(lambda own: own["game"]["phase"] != "deal")

    def shown(self, version: int) -> None:
        """Wait until the page shows a version, and the trick before has gone."""
        look(self.page, version)
        expect(self.page.locator(".trick.done")).to_have_count(0)

    def others_play(self, until: Test) -> dict[str, Any]:
        """Let the others play on, each in turn."""
        view = self.view
        while not until(view):
            mate = self.mates[view["game"]["to_act"][0]]
            mate.until(lambda own, least=view["v"]: own["v"] >= least)
            mate.act()
            view = self.mates[0].until(lambda own, least=mate.view["v"]: own["v"] >= least)
        return view


@pytest.fixture
def sit(ann: Ann, platform: Platform, mates: list[Mate]) -> Callable[..., Sitting]:
    """Return a maker of tables: `sit(TOUCH, max_hands=1)`."""

    def make(options: dict[str, Any] | None = None, **rules: Any) -> Sitting:
        return Sitting(ann(**(options or {})), platform, mates, **rules)

    return make


def card(page: Page, name: str) -> Locator:
    """Return a card of the own hand."""
    return page.locator(f".own-card[data-card='{name}']")


def press(page: Page, name: str) -> None:
    """Click a card where it shows: the next one of the fan lies over the rest."""
    page.mouse.move(2, 2)
    page.mouse.click(*card(page, name).evaluate(GRIP))


def suits(view: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the own cards of the suit led, and the others."""
    led = view["game"]["trick"]["plays"][0][1][1]
    hand = view["game"]["hand"]
    return [own for own in hand if own[1] == led], [own for own in hand if own[1] != led]


def waits_with_a_choice(view: dict[str, Any]) -> bool:
    """Return whether another is to play before the window's person, a suit is led, and the own hand has it and
    others.
    """
    game = view["game"]
    waits = game["phase"] == "play" and 0 not in game["to_act"] and len(game["hand"]) > 1
    plays = (game["trick"] or {}).get("plays", [])
    # A player who has already played would plan a card for the next trick, whose suit is unknown.
    return bool(waits and plays and 0 not in [seat for seat, _ in plays] and all(suits(view)))


def test_a_card_chosen_ahead(sit: Callable[..., Sitting]) -> None:
    at = sit()
    page = at.page
    view = at.play_to(waits_with_a_choice)
    (mine, *_), (off, *_) = suits(view)
    planned = page.locator(".own-card.planned")
    press(page, mine)
    expect(planned).to_have_attribute("data-card", mine)
    expect(planned).to_have_accessible_name(re.compile("will be played on your turn"))
    # The same card again takes it back, and so do the button and Escape.
    press(page, mine)
    expect(planned).to_have_count(0)
    press(page, mine)
    page.locator("[data-do=unplan]").click()
    expect(planned).to_have_count(0)
    press(page, mine)
    page.keyboard.press("Escape")
    expect(planned).to_have_count(0)
    # What would not follow suit is refused at once, with a word.
    press(page, off)
    expect(planned).to_have_count(0)
    expect(page.locator(".error-line")).to_contain_text("you must follow")
    press(page, mine)
    at.others_play(lambda now: 0 in now["game"]["to_act"])
    view = at.mates[0].until(lambda now: mine not in now["game"]["hand"])
    game = view["game"]
    tricks = [*game["history"]["tricks"], game["trick"] or {"plays": []}]
    plays = [play for trick in tricks for play in trick["plays"]]
    assert [0, mine] in plays
    look(page, view["v"])
    expect(planned).to_have_count(0)


def test_a_card_chosen_ahead_that_may_not_be_played_is_given_up(
    sit: Callable[..., Sitting],
) -> None:
    at = sit()

    def before_a_lead(view: dict[str, Any]) -> bool:
        game = view["game"]
        plays = (game["trick"] or {}).get("plays", [])
        leads = game["phase"] == "play" and game["to_act"] == [1] and not plays
        return leads and len(at.mates[1].look()["game"]["legal"]) > 1

    view = at.play_to(before_a_lead)
    hand = set(view["game"]["hand"])
    # Nobody knows yet what will be led; then it is a suit of which there is another card.
    lead = next(act[5:] for act in at.mates[1].legal if any(own[1] == act[6] for own in hand))
    off = next(own for own in sorted(hand) if own[1] != lead[1])
    press(at.page, off)
    expect(at.page.locator(".own-card.planned")).to_have_attribute("data-card", off)
    at.mates[1].act(f"play {lead}")
    at.others_play(lambda now: 0 in now["game"]["to_act"])
    expect(at.page.locator(".error-line")).to_contain_text("can’t be played now")
    expect(at.page.locator(".own-card.planned")).to_have_count(0)
    view = at.view
    assert (off in view["game"]["hand"], view["game"]["to_act"]) == (True, [0])


# A card of a fan stands at an angle: the corner of its box may lie on the card beside it.
GRIP = """(card) => {
  const box = card.getBoundingClientRect();
  let x = box.left;
  while (!card.contains(document.elementFromPoint(x, box.top + 40))) x += 4;
  return [x + 6, box.top + 40];
}"""


def drag(page: Page, name: str, *stops: tuple[float, float]) -> None:
    """Drag a card from its place by the stops, and let it go at the last."""
    page.mouse.move(*card(page, name).evaluate(GRIP))
    page.mouse.down()
    for x, y in stops:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_a_card_is_dragged_to_the_trick(sit: Callable[..., Sitting]) -> None:
    at = sit()
    view = at.play_to(my_play)
    name = view["game"]["legal"][0][5:]
    x, y = card(at.page, name).evaluate(GRIP)
    drag(at.page, name, (640, 400), (x + 2, y + 4))
    expect(card(at.page, name)).to_be_visible()
    assert at.view["v"] == view["v"]
    drag(at.page, name, (640, 400))
    now = at.mates[0].until(lambda own: name not in own["game"]["hand"])
    assert now["game"]["counts"][0] == view["game"]["counts"][0] - 1


def test_a_second_tap_on_the_same_spot_does_nothing_to_the_next_card(
    sit: Callable[..., Sitting],
) -> None:
    at = sit(TOUCH)
    view = at.play_to(lambda view: my_play(view) and 2 < len(view["game"]["hand"]) < 7)
    name = view["game"]["legal"][0][5:]
    box = card(at.page, name).bounding_box()
    assert box is not None
    for _ in range(2):
        at.page.touchscreen.tap(box["x"] + 12, box["y"] + 16)
    now = at.mates[0].until(lambda own: name not in own["game"]["hand"])
    at.shown(now["v"])
    expect(at.page.locator(".own-card.planned")).to_have_count(0)
    assert at.view["game"]["counts"][0] == view["game"]["counts"][0] - 1


def test_the_rest_of_the_hand_is_claimed_when_it_is_certain(sit: Callable[..., Sitting]) -> None:
    at = sit(max_hands=None, target=2000)
    claim = at.page.locator("[data-do=claim]")

    def certain(view: dict[str, Any]) -> bool:
        return "claim" in view["you"]["can"] and view["game"]["counts"][0] > 1

    at.play_to(my_play)
    expect(claim).to_have_count(0)
    view = at.play_to(lambda now: certain(now) or now["game"]["phase"] == "deal")
    while not certain(view):
        at.next_hand()
        view = at.play_to(lambda now: certain(now) or now["game"]["phase"] == "deal")
    left = view["game"]["counts"][0]
    claim.click()
    now = at.mates[0].until(lambda own: own["game"]["phase"] == "deal")
    assert now["game"]["scores"][-1]["tricks"][0] == view["game"]["tricks_won"][0] + left
    expect(at.page.locator("[data-sheet=hand] .outcomes")).to_contain_text(
        f"Claimed the rest: You, {left} tricks"
    )
    expect(at.page.locator("#said")).to_contain_text(f"Claimed the rest: You, {left} tricks.")


def test_the_hand_at_ones_liking_stays_so(sit: Callable[..., Sitting]) -> None:
    at = sit()
    page = at.page
    view = at.play_to(my_play)
    own = [*view["game"]["hand"]]
    rank = "23456789TJQKA".index

    def hand() -> list[str]:
        return list(look(page, view["v"])["hand"])

    def change(wish: str) -> None:
        page.locator("[data-do='open more']").click()
        page.locator(f".sheet [data-do={wish}]").click()
        page.keyboard.press("Escape")

    by_suit = {name: "SHCD".index(name[1]) for name in own}
    assert hand() == sorted(own, key=lambda name: (by_suit[name], -rank(name[0])))
    change("order")
    assert hand() == sorted(own, key=lambda name: (by_suit[name], rank(name[0])))
    change("order")
    assert hand() == sorted(own, key=lambda name: (-rank(name[0]), by_suit[name]))
    club = page.locator(".own-card[data-card$=C] .face, .own-card[data-card$=D] .face").first
    assert club.evaluate("face => face.localName") == "img"
    change("suits")
    two = ("rgb(28, 31, 36)", "rgb(196, 35, 43)")
    assert club.evaluate("face => getComputedStyle(face).color") not in two
    change("sound")
    change("still")
    page.reload()
    look(page, view["v"])
    assert hand() == sorted(own, key=lambda name: (-rank(name[0]), by_suit[name]))
    assert club.evaluate("face => getComputedStyle(face).color") not in two
    assert page.evaluate("document.documentElement.dataset.motion") == "still"
    page.locator("[data-do='open more']").click()
    for wish in ("Sounds: off", "Hand: by rank", "Four-colour deck", "Reduce motion"):
        expect(page.locator(".sheet").get_by_role("button", name=wish)).to_be_visible()
    # The sheet leaves the own cards free.
    sheet, cards = page.locator(".sheet").bounding_box(), page.locator(".hand").bounding_box()
    assert sheet is not None
    assert cards is not None
    assert sheet["y"] + sheet["height"] <= cards["y"] + 20


def test_the_last_trick_and_the_score_sheet_by_their_keys(sit: Callable[..., Sitting]) -> None:
    at = sit()
    page = at.page
    sheet = page.locator(".sheet")
    view = at.play_to(lambda view: my_play(view) and view["game"]["history"]["tricks"])
    page.locator("#table").focus()
    page.keyboard.press("l")
    last = view["game"]["history"]["tricks"][-1]
    names = ["You", "bob", "cy", "dee"]
    assert sheet.locator("li bdi").all_text_contents() == [names[seat] for seat, _ in last["plays"]]
    expect(sheet.locator("li.winner bdi")).to_have_text(names[last["winner"]])
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    view = at.play_to(lambda view: view["game"]["phase"] == "deal")
    at.next_hand()
    at.play_to(lambda view: 0 in view["game"]["to_act"])
    page.keyboard.press("s")
    scored = view["game"]["scores"][0]["sides"]
    row = sheet.locator(".score-table tbody tr").first.locator("td")
    sums = [str(side["total"]).replace("-", "−") for side in scored]
    expect(row).to_have_text(
        [f"{signed(side['points'])} {total}" for side, total in zip(scored, sums, strict=True)]
    )
    tables = sheet.locator("[data-hand-no='1'] table")
    for k, side in enumerate(scored):
        points = tables.nth(k).locator("tbody tr:not(.faint) td").all_text_contents()
        assert points == [signed(line["points"]) for line in side["lines"]]
        total = tables.nth(k).locator("tfoot td")
        expect(total).to_have_text(str(side["total"]).replace("-", "−"))


def signed(points: int) -> str:
    """Return points as the score sheet writes them."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")
