"""The replay's script: every frame is what the engine had on the table, and the page works by keys, slider and choice."""

import json
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from games import engine
from games.engine import State, card_name, parse_card
from games.engine.cards import cards_of
from games.tables import services
from games.tables.models import Table
from tests import services as programs
from tests.support.presets import EVERY_PRESET
from tests.tables.replay.test_replay import played

pytestmark = [pytest.mark.django_db, pytest.mark.browser]
STATIC = Path(__file__).parents[3] / "static"
# Nobody listens there: every request is answered here. Browsers give localhost their cryptography without https.
ORIGIN = "http://localhost:9"


@pytest.fixture(scope="module", autouse=True)
def database_beside_the_browser() -> Iterator[None]:
    """Playwright keeps an event loop in this thread, and Django would refuse to ask its database there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=programs.need("chromium", "chromium"),
            args=["--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        yield browser
        browser.close()


class Site:
    """The site's own answers, given to a browser without a server."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.answers: dict[str, Any] = {}

    def keep(self, *paths: str) -> None:
        """Ask for pages now: the browser's questions come in a thread of its own."""
        for path in paths:
            sent = self.client.get(path)
            assert sent.status_code == 200
            self.answers[path] = {"body": sent.content, "headers": dict(sent.headers.items())}

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if path in self.answers:
            route.fulfill(**self.answers[path])
        elif path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            kind = mimetypes.guess_type(file.name)[0] or "text/plain"
            route.fulfill(body=file.read_bytes(), content_type=kind)
        else:
            route.fulfill(status=404, body="")


@pytest.fixture
def site(client: Client) -> Site:
    return Site(client)


@pytest.fixture
def page(chromium: Browser, site: Site) -> Iterator[Page]:
    """A page that fails the test if the browser complains of anything, the site's policy included."""
    # Nobody serves the worker that pages ask for after some seconds.
    context = chromium.new_context(
        locale="en-GB", viewport={"width": 1280, "height": 900}, service_workers="block"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.route("**/*", site.answer)
    yield page
    context.close()
    assert complaints == []


def paths_of(table: Table) -> tuple[str, str]:
    return (
        reverse("table_replay", args=[table.public_id]),
        reverse("table_replay_data", args=[table.public_id]),
    )


def opened(page: Page, site: Site, table: Table, place: str = "") -> Page:
    site.keep(*paths_of(table))
    page.goto(f"{ORIGIN}{paths_of(table)[0]}{place}")
    expect(page.locator("#replay")).to_be_visible()
    return page


def frames_of(table: Table) -> list[list[dict[str, Any]]]:
    """What lay on the table after each action of each hand, by the engine."""
    record = services.record_of(table)
    drawn = record.get("draw_for_deal")
    state = engine.new_game(
        engine.RuleSet.from_dict(record["rules"]),
        first_dealer=record["first_dealer"],
        draw_for_deal=None if drawn is None else [parse_card(name) for name in drawn],
    )
    hands = []
    for hand in record["hands"]:
        if "stock" in hand:
            state = engine.deal(state, [parse_card(name) for name in hand["stock"].split()])
        else:
            dealt = [sum(1 << parse_card(c) for c in cards.split()) for cards in hand["deal"]]
            state = engine.deal_hands(state, dealt)
        frames = [frame_of(state)]
        for text in hand["actions"]:
            state = engine.apply(state, int(text[0]), text[2:])
            frames.append(frame_of(state))
        hands.append(frames)
    return hands


def frame_of(state: State) -> dict[str, Any]:
    trick = [card_name(card) for card in state.trick]
    if not trick and state.last_trick is not None:
        trick = [card_name(card) for card in state.last_trick[1]]
    return {
        "hands": [sorted(card_name(card) for card in cards_of(hand)) for hand in state.hands],
        "bids": [None if bid is None else bid.text for bid in state.bids],
        "won": list(state.won),
        "trick": trick,
        "looked": list(state.looked),
        "discards": [sorted(card_name(card) for card in cards_of(held)) for held in state.discards],
        "stock": len(state.stock),
        "broken": state.broken,
        "dealt": [sorted(card_name(card) for card in cards_of(hand)) for hand in state.dealt],
        "totals": list(state.totals),
    }


@pytest.mark.sweep(2)
@pytest.mark.parametrize("key", EVERY_PRESET)
def test_every_frame_is_what_the_engine_had(page: Page, site: Site, member: Any, key: str) -> None:
    table = played(member("ann"), key)
    opened(page, site, table)
    told = page.evaluate(
        """async (address) => {
            const { frameAt, stepsOf } = await import("/static/js/replay/fold.js");
            const replay = await (await fetch(address)).json();
            const bid = (made) => made && (made.blind ? `blind ${made.text}` : made.text);
            const plain = (frame) => ({
                hands: frame.hands.map((cards) => [...cards].sort()),
                bids: frame.bids.map(bid),
                won: frame.won,
                trick: frame.trick.plays.map(([, card]) => card),
                looked: frame.looked,
                discards: frame.discards.map((cards) => [...cards].sort()),
                stock: frame.stock.length,
                broken: frame.broken,
                dealt: frame.dealt.map((cards) => [...cards].sort()),
                totals: frame.totals,
            });
            return replay.hands.map((_, k) =>
                Array.from({ length: stepsOf(replay, k + 1) + 1 }, (_, step) => plain(frameAt(replay, k + 1, step))));
        }""",
        paths_of(table)[1],
    )
    wanted = frames_of(table)
    for number, frames in enumerate(wanted):
        # The hand's last action brings the engine's new totals; the replay shows them one step later, with the score.
        before = wanted[number - 1][-1]["totals"] if number else frames[0]["totals"]
        last = frames[-1]
        assert told[number] == [*frames[:-1], {**last, "totals": before}, last]
    assert told[-1][-1]["totals"] == table.result["totals"]  # type: ignore[index]


def test_it_moves_by_buttons_keys_slider_and_choice(page: Page, site: Site, member: Any) -> None:
    table = played(member("ann"), hands=3)
    actions = [hand["actions"] for hand in services.record_of(table)["hands"]]
    opened(page, site, table)
    slider = page.get_by_role("slider", name="Position in the hand")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="One step forward").click()
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("0")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("combobox", name="Go to hand")).to_have_value("2")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(len(actions[1]) + 1))
    # The slider's own keys move it once, not twice.
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(len(actions[1])))
    page.get_by_role("combobox", name="Go to hand").select_option("3")
    page.get_by_role("button", name="Next hand").click()
    totals = [str(total).replace("-", "−") for total in table.result["totals"]]  # type: ignore[index]
    expect(page.locator("[data-total]")).to_have_text(totals)
    expect(page.get_by_role("button", name="Next hand")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".rp-says")).to_contain_text("The game is over.")
    page.wait_for_url(f"**/replay/#h3s{len(actions[2]) + 1}")


def test_it_runs_by_itself_and_holds(page: Page, site: Site, member: Any) -> None:
    opened(page, site, played(member("ann"), hands=1))
    slider = page.get_by_role("slider", name="Position in the hand")
    page.clock.install()
    page.get_by_role("button", name="Autoplay").click()
    expect(slider).to_have_value("1")
    page.clock.run_for(1000)
    expect(slider).to_have_value("2")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    expect(slider).to_have_value("2")


def test_one_seats_eye_sees_no_other_cards(page: Page, site: Site, member: Any) -> None:
    table = played(member("ann"), hands=1)
    opened(page, site, table, "#h1s5")
    expect(page.locator(".rp-cards .face")).to_have_count(51)
    page.get_by_role("combobox", name="Show the cards of").select_option("1")
    own = page.locator('[data-seat="1"] .rp-cards')
    assert page.locator(".rp-cards .face").count() == own.locator(".face").count() >= 12
    expect(page.locator('[data-seat="0"] .rp-cards')).to_have_accessible_name(
        f"{13 - (1 if 'ann' in page.locator('.rp-says').inner_text() else 0)} cards face down"
    )
    # The seat whose eye it is sits at the bottom.
    expect(page.locator(".rp-seat.at-0")).to_have_attribute("data-seat", "1")


def test_a_trick_in_the_text_is_a_way_into_the_game(page: Page, site: Site, member: Any) -> None:
    opened(page, site, played(member("ann"), hands=2))
    page.get_by_role("group").filter(has_text="Hand 2").last.locator("summary").click()
    page.locator("#hand-2").get_by_role("link", name="5", exact=True).click()
    expect(page.get_by_role("combobox", name="Go to hand")).to_have_value("2")
    # Four bids and five tricks of four cards.
    expect(page.get_by_role("slider", name="Position in the hand")).to_have_value("24")
    expect(page.locator(".rp-played")).to_have_count(4)


def test_the_deals_can_be_checked_on_the_spot(page: Page, site: Site, member: Any) -> None:
    table = played(member("ann"), hands=2)
    opened(page, site, table)
    page.get_by_role("button", name="Check the deals").click()
    expect(page.locator("#replay-verified")).to_have_text(
        "The secret matches its commitment, and all 2 hands were dealt accordingly."
    )


def test_a_forged_deal_is_found(page: Page, site: Site, member: Any) -> None:
    table = played(member("ann"), hands=1)
    address = paths_of(table)[1]
    site.keep(*paths_of(table))
    data = json.loads(site.answers[address]["body"])
    deal = data["record"]["hands"][0]["deal"]
    deal[0], deal[1] = deal[1], deal[0]
    site.answers[address] = {"body": json.dumps(data), "content_type": "application/json"}
    page.goto(f"{ORIGIN}{paths_of(table)[0]}")
    page.get_by_role("button", name="Check the deals").click()
    expect(page.locator("#replay-verified")).to_have_text(
        "1 check failed. See the page for checking deals."
    )


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("key", "scheme"),
    [
        *(("cardgames_io", "light"), ("rubl_two_player", "dark"), ("bicycle_5", "dark")),
        pytest.param("bicycle_3", "light", marks=pytest.mark.long),
        pytest.param("cardgames_io", "dark", marks=pytest.mark.long),
    ],
)
def test_everybody_can_use_it(page: Page, site: Site, member: Any, key: str, scheme: Any) -> None:
    table = played(member("ann"), key, hands=2)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, site, table, "#h2s40")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    report = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    found = [(fault["id"], fault["nodes"][0]["html"]) for fault in report.response["violations"]]
    assert found == []


def test_a_failed_load_says_what_to_do(chromium: Browser, site: Site, member: Any) -> None:
    table = played(member("ann"), hands=1)
    site.keep(paths_of(table)[0])
    with chromium.new_context() as context:
        page = context.new_page()
        page.route("**/*", site.answer)
        page.goto(f"{ORIGIN}{paths_of(table)[0]}")
        expect(page.locator("#replay-failed")).to_have_text(
            "The game’s data could not be loaded. Check your connection and load the page again."
        )
        expect(page.locator("#replay")).to_be_hidden()
