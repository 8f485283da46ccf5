"""The socket of the live table (docs/protocol.md). It parses, calls, and sends; it decides nothing."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.utils import await_many_dispatch
from django.utils import translation
from django.utils.translation import gettext as _

from games.live import requests
from games.live.frames import BadFrame, Frame, read_frame
from games.live.lines import Lines, lines_here
from games.live.pace import Bucket
from games.tables import publish
from games.tables.picture import frame as view_frame
from spades_site.accounts.languages import language_of_socket
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.mishaps import trace_of

log = logging.getLogger("spades.live")

# Close codes. 4400 to 4499 are final: connecting again would change nothing.
BINARY = 4400
UNKNOWN_TABLE = 4404
FLOODING = 4429
TOO_MANY = 4430
SIGNED_OUT = 4501
TRY_AGAIN = 4503

SIGN_OF_LIFE_SECONDS = 20.0
LAYER_SECONDS = 3.0
"""How long the channel layer may take before the socket goes on without it; the rounds bring the news then."""


class TableConsumer(AsyncWebsocketConsumer):
    """One socket at one table."""

    table_id: int
    user: Any
    lines: Lines

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[..., Awaitable[Any]]
    ) -> None:
        """Serve one socket: as Channels does it, but also while the channel layer is away."""
        self.scope = scope
        self.base_send = send
        self.channel_layer = get_channel_layer(self.channel_layer_alias)
        sources = [receive]
        try:
            self.channel_name = await asyncio.wait_for(
                self.channel_layer.new_channel(), LAYER_SECONDS
            )
        except Exception as error:
            self.channel_name = ""
            log.warning("a socket has no channel: %s", type(error).__name__)
        else:
            sources.append(partial(self.channel_layer.receive, self.channel_name))
        with suppress(StopConsumer):
            await await_many_dispatch(sources, self.dispatch)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler directly. Channels' own way hops to a thread for every message, to close old connections."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        """Let everybody in who knows the address of a table: a watcher sees nothing hidden."""
        self.joined = self.in_group = self.said_hello = self.said_bye = False
        self.picture_version = -1
        self.life_at = 0.0
        self.bucket = Bucket(time.monotonic())
        self.lines = lines_here()
        publish.serve_from(asyncio.get_running_loop())
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.group = publish.group_of(self.public_id)
        self.address = (self.scope.get("client") or ("",))[0]
        user = self.scope["user"]
        # Channels hands the user over in a lazy object, whose every attribute costs a call.
        self.user = getattr(user, "_wrapped", user) if user.is_authenticated else None
        # Sentences are for this socket's reader; every hop to a thread takes the language along.
        translation.activate(language_of_socket(self.scope))
        self.credentials = (
            None
            if self.user is None
            else requests.credentials_of(self.user, self.scope.get("session"))
        )
        await self.accept()
        refusal = self.lines.refuses(self.address, self.user)
        if refusal == "too_many":
            await self._bye(
                TOO_MANY, refusal, _("You have too many tables open. Close some of them first.")
            )
        elif refusal:
            await self._bye(TRY_AGAIN, refusal, _("Too many connections from your network."))
        else:
            await self._join()

    async def disconnect(self, code: int) -> None:
        """Leave the group; the last line of a player to close makes the player away."""
        if not self.joined:
            return
        self.joined = False
        last = self.lines.remove(self)
        try:
            if self.in_group:
                leave = self.channel_layer.group_discard(self.group, self.channel_name)
                await asyncio.wait_for(leave, LAYER_SECONDS)
        except Exception as error:
            log.warning("a socket could not leave its group: %s", type(error).__name__)
        if last:
            try:
                await _in_database(requests.gone, self.table_id, self.user)
            except Exception as error:
                # Whoever is silent for long is found by the sweep.
                log.warning("a player's leaving was not noted: %s", trace_of(error))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take one frame; what was still under way when we said goodbye is dropped."""
        if not self.joined or self.said_bye:
            return
        if not self.bucket.take(time.monotonic()):
            await self._slow_down()
        elif text_data is None:
            await self._bye(BINARY, "binary", _("This socket takes text frames only."))
        elif not self.lines.user_may_send(self.user):
            self.bucket.refused += 1
            await self._slow_down()
        else:
            await self._read(text_data)

    async def table_picture(self, message: dict[str, Any]) -> None:
        """Send on the viewer's own part of a picture, unless a newer one went before it."""
        if self.said_hello and not self.said_bye and message["v"] >= self.picture_version:
            await self._show(message)

    async def table_chat(self, message: dict[str, Any]) -> None:
        """Send a chat message on, unless it isn't for this viewer."""
        user = self.user
        hidden = (user is not None and user.pk in message["not_for"]) or (
            message["members_only"] and (user is None or user.is_guest)
        )
        if self.said_hello and not self.said_bye and not hidden:
            await self.send(message["frame"])

    # What the rounds over all sockets call (lines.py)

    async def sign_out(self) -> None:
        """Close: the session behind the socket is over. Who connects again is whoever they are then."""
        sentence = _("You were signed out, or your password was changed.")
        await self._bye(SIGNED_OUT, "signed_out", sentence)

    async def show_if_newer(self, picture: dict[str, Any]) -> None:
        """Send the viewer's part of a picture that didn't come by the channel layer."""
        if self.joined and not self.said_bye and picture["v"] > self.picture_version:
            await self._show(picture)

    async def join_group(self) -> None:
        """Subscribe to the table's news, unless that's done or there is nothing to hear it with."""
        if self.in_group or not self.channel_name or not self.joined:
            return
        try:
            join = self.channel_layer.group_add(self.group, self.channel_name)
            await asyncio.wait_for(join, LAYER_SECONDS)
            self.in_group = True
        except Exception as error:
            log.warning("a socket could not join its group: %s", type(error).__name__)

    # Inside

    async def _join(self) -> None:
        try:
            found = await _in_database(requests.table_key, self.public_id)
        except Exception as error:
            log.warning("a socket could not be opened: %s", trace_of(error))
            await self._bye(TRY_AGAIN, "try_again", _try_again())
            return
        if found is None:
            await self._bye(UNKNOWN_TABLE, "unknown_table", _("There is no such table."))
            return
        self.table_id = found
        self.joined = True
        self.lines.add(self)
        await self.join_group()

    async def _read(self, text: str) -> None:
        try:
            frame = read_frame(text)
        except BadFrame as mistake:
            await self._error(mistake.id, mistake.code, mistake.sentence)
            return
        try:
            try:
                await self._take(frame)
            except Refused as refusal:
                await self._error(frame.id, refusal.code, str(refusal))
                if refusal.code == "stale":
                    await self._send_present()
            await self._note_life()
        except StopConsumer:
            raise
        except Exception as error:
            log.error("a “%s” frame failed: %s", frame.kind, trace_of(error))
            await self._error(frame.id, "try_again", _try_again())

    async def _take(self, frame: Frame) -> None:
        if frame.kind == "ping":
            await self._pong()
        elif frame.kind == "hello":
            await self._hello(frame)
        elif not self.said_hello:
            raise Refused("hello_first", _("Say hello first: then the picture comes."))
        elif frame.kind == "sync":
            await self._send_present()
        elif frame.kind == "chats":
            await self._send_chats()
        else:
            version = await _in_database(requests.serve, self.table_id, self.user, frame)
            await self.send(json.dumps({"t": "ack", "id": frame.id, "v": version}))

    async def _hello(self, frame: Frame) -> None:
        self.said_hello = True
        if self.user is not None:
            try:
                salt = frame.fields["salt"]
                await _in_database(requests.arrived, self.table_id, self.user, salt)
            except Refused as refusal:
                await self._error("", refusal.code, str(refusal))
        await self._send_present()
        await self._send_chats()

    async def _send_chats(self) -> None:
        if not self.said_bye:
            await self.send(await _in_database(requests.recent_chat, self.table_id, self.user))

    async def _pong(self) -> None:
        await self.send(json.dumps({"t": "pong", "v": max(self.picture_version, 0)}))

    async def _note_life(self) -> None:
        """Note now and then that the player is there, whatever it is that they send."""
        moment = time.monotonic()
        if self.user is not None and moment - self.life_at > SIGN_OF_LIFE_SECONDS:
            self.life_at = moment
            await _in_database(requests.still_here, self.table_id, self.user)

    async def _send_present(self) -> None:
        found = await _in_database(requests.load_picture, self.public_id)
        if found is None:
            await self._bye(UNKNOWN_TABLE, "unknown_table", _("There is no such table."))
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
            sentence = _("Too many messages. Reload the page in a minute.")
            await self._bye(FLOODING, "flooding", sentence)
        else:
            await self._error("", "too_fast", _("Too many messages at once. Slow down."))

    async def _bye(self, close_code: int, code: str, sentence: str) -> None:
        if self.said_bye:
            return
        self.said_bye = True
        await self.send(json.dumps({"t": "bye", "code": code, "message": sentence}))
        await self.close(close_code)


def _call(call: Callable[..., Any], *given: Any) -> Any:
    return call(*given)


_in_database: Any = database_sync_to_async(_call)
"""Call what asks the database in a thread. Made once: to make it takes as long as to go to the thread."""


def _try_again() -> str:
    return _("Something went wrong on our side. Wait a moment and try again.")
