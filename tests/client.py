"""A client that knows docs/protocol.md and nothing else of the platform.

`Visitor` becomes a guest and opens tables over HTTP; `Player` sits at a socket and plays whatever the picture says is
legal. Used by the benchmarks and by the tests that play over real sockets.
"""

import asyncio
import http.cookiejar
import json
import random
import re
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


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

    def post(self, path: str, fields: dict[str, str]) -> str:
        """Send a form; returns the address that it led to."""
        if "csrftoken" not in self._cookies():
            self.get("/account/login/")
        data = urllib.parse.urlencode(
            {**fields, "csrfmiddlewaretoken": self._cookies()["csrftoken"]}
        )
        request = urllib.request.Request(
            self.url + path, data.encode(), {"Referer": self.url + path}
        )
        with self._opener.open(request) as answer:
            return str(answer.geturl())

    def become_guest(self) -> None:
        """Sign in as a new guest."""
        self.post("/account/guest/", {"next": "/account/login/"})

    def headers(self) -> dict[str, str]:
        """Return what a socket's handshake must carry."""
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


@dataclass
class Player:
    """One socket at one table, showing the newest picture it has."""

    site: str
    table: str
    headers: dict[str, str]
    choose: Choice = field(default_factory=lambda: lambda view: random.choice(view["legal"]))
    salt: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    received: list[str] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)
    acked: dict[str, float] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    sent: dict[str, float] = field(default_factory=dict)
    keep_frames: bool = False
    _socket: ClientConnection | None = None
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _reader: asyncio.Task[None] | None = None

    async def open(self) -> "Player":
        """Connect and wait for the first picture."""
        self._socket = await connect(
            f"{self.site.replace('http', 'ws', 1)}/ws/t/{self.table}/",
            additional_headers=self.headers,
            origin=self.site,  # type: ignore[arg-type]
            compression=None,
            max_queue=None,
        )
        self._reader = asyncio.create_task(self._read())
        await self.send({"t": "hello", "seen": 0, "salt": self.salt})
        await self.until(lambda view: bool(view))
        return self

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()

    async def send(self, frame: dict[str, Any]) -> None:
        """Send one frame as JSON."""
        assert self._socket is not None
        await self._socket.send(json.dumps(frame))

    async def ask(self, kind: str, **fields: Any) -> str:
        """Send a request with an id of its own and wait until it is acknowledged or refused; returns the id."""
        request = str(uuid.uuid4())
        refusals = len(self.errors)
        self.sent[request] = time.perf_counter()
        await self.send({"t": kind, "id": request, **fields})
        await self.until(lambda _: request in self.acked or len(self.errors) > refusals)
        return request

    async def act(self, action: str) -> str:
        """Send an action against the picture in hand; if it's accepted, wait for the picture that shows it."""
        request = await self.ask("act", v=self.view["v"], a=action)
        shown = self.accepted.get(request, 0)
        await self.until(lambda view: view["v"] >= shown)
        return request

    async def until(self, test: Callable[[dict[str, Any]], bool], seconds: float = 30) -> None:
        """Wait until `test(view)` holds; raises TimeoutError."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: test(self.view))

    async def play_on(self, after: Callable[[], Awaitable[None]] | None = None) -> None:
        """Play whenever it is our turn, until the table is over."""
        while True:
            await self.until(
                lambda view: view["table"]["status"] != "playing" or self.is_our_turn(), 120
            )
            if self.view["table"]["status"] != "playing":
                return
            await self.act(self.choose(self.view["game"]))
            if after is not None:
                await after()

    def is_our_turn(self) -> bool:
        """Return whether the picture in hand waits for us."""
        game = self.view.get("game")
        return bool(game and game["legal"])

    async def _read(self) -> None:
        assert self._socket is not None
        async for text in self._socket:
            await self._take(str(text))

    async def _take(self, text: str) -> None:
        frame = json.loads(text)
        if self.keep_frames:
            self.received.append(text)
        async with self._changed:
            if frame["t"] == "view" and frame["v"] >= self.view.get("v", -1):
                self.view = frame
            elif frame["t"] == "ack":
                self.acked[frame["id"]] = time.perf_counter()
                self.accepted[frame["id"]] = frame["v"]
            elif frame["t"] == "error":
                self.errors.append(frame)
            self._changed.notify_all()
