"""The page's side of a call: a toast, the title, one page that rings, and nothing twice. The browser's clock is in the test's hand."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.tables.in_chromium.offline import ORIGIN, Site

pytestmark = pytest.mark.browser
ASK = "/play/calls/?for=7"
CALL = {
    "key": "31", "title": "Your table is open", "text": "Cup · 1.2", "url": "/play/t/abc/", "rings": True,
}  # fmt: skip
PAGE = """<!doctype html><html lang="en"><title>Leaderboard</title>
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/components/layout.css">
<body data-calls="/play/calls/?for=7" class="%s"><a class="skip" href="#main">Skip</a>
<main id="main" tabindex="-1"><input id="field"><div id="table">%s</div></main>
<script type="module" src="/static/js/site/calls.js"></script>"""
SPY = """
window.rung = [];
window.answered = 0;
const send = window.fetch;
window.fetch = async (...asked) => { const answer = await send(...asked); window.answered += 1; return answer; };
window.AudioContext = class {
  constructor() { window.rung.push("sound"); this.state = "running"; this.currentTime = 0; this.destination = {}; }
  createOscillator() { const f = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { frequency: f, connect: (to) => to, start() {}, stop() {} }; }
  createGain() { const g = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }; return { gain: g, connect: (to) => to }; }
};
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
window.Notification = class {
  constructor(title, options) { window.rung.push([title, options.body, options.tag]); }
  addEventListener() {}
};
window.Notification.permission = "%s";
window.Notification.requestPermission = async () => { window.Notification.permission = "granted"; };
"""


def put(site: Site, *calls: dict[str, Any]) -> None:
    """Have the site answer with these calls."""
    said = {"calls": calls, "style": "/static/css/components/calls.css"}
    site.answers[ASK] = (
        {"body": json.dumps(said), "content_type": "application/json"} if calls else {"status": 204}
    )


class Tabs:
    """A browser's tabs, which all stand on the same page."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.context, self.site = context, site
        self.opened = False

    def open(self, permission: str = "denied", body: str = "", table: str = "") -> Page:
        """Open one more tab."""
        self.site.answers["/"] = {"body": PAGE % (body, table)}
        page = self.context.new_page()
        page.route("**/*", self.site.answer)
        page.add_init_script(SPY % permission)
        if not self.opened:
            page.clock.install(time=1_000_000)
            page.clock.pause_at(1_000_005)
            self.opened = True
        with page.expect_response(f"{ORIGIN}/static/js/site/calls.js"):
            page.goto(f"{ORIGIN}/")
        page.wait_for_load_state("networkidle")
        return page

    @property
    def asked(self) -> int:
        """How often the site was asked."""
        return self.site.asked.count(ASK)


@pytest.fixture
def tabs(chromium: Browser, site: Site) -> Iterator[Tabs]:
    """A browser of one person, to whom nobody calls yet."""
    put(site)
    context = chromium.new_context(reduced_motion="reduce")
    yield Tabs(context, site)
    context.close()


def toasts(page: Page) -> list[tuple[str, str]]:
    """Return each toast's role and words."""
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll(".call")].map((call) => [call.getAttribute("role"),
          [...call.querySelectorAll("p, a, button")].map((part) => part.textContent).join(" | ")])"""
    )
    return [(role, words) for role, words in found]


def rung(page: Page) -> Any:
    """Return how the page rang."""
    return page.evaluate("() => window.rung")


TOAST = "Your table is open | Cup · 1.2 | Go to my table | Not now"


def test_a_call_comes_within_15_seconds_and_leaves_the_focus_where_it_is(tabs: Tabs) -> None:
    page = tabs.open()
    page.focus("#field")
    put(tabs.site, CALL)
    page.clock.run_for(11_000)
    assert (toasts(page), page.title()) == ([], "Leaderboard")
    page.clock.run_for(1_500)
    page.wait_for_selector(".call")
    assert toasts(page) == [("alert", TOAST)]
    assert page.title() == "Your table is open · Leaderboard"
    assert page.evaluate("document.activeElement.id") == "field"
    page.wait_for_function("() => window.rung.length")
    assert rung(page) == ["sound"]
    assert page.locator(".call a").get_attribute("href") == "/play/t/abc/"


def test_it_rings_once_and_stays_quietly_until_it_is_answered(tabs: Tabs) -> None:
    put(tabs.site, CALL)
    first = tabs.open()
    first.wait_for_function("() => window.rung.length")
    first.goto(f"{ORIGIN}/")
    first.wait_for_selector(".call")
    assert toasts(first) == [("status", TOAST)]
    put(tabs.site)
    first.clock.run_for(15_000)
    first.wait_for_selector(".call", state="detached")
    assert (rung(first), first.title()) == ([], "Leaderboard")


def test_of_many_pages_one_asks_and_rings_and_all_show_it(tabs: Tabs) -> None:
    pages = [tabs.open() for _ in range(3)]
    assert tabs.asked == 1
    put(tabs.site, CALL)
    # They have one clock; small steps leave them the time to hear of one another.
    for _ in range(130):
        pages[0].clock.run_for(100)
    for page in pages:
        page.wait_for_selector(".call", state="attached")
    assert tabs.asked == 2
    [first] = [page for page in pages if page.locator(".call[role=alert]").count()]
    first.wait_for_function("() => window.rung.length")
    assert sorted(map(rung, pages)) == [[], [], ["sound"]]
    pages[1].get_by_role("button", name="Not now").click()
    for page in pages:
        page.wait_for_selector(".call", state="detached")
    again = tabs.open()
    assert toasts(again) == []


def test_it_is_put_off_by_keyboard_and_the_focus_goes_back(tabs: Tabs) -> None:
    put(tabs.site, CALL)
    page = tabs.open()
    page.wait_for_selector(".call")
    page.focus("#field")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.textContent") == "Not now"
    page.keyboard.press("Escape")
    page.wait_for_selector(".call", state="detached")
    assert page.evaluate("document.activeElement.id") == "field"
    page.clock.run_for(60_000)
    assert (toasts(page), page.title()) == ([], "Leaderboard")
    put(tabs.site, {**CALL, "key": "32"})
    page.clock.run_for(13_000)
    page.wait_for_selector(".call")


def test_the_browser_notifies_where_it_may_and_is_asked_only_by_a_button(tabs: Tabs) -> None:
    put(tabs.site, CALL)
    page = tabs.open("default")
    page.wait_for_selector(".call")
    assert toasts(page) == [("alert", f"{TOAST} | Notify me outside this page too")]
    page.get_by_role("button", name="Notify me").click()
    page.wait_for_function("() => document.querySelectorAll('.call button').length === 1")
    assert page.evaluate("document.activeElement.textContent") == "Not now"
    page.evaluate("() => { document.hasFocus = () => false; window.rung = []; }")
    put(tabs.site, {**CALL, "key": "32"})
    page.clock.run_for(13_000)
    page.wait_for_function("() => window.rung.length === 2")
    assert rung(page) == [["Your table is open", "Cup · 1.2", "32"], "sound"]


def test_no_page_calls_to_a_table_that_it_shows_or_leads_to(tabs: Tabs) -> None:
    put(tabs.site, CALL)
    page = tabs.open(body="at-table", table='<a href="/play/t/abc/">Go to my next table</a>')
    assert (tabs.asked, toasts(page), rung(page)) == (1, [], [])


def test_without_a_sound_where_the_person_wants_none(tabs: Tabs) -> None:
    page = tabs.open()
    page.evaluate("localStorage.setItem('call sound', 'false')")
    put(tabs.site, CALL)
    page.clock.run_for(13_000)
    page.wait_for_selector(".call")
    page.wait_for_timeout(100)
    assert rung(page) == []


def test_a_page_of_somebody_who_signed_out_falls_silent(tabs: Tabs) -> None:
    page = tabs.open()
    put(tabs.site, CALL)
    tabs.site.answers[ASK] = {"status": 403}
    page.clock.run_for(13_000)
    page.wait_for_function("() => window.answered === 2")
    page.clock.run_for(60_000)
    assert (tabs.asked, toasts(page)) == (2, [])
