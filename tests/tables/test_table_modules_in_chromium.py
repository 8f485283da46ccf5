"""Parts of the table's script, each by itself in Chromium, with the browser's clock in the test's hand."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.tables.offline import ORIGIN, STATIC, Site

pytestmark = pytest.mark.browser


def held(page: Page) -> Any:
    """Return what the held trick's page shows: the trick or None, and how often it was drawn anew."""
    return page.evaluate("() => [window.app.ui.held, window.app.drawn]")


@pytest.fixture
def trick(page: Page) -> Page:
    """A page that holds a finished trick since this moment."""
    page.evaluate("""async () => {
      const { HeldTrick } = await import("/static/js/table/held.js");
      window.app = { ui: { held: null }, drawn: 0, motion: { sweep: async () => {} }, draw() { this.drawn += 1; } };
      window.held = new HeldTrick(window.app);
      window.held.show("the trick");
    }""")
    return page


def test_a_finished_trick_stays_for_a_moment_and_goes(trick: Page) -> None:
    trick.clock.run_for(900)
    assert held(trick) == ["the trick", 0]
    trick.clock.run_for(100)
    assert held(trick) == [None, 1]


def test_it_makes_room_when_the_next_trick_has_begun(trick: Page) -> None:
    trick.clock.run_for(200)
    trick.evaluate("() => window.held.hurry()")
    trick.clock.run_for(200)
    assert held(trick) == ["the trick", 0]
    trick.clock.run_for(60)
    assert held(trick) == [None, 1]


def test_a_card_led_late_takes_its_place_at_once(trick: Page) -> None:
    trick.clock.run_for(800)
    trick.evaluate("() => window.held.hurry()")
    trick.clock.run_for(10)
    assert held(trick) == [None, 1]


def test_it_goes_at_once_when_the_player_goes_on(trick: Page) -> None:
    trick.evaluate("() => window.held.drop()")
    assert held(trick) == [None, 0]
    trick.clock.run_for(2000)
    assert held(trick) == [None, 0]


def test_a_card_that_did_not_come_is_asked_for_again(page: Page, site: Site) -> None:
    page.evaluate("""async () => {
      const { keepFaces } = await import("/static/js/table/cards.js");
      keepFaces(document.body);
      const face = document.createElement("img");
      window.failed = new Promise((told) => face.addEventListener("error", told, { once: true }));
      face.src = "/cards/2D.svg";
      document.body.append(face);
      await window.failed;
    }""")
    site.answers["/cards/2D.svg"] = {
        "body": (STATIC / "cards/2D.svg").read_bytes(),
        "content_type": "image/svg+xml",
    }
    page.clock.run_for(1600)
    page.wait_for_function("() => document.querySelector('img').naturalWidth > 0")
    assert site.asked.count("/cards/2D.svg") == 2


def next_stops(page: Page) -> Any:
    """Return what the page was told of the way on, in order."""
    return page.evaluate("() => window.told")


def test_the_way_on_is_asked_for_until_the_next_table_is_open(page: Page, site: Site) -> None:
    def put(**stop: Any) -> None:
        site.answers["/next/"] = {"body": json.dumps(stop)}

    wait = {"sentence": "Wait.", "label": "On", "url": "/cup/", "at": None}
    put(**wait, ready=False, final=False)
    page.evaluate("""async () => {
      const { NextStop } = await import("/static/js/table/next.js");
      window.told = [];
      window.next = new NextStop("/next/", (stop) => window.told.push(stop.url));
      window.next.start();
      window.next.start();
    }""")
    page.wait_for_function("() => window.told.length === 1")
    site.answers["/next/"] = {"status": 500, "body": ""}
    for times in (2, 3):
        with page.expect_response("**/next/"):
            page.clock.run_for(5000)
        page.wait_for_timeout(0)
        assert site.asked.count("/next/") == times
    put(**{**wait, "url": "/play/t/new/"}, ready=True, final=True)
    with page.expect_response("**/next/"):
        page.clock.run_for(5000)
    page.wait_for_function("() => window.told.length === 2")
    assert next_stops(page) == ["/cup/", "/play/t/new/"]
    page.clock.run_for(20_000)
    assert site.asked.count("/next/") == 4


def test_a_second_tap_is_not_for_the_card_that_moved_there(page: Page) -> None:
    page.evaluate("""async () => {
      const { ignoreSecondTaps } = await import("/static/js/table/cards.js");
      ignoreSecondTaps(document.body);
      document.body.innerHTML = ["AS", "KS", "QS"].map((card) => `<button class="own-card" data-card="${card}">${card}</button>`).join("");
      document.body.style.height = "600px";
      window.played = [];
      document.body.addEventListener("click", ({ target }) => {
        window.played.push(target.dataset.card);
        target.remove();
      });
    }""")
    at = page.locator("button").first.bounding_box()
    assert at is not None
    spot = (at["x"] + 6, at["y"] + 8)
    page.mouse.click(*spot)
    page.clock.run_for(200)
    page.mouse.click(*spot)
    assert page.evaluate("window.played") == ["AS"]
    page.clock.run_for(200)
    page.mouse.click(*spot)
    assert page.evaluate("window.played") == ["AS", "KS"]
    # By key there is no spot, and whoever has moved away and back means what is there now.
    page.mouse.move(300, 300)
    page.mouse.click(*spot)
    assert page.evaluate("window.played") == ["AS", "KS", "QS"]


# A hand as render/hand.js draws it, with the sheets that place it. What is measured: the cards outside of the window.
HAND = """async (many) => {
  const loaded = ["tokens", "base", "table/layout", "table/cards", "table/hand", "table/phone", "table/lying"].map((name) => new Promise((done) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/static/css/${name}.css`, onload: done });
    document.head.append(sheet);
  }));
  await Promise.all(loaded);
  document.body.innerHTML = '<main class="table"><i></i><i></i><i></i><div class="hand"><div class="hand-row"></div></div></main>';
  for (let k = 0; k < many; k += 1) {
    const slot = Object.assign(document.createElement("div"), { className: "slot", innerHTML: '<button class="card own-card"></button>' });
    slot.style.setProperty("--o", k - (many - 1) / 2);
    document.querySelector(".hand-row").append(slot);
  }
  return [...document.querySelectorAll(".own-card")].filter((card) => {
    const { left, right } = card.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  }).length;
}"""


@pytest.mark.parametrize("width", [641, 768, 1024])
def test_seventeen_cards_stay_inside_of_a_tablet_that_stands(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1024})
    assert page.evaluate(HAND, 17) == 0


@pytest.mark.parametrize(("folder", "root"), [("table", "table"), ("replay", "replay")])
def test_cards_keep_their_paper_where_colours_are_forced(
    page: Page, folder: str, root: str
) -> None:
    names = [
        "tokens",
        *(f"{folder}/{file.stem}" for file in (STATIC / "css" / folder).glob("*.css")),
    ]
    page.set_content(
        "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in names)
        + f'<main class="{root}"><button class="card"></button></main>'
    )
    paper = "() => getComputedStyle(document.querySelector('.card')).backgroundColor"
    page.emulate_media(color_scheme="dark", forced_colors="active")
    forced = page.evaluate(paper)
    page.emulate_media(color_scheme="dark", forced_colors="none")
    assert forced == page.evaluate(paper)


SEATS = [
    {"seat": seat, "name": name, "bot": False, "stand_in": False, "online": True}
    | {"swap_to": None, "wants_end": False}
    for seat, name in enumerate(("ann", "bob", "cy", "dee"))
]
GAME: dict[str, Any] = {
    "sides": [[0, 2], [1, 3]], "target": 500, "max_hands": None, "phase": "play", "hand_no": 1, "dealer": 3,
    "to_act": [0], "legal": [], "hand": [], "counts": [1, 1, 1, 1], "tricks_won": [0, 0, 0, 0], "bids": [None] * 4,
    "contracts": [{"bid": 5, "won": 0}, {"bid": 5, "won": 0}], "spades_broken": True, "trick": None,
    "last_trick": None, "totals": [0, 0], "bags": [0, 0], "scores": [], "blind_offer": False, "passed": None,
    "hands_open": None, "result": None, "draw_for_deal": None,
}  # fmt: skip
# What the live region says between two pictures: keys of sentences, with what is filled in.
HAPPENED = """async ([before, after]) => {
  const { present } = await import("/static/js/table/model.js");
  const { happened } = await import("/static/js/table/speech.js");
  const { Words } = await import("/static/js/table/words.js");
  class Keys extends Words {
    t(key, values = {}) { return [key, ...Object.values(values)].join(" "); }
  }
  const ui = { pending: null, held: null, passing: [], rows: 1, order: "suits", claimed: null, line: "open" };
  const models = [before, after].map((frame) => present(frame, ui));
  return happened(models[0], models[1], new Keys({}, "en"));
}"""


def said(page: Page, before: dict[str, Any], after: dict[str, Any], **table: Any) -> Any:
    """Return what is said between two pictures of seat 0; `table` changes the second one's."""

    def frame(game: dict[str, Any], version: int, **more: Any) -> dict[str, Any]:
        shown = {
            "status": "playing",
            "seats": SEATS,
            "rules": {},
            "news": None,
            "last_hand_after": None,
            "links": {},
            "rating_changes": None,
        }
        you = {"seat": 0, "name": "ann", "stand_in": False, "can": ["act"]}
        return {"v": version, "table": shown | more, "you": you, "game": GAME | game}

    return page.evaluate(HAPPENED, [frame(before, 1), frame(after, 2, **table)])


def line(code: str, points: int) -> dict[str, Any]:
    return {"code": code, "text": code, "points": points}


def test_what_a_hand_brought_is_announced(page: Page) -> None:
    sides = [
        {"points": -50, "total": -50, "lines": [line("set", -150), line("nil_kept", 100)]},
        {"points": 100, "total": 100, "lines": [line("nil_broken", -100), line("boston", 200)]},
    ]
    nil = {"nil": True, "value": 0, "blind": False, "text": "nil"}
    bids = [nil, None, None, nil]
    score = {"hand_no": 1, "tricks": [0, 12, 0, 1], "sides": sides}
    after = {"phase": "deal", "to_act": [], "bids": bids, "totals": [-50, 100], "scores": [score]}
    assert said(page, {"bids": bids, "to_act": [1]}, after) == [
        "out_set we.", "out_nil_kept you.", "out_nil_broken dee.", "out_boston they.",
        "say_hand 1 say_side we −50 −50; say_side they +100 100",
    ]  # fmt: skip


def test_the_last_hand_is_announced_once(page: Page) -> None:
    waits = {"to_act": [1]}
    late = {"what": "last_hand", "v": 2}
    last = {**waits, "max_hands": 1}
    assert said(page, waits, last, news=late) == ["last_hand_now"]
    assert said(page, last, last) == []
    # Nobody needs to be told of the only hand, but of the last one of several.
    agreed = {**waits, "max_hands": 2}
    dealt = {**agreed, "hand_no": 2, "phase": "bid", "hand": ["AS"], "bids": [None] * 4}
    assert said(page, agreed, dealt) == ["say_deal 2 card A suit_S", "say_last_hand"]


PROMPT = """async ([frame]) => {
  const { present } = await import("/static/js/table/model.js");
  const { Words } = await import("/static/js/table/words.js");
  const ui = { pending: null, held: null, passing: [], rows: 1, order: "suits", claimed: null, line: "open" };
  return new Words({ turn_of: "%(name)s to play", your_turn_lead: "Your lead" }, "en").prompt(present(frame, ui));
}"""


def test_who_has_a_bot_playing_for_them_is_not_asked_to_play(page: Page) -> None:
    table = {"status": "playing", "seats": SEATS, "rules": {}, "links": {}, "news": None}
    you = {"seat": 0, "name": "ann", "stand_in": False, "can": []}
    frame = {"v": 1, "table": {**table, "last_hand_after": None}, "game": GAME, "you": you}
    assert page.evaluate(PROMPT, [frame]) == "Your lead"
    assert page.evaluate(PROMPT, [{**frame, "you": {**you, "stand_in": True}}]) == ""
    others = {**frame, "game": {**GAME, "to_act": [1]}}
    assert page.evaluate(PROMPT, [others]) == "bob to play"


WINNER = """async ([winners, me]) => {
  const { Words } = await import("/static/js/table/words.js");
  const seats = ["ann", "bob", "cy"].map((name, seat) => ({ name, mine: seat === me }));
  const texts = { you: "You", win_nobody: "drawn", win_shared: "shared: %(names)s", win_other: "%(names)s wins" };
  return new Words(texts, "en").winner({ me, seats, sides: [[0], [1], [2]] }, winners);
}"""


def test_who_shares_the_first_place_has_not_drawn_with_all(page: Page) -> None:
    assert page.evaluate(WINNER, [[1], 0]) == "bob wins"
    assert page.evaluate(WINNER, [[0, 2], 0]) == "shared: You, cy"
    assert page.evaluate(WINNER, [[0, 1, 2], None]) == "drawn"


def test_who_goes_and_comes_is_announced(page: Page) -> None:
    def with_seats(**changes: Any) -> list[dict[str, Any]]:
        return [{**seat, **(changes if seat["seat"] == 2 else {})} for seat in SEATS]

    waits = {"to_act": [1]}
    for changes, sentence in (
        ({"online": False}, "say_away cy"),
        ({"stand_in": True}, "stand_in_of cy."),
        ({"bot": True, "name": "Bot 1"}, "say_left cy"),
        ({"wants_end": True}, "end_asked cy"),
    ):
        assert said(page, waits, waits, seats=with_seats(**changes)) == [sentence]


def test_drawn_and_passed_cards_are_announced(page: Page) -> None:
    draws = {"phase": "draw", "hand": ["AS"], "drawn_card": None, "stock_left": 30, "to_act": [1]}
    took = {**draws, "hand": ["AS", "2H"], "drawn_card": "KD", "legal": ["keep", "refuse"]}
    assert said(page, draws, {**took, "to_act": [0]}) == [
        "say_took card 2 suit_H", "draw_title card K suit_D.", "your_turn_draw.",
    ]  # fmt: skip
    passed = {"given": ["2C"], "received": ["AS"]}
    before = {"phase": "pass", "to_act": [1], "passed": {"given": ["2C"], "received": None}}
    assert said(page, before, {"to_act": [1], "passed": passed}) == [
        "pass_received cy card A suit_S."
    ]


def test_the_last_drawn_card_is_announced_too(page: Page) -> None:
    draws = {"phase": "draw", "hand": ["AS"], "drawn_card": "KD", "stock_left": 1, "to_act": [0]}
    bids = {"phase": "bid", "hand": ["AS", "2H"], "drawn_card": None, "stock_left": 0}
    assert said(page, draws, {**bids, "to_act": [1]}) == ["say_took card 2 suit_H"]


def test_a_hand_is_told_when_it_is_looked_at(page: Page) -> None:
    unseen = {"phase": "bid", "hand": None, "blind_offer": True, "legal": ["look", "blind nil"]}
    bidding = {**unseen, "to_act": [1], "legal": []}
    assert said(page, bidding, unseen) == ["your_turn_bid.", "blind_text"]
    seen = {"phase": "bid", "hand": ["AS", "2H"], "legal": ["bid 1", "nil"]}
    cards = "say_deal 1 card A suit_S, card 2 suit_H"
    assert said(page, unseen, seen) == [cards, "your_turn_bid."]
    blind = {"nil": True, "value": 0, "blind": True, "text": "blind nil"}
    decided = {**seen, "to_act": [1], "bids": [blind, None, None, None], "legal": []}
    assert said(page, unseen, decided) == ["say_bid you blind nil", cards]


def test_what_comes_after_the_end_is_announced(page: Page) -> None:
    over = {"phase": "over", "to_act": [], "result": {"winners": [0, 2], "totals": [500, 300]}}
    changes = [{"seat": 0, "before": 1500.4, "after": 1516.2}]
    assert said(page, {"to_act": [1]}, over, status="finished") == ["say_game win_we cy"]
    assert said(page, over, over, status="finished", rating_changes=changes) == [
        "rating_change: 1500 → 1516 (+16)."
    ]


SOUNDS = """<!doctype html><script type="module">
  import { Sound } from "/static/js/table/sound.js";
  window.heard = [];
  const part = () => ({ connect: part, frequency: ramp, gain: ramp, start: () => heard.push("tone"), stop() {} });
  const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  window.AudioContext = class {
    state = "suspended";
    createOscillator = part;
    createGain = part;
    resume() { heard.push("resume"); }
  };
  window.sound = new Sound(() => "on");
  for (let k = 0; k < 3; k += 1) sound.call();
</script>"""


def test_what_came_before_the_first_press_stays_silent(page: Page, site: Site) -> None:
    site.answers["/sounds"] = {"body": SOUNDS}
    page.goto(f"{ORIGIN}/sounds")
    # Reading the page counts as a press on it.
    assert page.evaluate("() => window.heard") == []
    page.evaluate("() => window.sound.call()")
    assert page.evaluate("() => window.heard") == ["resume", "tone"]
