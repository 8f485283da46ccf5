"""Tables for the browser tests: members with a session, tables with any house rule, and players without a browser."""

import json
import random
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import BrowserContext
from websockets.sync.client import ClientConnection, connect

from games import bots
from games.engine import preset
from tests.program import Platform
from tests.support.client import table_id

DAY = 24 * 3600
SIGN_IN = """
from django.contrib.auth import get_user_model
from django.test import Client
for name in {names!r}:
    user = get_user_model().objects.create_user(username=name, email=name + "@example.org")
    client = Client()
    client.force_login(user)
    print("session", name, client.cookies["sessionid"].value)
"""
Choice = Callable[[dict[str, Any]], str]
Test = Callable[[dict[str, Any]], bool]


def members(site: Platform, names: Sequence[str]) -> dict[str, str]:
    """Make members and sign them in; returns each one's session cookie by name."""
    told = site.manage("shell", "--no-imports", stdin=SIGN_IN.format(names=list(names)))
    rows = [line.split() for line in told.splitlines() if line.startswith("session ")]
    return {name: session for _, name, session in rows}


def signed_in(context: BrowserContext, site: Platform, session: str) -> None:
    """Give a browser the session of a member."""
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])


def open_table(
    browser: BrowserContext,
    site: Platform,
    key: str,
    *,
    clock: tuple[int, int] = (DAY, 0),
    rated: bool = False,
    **house: Any,
) -> str:
    """Open a table with the browser's session, as the form would; returns its public id. The opener has seat 0.

    `clock` is the time for a turn and the bank, in seconds; `house` are house rules.
    """
    rules = preset(key, **house)
    fields: dict[str, Any] = {"rated": "on"} if rated else {}
    fields |= {"preset": key, "filled_from": key, "visibility": "link"}
    fields |= {"pace": "own", "turn_seconds": clock[0], "bank_seconds": clock[1]}
    for name, value in rules.to_dict().items():
        if isinstance(value, bool):
            fields |= {name: "on"} if value else {}
        elif name != "preset" and value is not None:
            fields[name] = " ".join(value) if isinstance(value, list) else value
    form = site.url + "/play/open/"
    if "csrftoken" not in _cookies(browser):
        browser.request.get(form)
    fields["csrfmiddlewaretoken"] = _cookies(browser)["csrftoken"]
    sent = {name: str(value) for name, value in fields.items()}
    return table_id(browser.request.post(form, form=sent, headers={"Referer": form}).url)


def _cookies(browser: BrowserContext) -> dict[str, str]:
    return {cookie["name"]: cookie["value"] for cookie in browser.cookies()}


def path_of(table: str) -> str:
    """Return the path of a table's page."""
    return f"/play/t/{table}/"


class Mate:
    """A player at a table who uses the protocol alone (docs/protocol.md), and acts when the test says so."""

    def __init__(
        self, site: Platform, session: str, choose: Choice | None = None, *, seed: int = 0
    ) -> None:
        self.site = site
        self.session = session
        dice = random.Random(seed)
        self.choose = choose or (lambda view: bots.choose(view, preset(view["preset"]), dice))
        self.view: dict[str, Any] = {}
        self.acked: dict[str, int] = {}
        self.errors: list[dict[str, Any]] = []
        self._lines = ExitStack()
        self._socket: ClientConnection | None = None

    def come(self, table: str) -> "Mate":
        """Connect to a table and wait for its picture."""
        self.leave()
        self.view = {}
        line = connect(
            f"{self.site.socket_url}/ws/t/{table}/",
            additional_headers={"Cookie": f"sessionid={self.session}"},
            origin=self.site.url,  # type: ignore[arg-type]
            compression=None,
        )
        self._socket = self._lines.enter_context(line)
        self._send({"t": "hello", "seen": 0, "hash": ""})
        self.until(lambda view: bool(view))
        return self

    def leave(self) -> None:
        """Hang up."""
        self._lines.close()
        self._socket = None

    def give_up(self) -> None:
        """Give the seat up, if there is one, and hang up: nobody may sit at many tables."""
        if self._socket is not None:
            self._send({"t": "leave", "id": str(uuid.uuid4())})
            self.look()
        self.leave()

    def sit(self, seat: int) -> None:
        """Take a free seat."""
        self.ask({"t": "sit", "seat": seat, "hash": ""})

    def act(self, action: str = "") -> None:
        """Send an action, or what the mate chooses, and wait until the own picture shows it."""
        chosen = action or self.choose(self.view["game"])
        self.ask({"t": "act", "v": self.view["v"], "a": chosen})

    @property
    def legal(self) -> list[str]:
        """What the mate may do now, by the newest picture."""
        return list((self.view.get("game") or {}).get("legal", []))

    def until(self, test: Callable[[dict[str, Any]], bool], seconds: float = 20) -> dict[str, Any]:
        """Take frames in until a picture passes the test, and return it; raises TimeoutError."""
        end = time.monotonic() + seconds
        while not test(self.view):
            self._take(end - time.monotonic())
        return self.view

    def look(self) -> dict[str, Any]:
        """Request and return the table's current picture."""
        self._send({"t": "ping"})
        assert self._socket is not None
        while self._take(20) != "pong":
            pass
        return self.view

    def ask(self, frame: dict[str, Any]) -> None:
        """Send a request, without its id, and wait until it is done and the own picture shows it."""
        request = str(uuid.uuid4())
        refused = len(self.errors)
        self._send({**frame, "id": request})
        end = time.monotonic() + 20
        while request not in self.acked or self.view["v"] < self.acked[request]:
            self._take(end - time.monotonic())
            assert len(self.errors) == refused, self.errors[-1]

    def _send(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(frame))

    def _take(self, seconds: float) -> str:
        assert self._socket is not None
        frame = json.loads(self._socket.recv(max(seconds, 0)))
        if frame["t"] == "view" and frame["v"] >= self.view.get("v", 0):
            self.view = frame
        elif frame["t"] == "ack":
            self.acked[frame["id"]] = frame["v"]
        elif frame["t"] == "error":
            self.errors.append(frame)
        return str(frame["t"])


def seated(site: Platform, table: str, mates: Sequence[Mate]) -> None:
    """Let all come to the table and sit down, the first on the seat that it has already; the game begins."""
    for seat, mate in enumerate(mates):
        mate.come(table)
        if seat:
            mate.sit(seat)
    for mate in mates:
        mate.until(lambda view: view["game"] is not None)


def played_until(mates: Sequence[Mate], test: Test) -> dict[str, Any]:
    """Let the mates play until the first one's picture passes the test; returns that picture."""

    def asks(view: dict[str, Any]) -> bool:
        return test(view) or bool(view["game"]["to_act"])

    mates[0].look()
    view = mates[0].until(asks)
    while not test(view):
        mate = mates[view["game"]["to_act"][0]]
        mate.until(lambda own, least=view["v"]: own["v"] >= least)
        mate.act()
        view = mates[0].until(lambda own, least=mate.view["v"]: own["v"] >= least and asks(own))
    return view


def my_play(view: dict[str, Any]) -> bool:
    """Return whether the first mate is to play a card and has a choice."""
    game = view["game"]
    return game["phase"] == "play" and 0 in game["to_act"] and len(game["legal"]) > 1
