"""F1 in Chromium: two browsers commit, reveal, play and compare; one that reveals nothing; a server that changes its
data.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.fairness import list_digest, salt_hash
from tests.browser.conftest import PHONE, Person
from tests.browser.sight import look
from tests.browser.tables import Mate, open_table, path_of, played_until
from tests.program import Platform

pytestmark = pytest.mark.long
Ann = Callable[..., Person]
HANDS = 1
CLOCK = (20, 30)
OWN_IN = "Your own salt is in these deals: until your browser revealed it, nobody could know them."
LEFT_OUT = re.compile("Your salt was left out of these deals")
MISSING = re.compile("^This browser’s salt isn’t in these deals")


def kept(page: Page, table: str) -> dict[str, Any]:
    """What the browser keeps of a table."""
    return dict(json.loads(page.evaluate(f"localStorage.getItem('salt:{table}')")))


def over(mates: list[Mate], page: Page) -> None:
    """Let bots' choices play ann's seat by a second socket, until the game is over."""
    played_until(mates, lambda view: view["table"]["status"] == "finished")
    expect(page.locator("[data-choice=over]")).to_be_visible()


def salts_of(view: dict[str, Any]) -> dict[str, Any]:
    """The picture's salts."""
    return dict(view["table"]["salts"])


def sent(window: Person, kind: str) -> list[dict[str, Any]]:
    """The frames of a kind that the window's page sent."""
    return [frame for text in window.sent if (frame := json.loads(text))["t"] == kind]


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE, "color_scheme": "dark"}])
def test_f1_two_browsers_start_play_and_find_their_salts(
    ann: Ann, platform: Platform, mates: list[Mate], screen: dict[str, Any]
) -> None:
    first, second = ann(**screen), ann()
    second.context.clear_cookies()
    second.context.add_cookies(
        [{"name": "sessionid", "value": mates[1].session, "url": platform.url}]
    )
    table = open_table(first.context, platform, "bicycle_2", clock=CLOCK, max_hands=HANDS)
    pages = [window.go(path_of(table)) for window in (first, second)]
    look(pages[0])
    own = kept(pages[0], table)
    assert (own["sat"], "digest" in own) == (True, False)
    assert [frame["hash"] for frame in sent(first, "hello")] == [salt_hash(own["salt"])]
    pages[1].locator("[data-do='sit 1']").first.click()
    for page in pages:
        expect(page.locator(".felt.phase-draw")).to_be_visible()
    salts = [kept(page, table)["salt"] for page in pages]
    hashes = [salt_hash(salt) for salt in salts]
    for window, page, salt in zip((first, second), pages, salts, strict=True):
        assert [frame["salt"] for frame in sent(window, "reveal")] == [salt]
        assert kept(page, table)["digest"] == list_digest(hashes)
        # Nobody's salt was in a picture before all had revealed theirs.
        views = [
            json.loads(text)["table"]["salts"] for text in window.frames if '"t":"view"' in text
        ]
        assert next(view["given"] for view in views if view) is None
        assert views[-1] == {"digest": list_digest(hashes), "hashes": hashes, "given": salts}
    over([mate.come(table) for mate in mates[:2]], pages[0])
    expect(pages[0].locator(".choice-text.deals_good")).to_be_visible()
    first.shoot(f"fair-over-{len(screen)}")
    page = first.go(f"{path_of(table)}replay/")
    expect(page.get_by_text(OWN_IN)).to_be_visible()
    expect(page.get_by_text(own["salt"])).to_be_hidden()
    page.get_by_role("button", name="Check the deals").click()
    expect(page.locator("#replay-verified .note-good")).to_be_visible()
    page.locator("#deals-title").scroll_into_view_if_needed()
    first.shoot(f"fair-replay-{len(screen)}")
    first.check_access()
    page.get_by_role("link", name="The page for checking deals").click()
    expect(page.get_by_text(OWN_IN)).to_be_visible()
    first.shoot(f"fair-verify-{len(screen)}")


def test_f1_a_browser_that_reveals_nothing_is_left_out_and_both_pages_say_so(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    """Ann's reveal never reaches the server: her page says that her part isn't in, and the replay warns loudly."""
    window = ann()
    table = open_table(window.context, platform, "bicycle_2", clock=CLOCK, max_hands=HANDS)

    def dropping(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if '"reveal"' in str(text) else server.send(text))

    window.page.route_web_socket("**/ws/t/**", dropping)
    page = window.go(path_of(table))
    look(page)
    bob = mates[1].come(table)
    bob.sit(1)
    expect(page.locator(".prompt")).to_have_text("Shuffling: every browser reveals its salt…")
    window.shoot("fair-shuffling")
    bob.until(lambda view: view["game"] is not None, 30)
    salts = salts_of(bob.view)
    assert salts["hashes"] == [salt_hash(kept(page, table)["salt"]), ""]
    assert salts["given"] == ["", ""]
    expect(page.locator(".notice").filter(has_text=LEFT_OUT)).to_be_visible()
    window.shoot("fair-missing")
    over([mates[0].come(table), bob], page)
    expect(page.locator(".choice-text.deals_bad")).to_be_visible()
    page = window.go(f"{path_of(table)}replay/")
    expect(page.locator("#replay-own .note-bad")).to_have_text(LEFT_OUT)
    expect(page.get_by_text("1 salt was left out")).to_be_visible()
    page.locator("#deals-title").scroll_into_view_if_needed()
    window.shoot("fair-left-out")


def test_f1_a_changed_commitment_or_list_gets_no_salt_and_a_warning(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    for change in ("commitment", "hashes"):
        window = ann()
        table = open_table(window.context, platform, "bicycle_2", clock=CLOCK, max_hands=HANDS)

        def changing(socket: WebSocketRoute, change: str = change) -> None:
            server = socket.connect_to_server()

            def told(text: str | bytes) -> None:
                frame = json.loads(text)
                salts = frame["table"]["salts"] if frame["t"] == "view" else None
                if salts is not None and change == "commitment":
                    frame["table"]["commitment"] = "0" * 64
                elif salts is not None:
                    salts["hashes"][0] = "0" * 64
                socket.send(json.dumps(frame))

            server.on_message(told)

        window.page.route_web_socket("**/ws/t/**", changing)
        page = window.go(path_of(table))
        look(page)
        mates[1].come(table).sit(1)
        warning = {"commitment": re.compile("^Don’t trust these deals"), "hashes": MISSING}[change]
        expect(page.locator(".notice").filter(has_text=warning)).to_be_visible()
        assert sent(window, "reveal") == []
        mates[1].give_up()


def test_f1_who_comes_after_the_start_is_told(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    table = open_table(window.context, platform, "bicycle_2", clock=CLOCK, max_hands=HANDS)
    bob = mates[1].come(table)
    bob.sit(1)
    mates[0].come(table)
    bob.until(lambda view: view["game"] is not None)
    page = window.go(path_of(table))
    late = re.compile("You joined during the game")
    expect(page.locator(".notices")).to_contain_text(late)
    played_until([mates[0], bob], lambda view: view["table"]["status"] == "finished")
    page = window.go(f"{path_of(table)}replay/")
    expect(page.locator("#replay-own")).to_have_text(late)
