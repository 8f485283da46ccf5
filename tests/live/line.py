"""One socket over Channels' own test client, its frames parsed and held against the protocol's schema."""

import json
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from games.live.routing import websocket_urlpatterns
from games.tables.models import Table
from tests.support import protocol

App = URLRouter(websocket_urlpatterns)
SECONDS = 5


class Line:
    """One socket of one person (None: nobody signed in) at one table."""

    def __init__(self, table: Table | str, user: Any, *, session: Any = None) -> None:
        public_id = table if isinstance(table, str) else table.public_id
        self.socket = WebsocketCommunicator(App, f"/ws/t/{public_id}/")
        self.socket.scope["user"] = user or AnonymousUser()
        if session is not None:
            self.socket.scope["session"] = session
        self.texts: list[str] = []

    async def open(self, hash: str = "") -> dict[str, Any]:
        """Connect and say hello; returns the first picture."""
        connected, _ = await self.socket.connect(timeout=SECONDS)
        assert connected
        await self.send({"t": "hello", "seen": 0, "hash": hash})
        return await self.until("view")

    async def close(self) -> None:
        """Hang up."""
        await self.socket.disconnect()

    async def send(self, frame: dict[str, Any] | str) -> None:
        """Send a frame."""
        text = frame if isinstance(frame, str) else json.dumps(frame)
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, Any]:
        """Return the next frame."""
        text = await self.socket.receive_from(timeout=SECONDS)
        self.texts.append(text)
        frame = dict(json.loads(text))
        protocol.check(frame)
        return frame

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next frame of one of these kinds."""
        while True:
            frame = await self.receive()
            if frame["t"] in kinds:
                return frame

    async def ask(self, frame: dict[str, Any] | str) -> dict[str, Any]:
        """Send a frame; returns its ack or error, or the goodbye."""
        await self.send(frame)
        return await self.until("ack", "error", "bye")

    async def closed(self) -> int:
        """Wait for the end of the socket; returns its close code."""
        while True:
            output = await self.socket.receive_output(timeout=SECONDS)
            if output["type"] == "websocket.close":
                return int(output["code"])
            self.texts.append(output["text"])
