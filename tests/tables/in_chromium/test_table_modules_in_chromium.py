"""Parts of the table's script, each by itself in Chromium, with the browser's clock in the test's hand."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.tables.in_chromium.offline import ORIGIN, STATIC, Site

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
    """Return the page's answers about the next stop, in order."""
    return page.evaluate("() => window.told")


def test_the_way_on_is_asked_for_until_the_next_table_is_open(page: Page, site: Site) -> None:
    def put(**stop: Any) -> None:
        site.answers["/next/"] = {"body": json.dumps(stop)}

    wait = {"sentence": "Wait.", "label": "On", "url": "/cup/", "at": None}
    put(**wait, ready=False, final=False)
    page.evaluate("""async () => {
      const { NextStop } = await import("/static/js/table/connection/next.js");
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
  const loaded = ["tokens", "base", "table/layout", "table/cards", "table/hand", "table/phone", "table/landscape"].map((name) => new Promise((done) => {
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
