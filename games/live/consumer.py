"""The socket of the live table (docs/protocol.md). It parses, calls, and sends; it decides nothing."""

import asyncio
import json
import logging
import time
from collections import Counter
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.live import requests
from games.live.frames import BadFrame, Frame, read_frame
from games.live.pace import Bucket
from games.tables import publish
from games.tables.picture import frame as view_frame
from spades_site.common.clock import now
from spades_site.common.errors import Refused

log = logging.getLogger("spades.live")

UNKNOWN_TABLE = 4404
FLOODING = 4429
BINARY = 4400
SIGN_OF_LIFE_SECONDS = 20.0

_lines: Counter[tuple[int, int]] = Counter()
"""This process's open sockets by table and user: the last one to close makes the player away."""


class TableConsumer(AsyncWebsocketConsumer):
    """One socket at one table."""

    table_id: int
    user: Any
    picture_version: int

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler directly. Channels' own way hops to a thread for every message, to close old connections."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        """Let everybody in who knows the address of a table: a watcher sees nothing hidden."""
        self.joined = False
        self.picture_version = -1
        self.said_hello = False
        self.life_at = 0.0
        self.bucket = Bucket(time.monotonic())
        publish.serve_from(asyncio.get_running_loop())
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        user = self.scope["user"]
        self.user = user if user.is_authenticated else None
        found = await database_sync_to_async(requests.load_picture)(self.public_id)
        await self.accept()
        if found is None:
            await self._bye(UNKNOWN_TABLE, "unknown_table", "There is no such table.")
            return
        self.table_id = found[0]
        self.group = publish.group_of(self.public_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        self.joined = True
        if self.user is not None:
            _lines[self.table_id, self.user.pk] += 1

    async def disconnect(self, code: int) -> None:
        """Leave the group; the last line of a player to close makes the player away."""
        if not self.joined:
            return
        await self.channel_layer.group_discard(self.group, self.channel_name)
        if self.user is None:
            return
        line = (self.table_id, self.user.pk)
        _lines[line] -= 1
        if _lines[line] <= 0:
            del _lines[line]
            await database_sync_to_async(requests.gone)(self.table_id, self.user)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take one frame."""
        if not self.joined:
            return
        if not self.bucket.take(time.monotonic()):
            await self._slow_down()
            return
        if text_data is None:
            await self._bye(BINARY, "binary", "This socket takes text frames only.")
            return
        try:
            frame = read_frame(text_data)
        except BadFrame as mistake:
            await self._error(mistake.id, mistake.code, mistake.sentence)
            return
        await self._take(frame)

    async def table_picture(self, message: dict[str, Any]) -> None:
        """Send on the viewer's own part of a picture, unless a newer one went before it."""
        if message["v"] < self.picture_version or not self.said_hello:
            return
        await self._show(message)

    async def _take(self, frame: Frame) -> None:
        if frame.kind == "ping":
            await self._pong()
        elif frame.kind == "sync":
            await self._send_present()
        elif frame.kind == "hello":
            await self._hello(frame)
        else:
            await self._serve(frame)

    async def _hello(self, frame: Frame) -> None:
        self.said_hello = True
        if self.user is not None:
            try:
                await database_sync_to_async(requests.arrived)(
                    self.table_id, self.user, frame.fields["salt"]
                )
            except Refused as refusal:
                await self._error("", refusal.code, str(refusal))
        await self._send_present()

    async def _serve(self, frame: Frame) -> None:
        try:
            version = await database_sync_to_async(requests.serve)(self.table_id, self.user, frame)
        except Refused as refusal:
            await self._error(frame.id, refusal.code, str(refusal))
            if refusal.code == "stale":
                await self._send_present()
        else:
            await self.send(json.dumps({"t": "ack", "id": frame.id, "v": version}))

    async def _pong(self) -> None:
        await self.send(json.dumps({"t": "pong", "v": max(self.picture_version, 0)}))
        moment = time.monotonic()
        if self.user is not None and moment - self.life_at > SIGN_OF_LIFE_SECONDS:
            self.life_at = moment
            await database_sync_to_async(requests.still_here)(self.table_id, self.user)

    async def _send_present(self) -> None:
        found = await database_sync_to_async(requests.load_picture)(self.public_id)
        if found is None:
            await self._bye(UNKNOWN_TABLE, "unknown_table", "There is no such table.")
        elif found[1]["v"] >= self.picture_version:
            await self._show(found[1])

    async def _show(self, picture: dict[str, Any]) -> None:
        self.picture_version = picture["v"]
        pk, name = (None, "") if self.user is None else (self.user.pk, self.user.get_username())
        await self.send(view_frame(picture, pk, name, now().isoformat()))

    async def _error(self, id_: str, code: str, sentence: str) -> None:
        frame = {"t": "error", "id": id_, "code": code, "message": sentence}
        await self.send(json.dumps({**frame, "v": max(self.picture_version, 0)}))

    async def _slow_down(self) -> None:
        if self.bucket.overflowing:
            await self._bye(FLOODING, "flooding", "Too many messages. Reload the page in a minute.")
        else:
            await self._error("", "too_fast", "Too many messages at once. Slow down.")

    async def _bye(self, close_code: int, code: str, sentence: str) -> None:
        await self.send(json.dumps({"t": "bye", "code": code, "message": sentence}))
        await self.close(close_code)
