"""Phones that lie on their side, the smallest too, and wider screens up to a desktop: no card of the trick lies on a plate,
all tools are there, and what was bid, won and scored is whole."""

from collections.abc import Callable

import pytest

from games import engine
from tests.browser.conftest import NAMES, Person
from tests.browser.scripted import Script
from tests.browser.tables import Mate, open_table, path_of, seated
from tests.program import Platform

pytestmark = pytest.mark.long
LYING = ((640, 360), (640, 300), (667, 331), (568, 320), (740, 360), (844, 390))
WIDER = ((768, 1024), (900, 700), (1024, 768), (1280, 800))
PRESETS = ("bicycle_2", "bicycle_3", "cardgames_io", "bicycle_4", "bicycle_5")
TOOLS = ["chat", "open last", "open more", "open sheet"]
MEASURE = """async () => {
  for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame);
  const table = document.getElementById("table");
  const shown = (css) => [...table.querySelectorAll(css)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const name = (one) => one.dataset.card ?? one.dataset.do ?? one.className;
  const meet = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  const apart = (ones, others) => ones.flatMap((one) => others.filter((other) => one !== other && meet(one, other)).map((other) => `${name(one)} on ${name(other)}`));
  const plates = shown(".seat .plate, .dealer, .own-plate .plate, .contract, .prompt, .notice, .table-bar");
  const trick = table.querySelector(".choice") ? [] : shown(".trick > *");
  const outside = shown(".own-card, .plate, .trick > *").filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1 || box.top < -1;
  });
  const numbers = shown(".tally, .score-total, .bar-scores:has(.score:nth-child(4)) .score-name");
  const cut = numbers.filter((one) => innerWidth <= 1000 && one.scrollWidth > one.clientWidth);
  return {
    cut: cut.map((one) => one.textContent),
    overlaps: [
      ...apart(trick, [...plates, ...shown(".own-card")]),
      ...apart(shown(".own-card"), plates),
      ...apart(shown(".choice"), [...plates, ...shown(".own-card")]),
      ...apart(shown(".seat .plate"), shown(".plate, .table-bar, .prompt")),
    ],
    outside: outside.map(name),
    tools: shown(".table-bar button[data-do]").map((tool) => tool.dataset.do).sort(),
    clock: shown(".bar-clock").length,
    width: document.documentElement.scrollWidth,
  };
}"""


@pytest.mark.parametrize("key", PRESETS)
def test_a_phone_on_its_side_and_wider_screens(
    ann: Callable[..., Person], platform: Platform, mates: list[Mate], key: str
) -> None:
    window = ann(viewport={"width": 640, "height": 360})
    page = window.page
    table = open_table(window.context, platform, key)
    rules = engine.preset(key)
    seated(platform, table, mates[: rules.players])
    at = Script(page, mates[0].look(), seed=4)
    for seat, shown in enumerate(at.template["table"]["seats"]):
        shown["name"] = f"{NAMES[seat]}-von-Hohenstein"
    dealt(at)
    window.go(path_of(table))
    page.locator("[data-choice=bid]").wait_for()
    fits(window, "bid")
    at.game = engine.apply(at.game, 0, "bid 3")
    at.send(at.news())
    while not at.mine:
        at.send(at.other_plays())
    page.locator("#table[data-my-turn] .own-card.legal").first.wait_for()
    fits(window, "play")


def dealt(at: Script) -> None:
    """Deal, with the page's player as dealer, who bids last and plays last to the first trick."""
    pack = list(engine.pack_for(at.game.rules))
    at.dice.shuffle(pack)
    at.game = engine.deal(engine.new_game(at.game.rules, first_dealer=0), pack)
    while at.game.phase == "draw" or at.game.to_act != (0,):
        seat = at.game.to_act[0]
        drawn = at.game.phase == "draw"
        at.game = engine.apply(
            at.game, seat, engine.legal_actions(at.game, seat)[0] if drawn else "bid 3"
        )


def fits(window: Person, phase: str) -> None:
    """Check every size: nothing lies on something else or outside, and all tools and the clock are there."""
    for width, height in (*LYING, *WIDER):
        window.page.set_viewport_size({"width": width, "height": height})
        assert window.page.evaluate(MEASURE) == {
            "cut": [],
            "overlaps": [],
            "outside": [],
            "tools": TOOLS,
            "clock": 1,
            "width": width,
        }, (phase, width, height)
