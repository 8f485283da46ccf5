"""Tournament pages: complete on a phone and in print, no findings by axe, and stable during updates."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests import program
from tests.browser import cups
from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import signed_in

pytestmark = pytest.mark.long
RUNNING = ("swiss", "bracket", "twice", "groups", "rotation", "solo")
ENDED = ("finished", "knocked-out")
FOR_ALL = (
    "/tournaments/",
    "/tournaments/?show=now",
    *(f"/tournaments/{slug}/" for slug in (*RUNNING, "paused", "cancelled", "open")),
    *(f"/tournaments/{slug}/report/" for slug in ENDED),
)
FOR_ORGANIZERS = (
    "/organize/",
    "/organize/tournaments/plans/",
    "/organize/tournaments/new/",
    *(f"/organize/tournaments/{slug}/" for slug in (*RUNNING, "paused", "open", "draft")),
    *(f"/organize/tournaments/{slug}/desk/" for slug in ("swiss", "paused", "open")),
    *(f"/organize/tournaments/swiss/desk/?tab={tab}&show=all" for tab in ("people", "tables")),
)
A4 = 718
"""Pixels between the margins of a portrait page."""
MOST_PAGES = 6

# What reaches beyond the page's edge, or is cut off by what holds it; drawings, cross tables and tables that take the focus are moved in
# their frames.
OUT_OF_SIGHT = """() => {
  const width = document.documentElement.clientWidth;
  const name = (element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`;
  const found = document.documentElement.scrollWidth > width ? [`page ${document.documentElement.scrollWidth}`] : [];
  for (const element of document.querySelectorAll("main *")) {
    if (element.closest("svg, .cross, .table-wrap[tabindex], .visually-hidden, thead")) continue;
    const box = element.getBoundingClientRect();
    if (box.width && box.right > width + 1 && !element.closest(".bracket-scroll")) found.push(name(element));
  }
  return found.slice(0, 5);
}"""


@pytest.fixture(scope="module")
def club() -> Iterator[tuple[program.Platform, dict[str, str]]]:
    """A running program full of tournaments, and the sessions of some of its people."""
    with program.running(BOT_SECONDS="30") as site:
        yield site, cups.filled(site)


@pytest.fixture
def visitor(chromium: Browser, club: Any) -> Iterator[Callable[..., Person]]:
    """Return a factory of browsers: `visitor("zed", viewport=PHONE)`; "" isn't signed in."""
    site, sessions = club
    made: list[Person] = []

    def make(name: str = "", **options: Any) -> Person:
        context = chromium.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        )
        if name:
            signed_in(context, site, sessions[name])
        made.append(Person(name or "nobody", context, site.url))
        return made[-1]

    yield make
    complaints = [complaint for one in made for complaint in one.complaints]
    for one in made:
        one.context.close()
    assert complaints == []


def unfold(page: Page) -> None:
    page.evaluate(
        "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
    )


@pytest.mark.parametrize(
    ("viewport", "colours", "language"),
    [(PHONE, "light", "de-DE"), (DESKTOP, "dark", "en-GB")],
    ids=["phone", "desktop"],
)
def test_nothing_is_cut_off_and_axe_finds_no_fault(
    visitor: Any, viewport: dict[str, int], colours: str, language: str
) -> None:
    looks = {"viewport": viewport, "color_scheme": colours, "locale": language}
    player, organizer = visitor(cups.PLAYER, **looks), visitor(cups.ORGANIZER, **looks)
    cut: dict[str, list[str]] = {}
    for who, paths in ((player, FOR_ALL), (organizer, FOR_ORGANIZERS)):
        for path in paths:
            page = who.go(path)
            unfold(page)
            if found := page.evaluate(OUT_OF_SIGHT):
                cut[path] = found
            who.check_access()
    page = organizer.go("/organize/tournaments/swiss/")
    page.locator("a[href*='/entries/']").first.click()
    page.wait_for_selector("form[action$='/remove/']")
    if found := page.evaluate(OUT_OF_SIGHT):
        cut["entry"] = found
    organizer.check_access()
    assert cut == {}


def test_every_match_s_page_is_whole_on_a_phone(visitor: Any) -> None:
    player = visitor(cups.PLAYER, viewport=PHONE)
    for slug in RUNNING:
        page = player.go(f"/tournaments/{slug}/")
        page.locator("#rounds .rows a").first.click()
        page.wait_for_selector("h1.sides")
        unfold(page)
        assert (slug, page.evaluate(OUT_OF_SIGHT)) == (slug, [])
        player.check_access()


NOT_ON_PAPER = ":is(nav, header, footer, button, input, summary, .button):visible"


@pytest.mark.parametrize(
    "path", ["swiss", "bracket", "twice", "groups", *(f"{each}/report" for each in ENDED)]
)
def test_tournaments_are_printed_on_few_pages(visitor: Any, path: str) -> None:
    page = visitor("", viewport={"width": A4, "height": 1000}).go(f"/tournaments/{path}/")
    page.emulate_media(media="print")
    for drawing in page.locator("svg:is(.bracket, .final-bars)").all():
        box = drawing.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= A4
    assert page.evaluate("document.documentElement.scrollWidth") <= A4
    assert page.locator(NOT_ON_PAPER).all_inner_texts() == []
    # The pairings are called out and pinned to the wall by their tables' numbers.
    numbers = page.locator("#round-1 .on-paper").all_inner_texts()
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert bool(numbers) == ("report" not in path)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", page.pdf())) <= MOST_PAGES


def test_news_leave_open_what_was_opened_and_the_focus_where_it_was(
    visitor: Any, club: Any
) -> None:
    site, _sessions = club
    page = visitor("zed", viewport=PHONE).go("/tournaments/swiss/")
    why = page.locator("#stage-1 details").first
    why.locator("summary").focus()
    page.keyboard.press("Enter")
    assert why.evaluate("(each) => each.open")
    before = page.locator("#next").get_attribute("hx-get")
    cups.one_more_result(site, "swiss")
    page.wait_for_function(
        "(was) => document.getElementById('next').getAttribute('hx-get') !== was",
        arg=before, timeout=20_000,
    )  # fmt: skip
    assert page.locator("#stage-1 details").first.evaluate("(each) => each.open")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_a_bracket_stays_where_it_was_moved_to(visitor: Any, club: Any) -> None:
    site, _sessions = club
    page = visitor("zed", viewport=PHONE).go("/tournaments/bracket/")
    drawing = page.locator(".bracket-scroll").first
    drawing.evaluate("(each) => { each.scrollLeft = 120; }")
    before = page.locator("#next").get_attribute("hx-get")
    cups.one_more_result(site, "bracket")
    page.wait_for_function(
        "(was) => document.getElementById('next').getAttribute('hx-get') !== was",
        arg=before, timeout=20_000,
    )  # fmt: skip
    assert page.locator(".bracket-scroll").first.evaluate("(each) => each.scrollLeft") == 120


@pytest.mark.parametrize("scripts", [True, False])
def test_the_form_shows_what_each_stage_s_format_asks(visitor: Any, scripts: bool) -> None:
    page = visitor(cups.ORGANIZER, java_script_enabled=scripts).go("/organize/tournaments/new/")

    def shown() -> list[str]:
        fields = page.locator("#stages [name]:is(input, select):not([type=hidden])")
        return [fields.nth(n).get_attribute("name") for n in range(fields.count())]

    def settle() -> None:
        # htmx listens to what it put into the page a moment after that is there.
        page.locator("#stages:not(.htmx-added):not(.htmx-settling)").wait_for()

    def choose(place: int, format_: str) -> None:
        settle()
        with page.expect_response("**/organize/tournaments/new/"):
            page.select_option(f"#id_stages-{place}-format", format_)
            if not scripts:
                page.get_by_role("button", name="Show what this format asks").nth(place).click()
        page.locator(f"#id_stages-{place}-format > [value={format_}][selected]").wait_for(
            state="attached"
        )

    page.fill("#id_name", "Kept")
    page.get_by_role("link", name="Next: format").click()
    assert shown() == ["stages-0-format", "stages-0-double"]
    games = ["semi_best_of", "final_best_of"]
    for format_, fields in {
        "swiss": ["rounds"],
        "knock_out": ["third_place", *games, "third_best_of"],
        "double_knock_out": games,
        "rotation": ["rounds"],
        "groups": ["groups", "double"],
    }.items():
        choose(0, format_)
        expected = [f"stages-0-{name}" for name in ("format", *fields)]
        assert (format_, shown()) == (
            format_, [*expected, "teams_apart"] if format_ == "swiss" else expected,
        )  # fmt: skip
    page.fill("#id_stages-0-groups", "4")
    page.click("#add-stage")
    page.locator("#id_stages-1-third_place").wait_for()
    settle()
    page.click("#add-stage")
    page.locator("#id_stages-2-format").wait_for()
    choose(2, "round_robin")
    assert [name for name in shown() if "-2-" in name] == [
        f"stages-2-{name}" for name in ("format", "double", "best_of")
    ]
    settle()
    page.get_by_role("button", name="Remove stage 2").click()
    page.locator("#id_stages-2-format").wait_for(state="detached")
    assert page.input_value("#id_stages-1-format") == "round_robin"
    assert page.input_value("#id_stages-0-groups") == "4"
    assert page.input_value("#id_name") == "Kept"


WALL = {"width": 1920, "height": 1080}
# What a slide shows below its own edge, where the footer covers it.
CUT_OFF = """() => {
  const slide = document.querySelector("[data-slide]:not([hidden])");
  const { bottom } = slide.getBoundingClientRect();
  return [...slide.querySelectorAll("li, tr, p")].filter((row) => row.getBoundingClientRect().bottom > bottom + 1)
    .map((row) => `${slide.dataset.slide}: ${row.textContent.trim().slice(0, 40)}`);
}"""


def test_the_screen_for_the_wall_turns_follows_and_outlives_the_network(
    visitor: Any, club: Any
) -> None:
    site, _sessions = club
    for slug in (*RUNNING, *ENDED, "open"):
        wall = visitor("", viewport=WALL)
        page = wall.go(f"/tournaments/{slug}/screen/")
        turned = set()
        for _slide in page.locator("[data-slide]").all():
            page.keyboard.press("ArrowRight")
            turned.add(page.locator("[data-slide]:visible").get_attribute("data-slide"))
            assert (slug, page.evaluate(CUT_OFF), page.evaluate(OUT_OF_SIGHT)) == (slug, [], [])
        assert len(turned) == page.locator("[data-slide]").count()
        wall.check_access()
        wall.context.close()

    # A service worker's own look for a newer one would complain of the missing network.
    wall = visitor("", viewport=WALL, service_workers="block")
    page = wall.go("/tournaments/groups/screen/")
    before = page.locator("#screen").get_attribute("data-seen")
    wall.context.set_offline(True)
    page.get_by_text("No connection since").wait_for(timeout=20_000)
    assert page.locator("[data-slide]:visible").count() == 1
    cups.one_more_result(site, "groups")
    wall.context.set_offline(False)
    page.wait_for_function(
        "(was) => document.getElementById('screen').dataset.seen !== was",
        arg=before, timeout=20_000,
    )  # fmt: skip
    assert not page.get_by_text("No connection since").is_visible()
    wall.forgive("ERR_INTERNET_DISCONNECTED")
