"""Bad connections: a killed server, a network that drops everything for a minute, two tabs. Each action takes effect
once.
"""

import json
import signal
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from websockets.exceptions import ConnectionClosed

from spades_site.serve import MAX_FRAME_BYTES
from tests.browser.conftest import Person
from tests.browser.sight import look
from tests.browser.tables import Mate, my_play, open_table, path_of, played_until, seated
from tests.browser.tour import HAND_PAUSE
from tests.program import Platform

Ann = Callable[..., Person]
# Notes in the page every version it shows; gone after a reload.
VERSIONS = """() => {
  const table = document.getElementById("table");
  window.versions = [Number(table.dataset.v)];
  new MutationObserver(() => window.versions.push(Number(table.dataset.v)))
    .observe(table, { attributes: true, attributeFilter: ["data-v"] });
}"""

DRAWN = "Promise.all([...document.images].map((image) => image.decode()))"


def at_my_play(window: Person, platform: Platform, mates: list[Mate], **options: Any) -> str:
    """Bring a four-player table to a turn of the window's person, and the window to the table; returns its id."""
    table = open_table(window.context, platform, "cardgames_io", max_hands=1)
    four = mates[:4]
    seated(platform, table, four)
    played_until(four, my_play)
    window.go(path_of(table))
    look(window.page, four[0].look()["v"])
    window.page.evaluate(VERSIONS)
    return table


def sent_acts(window: Person) -> list[dict[str, Any]]:
    """Return the actions that the window's sockets sent, again and again included."""
    frames = [json.loads(text) for text in window.sent]
    return [frame for frame in frames if frame["t"] == "act"]


def click_first(page: Page) -> str:
    """Click the first card that may be played; returns it."""
    card = str(page.locator(".own-card.legal").first.get_attribute("data-card"))
    page.mouse.move(2, 2)
    page.locator(f".own-card[data-card='{card}']").click(position={"x": 12, "y": 20})
    return card


def check_done_once(window: Person, mates: list[Mate], card: str, before: dict[str, Any]) -> None:
    """Check that the card was played once, that everybody sees it, and that the page went back nowhere."""
    game = mates[0].look()["game"]
    shown = look(window.page, mates[0].view["v"])
    assert game["counts"][0] == before["game"]["counts"][0] - 1
    assert card not in game["hand"]
    tricks = [*game["history"]["tricks"], game["trick"] or {"plays": []}]
    plays = [play for trick in tricks for play in trick["plays"]]
    assert [play for play in plays if play[0] == 0 and play[1] == card] == [[0, card]]
    assert sorted(shown["hand"]) == sorted(game["hand"])
    versions = window.page.evaluate("window.versions")
    assert versions == sorted(versions)


def test_a_killed_server_comes_back_and_the_queued_card_is_played_once(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    table = at_my_play(window, platform, mates)
    before = mates[0].look()
    window.page.evaluate(DRAWN)
    platform.stop(signal.SIGKILL)
    card = click_first(window.page)
    expect(window.page.locator(".line")).not_to_be_empty()
    platform.start()
    for mate in mates[:4]:
        mate.come(table)
    mates[0].until(lambda view: view["game"]["counts"][0] < before["game"]["counts"][0])
    check_done_once(window, mates, card, before)
    expect(window.page.locator(".line")).to_be_empty()
    assert len({act["id"] for act in sent_acts(window)}) == 1
    window.forgive("ERR_CONNECTION_REFUSED")


class Tunnel:
    """Everything between a page and the server.

    `cut` swallows it without a word, as a dead network does; `slow` keeps what the page sends until `let_go()`.
    """

    def __init__(self, page: Page) -> None:
        self.cut = self.slow = False
        self.kept: list[tuple[WebSocketRoute, str | bytes]] = []
        self.sent: list[str] = []
        page.route_web_socket("**/ws/t/**", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """Take a new connection; in a tunnel it opens and stays silent."""
        if self.cut:
            socket.on_message(lambda text: self.sent.append(str(text)))
            return
        server = socket.connect_to_server()

        def up(text: str | bytes) -> None:
            self.sent.append(str(text))
            if self.slow:
                self.kept.append((server, text))
            elif not self.cut:
                server.send(text)

        socket.on_message(up)
        server.on_message(lambda text: None if self.cut else socket.send(text))

    def let_go(self) -> None:
        """Send on what was kept."""
        self.slow = False
        for server, text in self.kept:
            server.send(text)


@pytest.mark.slow
def test_a_minute_without_a_line(ann: Ann, platform: Platform, mates: list[Mate]) -> None:
    window = ann()
    page = window.page
    tunnel = Tunnel(page)
    page.clock.install()
    at_my_play(window, platform, mates)
    before = mates[0].look()
    tunnel.cut = True
    card = click_first(page)
    for _ in range(60):
        page.clock.run_for(1000)
    expect(page.locator(".line")).to_contain_text("onnect")
    assert mates[0].look()["game"]["counts"] == before["game"]["counts"]
    # The card lies on the table already, marked as on its way; it is not offered again.
    assert card not in look(page)["hand"]
    tunnel.cut = False
    seconds = 0
    while mates[0].look()["game"]["counts"] == before["game"]["counts"]:
        page.clock.run_for(1000)
        seconds += 1
        # It gives a silent line up after 21 s, and waits 10 s at most before the next try.
        assert seconds < 35
    check_done_once(window, mates, card, before)
    acts = [frame for frame in map(json.loads, tunnel.sent) if frame["t"] == "act"]
    assert len(acts) > 1
    assert len({act["id"] for act in acts}) == 1
    expect(page.locator(".line")).to_be_empty()


@pytest.mark.slow
@pytest.mark.parametrize(
    "seconds", [1, pytest.param(60, marks=pytest.mark.long)], ids=["a second", "a minute"]
)
def test_a_network_that_goes_and_comes_back(
    ann: Ann, platform: Platform, mates: list[Mate], seconds: int
) -> None:
    window = ann()
    at_my_play(window, platform, mates)
    before = mates[0].look()
    window.context.set_offline(True)
    card = click_first(window.page)
    expect(window.page.locator(".line")).not_to_be_empty()
    window.page.wait_for_timeout(seconds * 1000)
    assert mates[0].look()["game"]["counts"] == before["game"]["counts"]
    window.context.set_offline(False)
    mates[0].until(lambda view: view["game"]["counts"][0] < before["game"]["counts"][0])
    check_done_once(window, mates, card, before)
    expect(window.page.locator(".line")).to_be_empty()
    assert len({act["id"] for act in sent_acts(window)}) == 1
    window.forgive("ERR_INTERNET_DISCONNECTED")


def test_two_tabs_show_the_same_and_act_as_one(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    window = ann()
    table = at_my_play(window, platform, mates)
    first, second = window.page, window.open_page()
    tunnel = Tunnel(second)
    second.goto(platform.url + path_of(table))
    look(second, mates[0].look()["v"])
    card = click_first(first)
    mates[0].until(lambda view: card not in view["game"]["hand"])
    shown = look(second, mates[0].view["v"])
    assert card not in shown["hand"]
    assert [0, card] in shown["trick"]
    # Now a card from each at the same moment: the one that comes first counts.
    view = played_until(mates[:4], lambda view: my_play(view) and card not in view["game"]["hand"])
    for page in (first, second):
        look(page, view["v"])
    tunnel.slow = True
    early, late = (action.removeprefix("play ") for action in view["game"]["legal"][:2])
    second.locator(f".own-card[data-card='{late}']").press("Enter")
    first.locator(f".own-card[data-card='{early}']").press("Enter")
    mates[0].until(lambda now: early not in now["game"]["hand"])
    tunnel.let_go()
    # The late card comes back to the hand, with a word about it.
    expect(second.locator(f".own-card[data-card='{late}']")).to_be_visible()
    expect(second.locator(".error-line")).not_to_be_empty()
    game = mates[0].look()["game"]
    shown_by = [look(page, mates[0].view["v"]) for page in (first, second)]
    for shown in shown_by:
        assert sorted(shown["hand"]) == sorted(game["hand"])
    assert late in game["hand"]
    for part in ("tallies", "scores", "turns", "backs"):
        assert shown_by[0][part] == shown_by[1][part]


# The first hand's result as often as five players may need for 500 points.
MANY_HANDS = """
from games.tables.models import Table
table = Table.objects.get(public_id="{table}")
(result,) = table.state["hand_results"]
table.state["hand_results"] = [[n, *result[1:]] for n in range(1, 41)]
table.version += 1
table.save(update_fields=["state", "version"])
"""


@pytest.mark.long
def test_a_game_of_many_hands_goes_on(ann: Ann, platform: Platform, mates: list[Mate]) -> None:
    window = ann()
    table = open_table(window.context, platform, "bicycle_5")
    seated(platform, table, mates)
    window.go(path_of(table))
    played_until(mates, lambda view: view["game"]["phase"] == "deal")
    for mate in mates:
        mate.look()
    platform.forward(HAND_PAUSE)
    view = mates[0].until(lambda own: own["game"]["phase"] == "bid")
    platform.manage("shell", "--no-imports", stdin=MANY_HANDS.format(table=table))
    for mate in mates:
        mate.until(lambda own: own["v"] > view["v"])
    view = played_until(mates, my_play)
    look(window.page, view["v"])
    told = json.loads(window.frames[-1])
    assert told["v"] == view["v"]
    assert len(told["game"]["scores"]) == 40
    assert len(window.frames[-1]) > MAX_FRAME_BYTES


@pytest.mark.long
def test_a_frame_that_no_page_would_send_ends_the_line(
    ann: Ann, platform: Platform, mates: list[Mate]
) -> None:
    table = open_table(ann().context, platform, "rubl_two_player")
    mates[0].come(table)
    with pytest.raises(ConnectionClosed):
        mates[0].ask({"t": "sit", "hash": "x" * MAX_FRAME_BYTES})
    assert mates[0].errors == []
    mates[0].come(table)
    with pytest.raises(AssertionError, match="too_large"):
        mates[0].ask({"t": "sit", "hash": "x" * (MAX_FRAME_BYTES - 100)})
