"""A client that knows docs/protocol.md and nothing else of the platform.

`Visitor` becomes a guest and opens tables over HTTP; `Player` sits at a socket and plays whatever the picture says is
legal. Used by the benchmarks and by the tests that play over real sockets.
"""

import asyncio
import hashlib
import http.cookiejar
import json
import random
import re
import secrets
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

CSRF_COOKIES = {"csrftoken", "__Host-csrftoken"}
"""The second one with https."""


class Visitor:
    """Somebody with a cookie jar."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        """Return a page's text."""
        with self._opener.open(self.url + path) as answer:
            return str(answer.read().decode())

    def post(self, path: str, fields: dict[str, str], **headers: str) -> str:
        """Send a form, with further headers; returns the address that it led to."""
        if CSRF_COOKIES.isdisjoint(self._cookies()):
            self.get("/account/login/")
        (token,) = (value for name, value in self._cookies().items() if name in CSRF_COOKIES)
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token})
        request = urllib.request.Request(
            self.url + path, data.encode(), {"Referer": self.url + path, **headers}
        )
        with self._opener.open(request) as answer:
            return str(answer.geturl())

    def become_guest(self) -> None:
        """Sign in as a new guest."""
        self.post("/account/guest/", {"next": "/account/login/"})

    def headers(self) -> dict[str, str]:
        """Return the required headers of a socket's handshake."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies().items())}

    def _cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self.jar}


def table_id(address: str) -> str:
    """Return the table's public id from the address of its page."""
    found = re.search(r"/play/t/([^/]+)/", address)
    if found is None:
        raise ValueError(f"{address} is not the address of a table")
    return found[1]


Choice = Callable[[dict[str, Any]], str]
Check = Callable[[str, dict[str, Any]], list[str]]
AGAIN = {"too_fast", "try_again"}
"""Errors after which a request is sent once more, unchanged."""
PATIENCE = 90.0


@dataclass
class Player:
    """One socket at one table, showing the newest picture it has.

    With `stay` it connects again when the line breaks, and sends what wasn't answered again. `check(side, frame)`
    names what is wrong with a frame that was sent ("client") or received ("server"); `faults` collects it.
    """

    site: str
    table: str
    headers: dict[str, str]
    choose: Choice = field(default_factory=lambda: lambda view: random.choice(view["legal"]))
    salt: str = field(default_factory=lambda: secrets.token_hex(32))
    stay: bool = False
    check: Check | None = None
    view: dict[str, Any] = field(default_factory=dict)
    received: list[str] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    acked: dict[str, float] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    sent: dict[str, float] = field(default_factory=dict)
    unanswered: dict[str, dict[str, Any]] = field(default_factory=dict)
    acts: dict[str, str] = field(default_factory=dict)
    revealed: str = ""
    connections: int = 0
    keep_frames: bool = False
    _socket: ClientConnection | None = None
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _reader: asyncio.Task[None] | None = None
    _fresh: bool = False

    async def open(self) -> "Player":
        """Connect and wait for the first picture."""
        await self._connect()
        self._reader = asyncio.create_task(self._read())
        for _ in range(3):
            try:
                await self.until(lambda view: bool(view), 20)
                return self
            except TimeoutError:
                # A client that is unsure asks again (docs/protocol.md).
                await self.send({"t": "sync"})
        await self.until(lambda view: bool(view))
        return self

    @property
    def hash(self) -> str:
        """Return the hash of our salt, to which we commit."""
        return hashlib.sha256(bytes.fromhex(self.salt)).hexdigest()

    async def close(self) -> None:
        """Hang up for good."""
        self.stay = False
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()

    def drop(self) -> None:
        """Break the line without a word, as a dead network does."""
        assert self._socket is not None
        self._fresh = False
        self._socket.transport.abort()

    async def send(self, frame: dict[str, Any]) -> None:
        """Send one frame as JSON; on a broken line it's lost."""
        self._note("client", frame)
        try:
            if self._socket is not None:
                await self._socket.send(json.dumps(frame))
        except ConnectionClosed:
            if not self.stay:
                raise

    async def ask(self, kind: str, **fields: Any) -> str:
        """Send a request with an id of its own and wait until it is acknowledged or refused; returns the id."""
        request = str(uuid.uuid4())
        self.sent[request] = time.perf_counter()
        self.unanswered[request] = {"t": kind, "id": request, **fields}
        await self.send(self.unanswered[request])
        await self.until(lambda _: request in self.acked or request in self.refused, PATIENCE)
        return request

    async def act(self, action: str) -> str:
        """Send an action against the picture in hand; if it's accepted, wait for the picture that shows it."""
        request = await self.ask("act", v=self.view["v"], a=action)
        self.acts[request] = action
        shown = self.accepted.get(request, 0)
        await self.until(lambda view: view["v"] >= shown, PATIENCE)
        return request

    async def until(self, test: Callable[[dict[str, Any]], bool], seconds: float = 30) -> None:
        """Wait until `test(view)` holds; raises TimeoutError."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: test(self.view))

    async def back(self, seconds: float = 30) -> None:
        """Wait until a picture has come over the newest connection; raises TimeoutError."""
        await self.until(lambda _: self._fresh, seconds)

    async def play_on(self, after: Callable[[], Awaitable[None]] | None = None) -> None:
        """Play whenever it is our turn, until the table is over."""
        while True:
            await self.until(lambda _: self.is_over() or self.is_our_turn(), 120)
            if self.is_over():
                return
            await self.act(self.choose(self.view["game"]))
            if after is not None:
                await after()

    def is_over(self) -> bool:
        """Return whether the picture in hand shows the table's end; an open table is still to begin."""
        return self.view["table"]["status"] in ("finished", "abandoned")

    def is_our_turn(self) -> bool:
        """Return whether the picture in hand waits for us."""
        game = self.view.get("game")
        return bool(game and game["legal"])

    async def _connect(self) -> None:
        self._fresh = False
        self._socket = await connect(
            f"{self.site.replace('http', 'ws', 1)}/ws/t/{self.table}/",
            additional_headers=self.headers,
            origin=self.site,  # type: ignore[arg-type]
            compression=None,
            max_queue=None,
        )
        self.connections += 1
        await self.send({"t": "hello", "seen": self.view.get("v", 0), "hash": self.hash})
        for frame in [*self.unanswered.values()]:
            await self.send(frame)

    async def _read(self) -> None:
        while True:
            assert self._socket is not None
            try:
                async for text in self._socket:
                    await self._take(str(text))
            except ConnectionClosed:
                pass
            if not self.stay or 4400 <= (self._socket.close_code or 0) < 4500:
                return
            await self._connect_again()

    async def _connect_again(self) -> None:
        wait = 0.3
        while True:
            await asyncio.sleep(wait * random.uniform(0.7, 1.3))
            try:
                await self._connect()
                return
            except (OSError, WebSocketException, TimeoutError):
                wait = min(8.0, wait * 2)

    async def _take(self, text: str) -> None:
        frame = json.loads(text)
        if self.keep_frames:
            self.received.append(text)
        self._note("server", frame)
        async with self._changed:
            if frame["t"] == "view":
                self._fresh = True
                if frame["v"] >= self.view.get("v", -1):
                    self.view = frame
                    await self._reveal()
            elif frame["t"] == "ack":
                self.acked.setdefault(frame["id"], time.perf_counter())
                self.accepted[frame["id"]] = frame["v"]
                self.unanswered.pop(frame["id"], None)
            elif frame["t"] == "error":
                self._take_error(frame)
            self._changed.notify_all()

    async def _reveal(self) -> None:
        """Give our salt once the list of hashes is frozen and ours is in it."""
        seat, salts = self.view["you"]["seat"], self.view["table"]["salts"]
        asked = seat is not None and salts is not None and salts["given"] is None
        if asked and salts["hashes"][seat] == self.hash and not self.revealed:
            self.revealed = str(uuid.uuid4())
            self.unanswered[self.revealed] = {"t": "reveal", "id": self.revealed, "salt": self.salt}
            await self.send(self.unanswered[self.revealed])

    def _take_error(self, frame: dict[str, Any]) -> None:
        if frame["code"] in AGAIN:
            later = asyncio.get_running_loop().create_task(self._send_again())
            later.add_done_callback(lambda _: None)
            return
        self.errors.append(frame)
        self.refused[frame["id"]] = frame["code"]
        self.unanswered.pop(frame["id"], None)

    async def _send_again(self) -> None:
        await asyncio.sleep(1.5)
        for frame in [*self.unanswered.values()]:
            await self.send(frame)

    def _note(self, side: str, frame: dict[str, Any]) -> None:
        if self.check is not None:
            self.faults += self.check(side, frame)
