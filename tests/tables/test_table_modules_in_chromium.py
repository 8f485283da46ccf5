"""Parts of the table's script, each by itself in Chromium, with the browser's clock in the test's hand."""

import json
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests import services as programs

pytestmark = pytest.mark.browser
STATIC = Path(__file__).parents[2] / "static"
# Nobody listens there: every request is answered here.
ORIGIN = "http://localhost:9"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=programs.need("chromium", "chromium"), args=["--disable-gpu"]
        )
        yield browser
        browser.close()


class Site:
    """Answers the page: static files, and what the test puts up."""

    def __init__(self) -> None:
        self.answers: dict[str, dict[str, Any]] = {"/": {"body": "<!doctype html><title>.</title>"}}
        self.asked: list[str] = []

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        self.asked.append(path)
        file = STATIC / path.removeprefix("/static/")
        if path in self.answers:
            route.fulfill(**{"content_type": "text/html", **self.answers[path]})
        elif path.startswith("/static/") and file.is_file():
            kind = mimetypes.guess_type(file.name)[0] or "text/plain"
            route.fulfill(body=file.read_bytes(), content_type=kind)
        else:
            route.fulfill(status=404, body="")


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def page(chromium: Browser, site: Site) -> Iterator[Page]:
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/*", site.answer)
    page.clock.install(time=0)
    page.goto(f"{ORIGIN}/")
    page.clock.pause_at(60_000)
    yield page
    context.close()


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
      const { keepFaces } = await import("/static/js/table/faces.js");
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
