"""The live table's socket (docs/protocol.md). It parses, calls and sends; it decides nothing."""

import json
import logging
import time
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from games.fair_play.devices import device_of
from games.live import requests
from games.live.base import Socket
from games.live.frames import AckFrame, Frame, HelloFrame, id_of
from games.live.handlers import serve
from games.tables.chat.messages import CHAT
from games.tables.pictures.picture import frame as view_frame
from spades_site.accounts.tokens.scopes import PLAY
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.monitoring.metrics import ACKNOWLEDGE, RESYNCS
from spades_site.common.monitoring.safe_logging import trace_of
from spades_site.common.server import visitors

log = logging.getLogger("spades.live")

SIGN_OF_LIFE_SECONDS = 20.0


class TableConsumer(Socket):
    """One socket at one table. Everybody who may see it may watch; spectators see nothing hidden."""

    needs = PLAY
    life_at = 0.0
    is_match = False

    async def _join(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        async with self.sockets.joining.turn(self.who):
            found = await self._ask(requests.table_key, self.public_id, self.user)
        if found is None:
            await self.end_access()
            return
        self.table_id, self.kept, self.is_match = found
        await self._register()

    async def _after_leaving(self, was_last: bool) -> None:
        """Mark a player whose last socket has closed as away."""
        await super()._after_leaving(was_last)
        if was_last and self.user is not None:
            await self.sockets.signs.left(self.table_id, self.user)
            gone = partial(requests.gone, was_sent_away=self.was_sent_away)
            try:
                await self._ask(gone, self.table_id, self.user)
            except Exception as error:
                # The sweep will find the silent player.
                log.warning("a player's departure could not be recorded: %s", trace_of(error))
            await self._note_connection()

    async def _forward(self, message: dict[str, Any]) -> None:
        if not self.said_hello:
            return
        if message["type"] == CHAT:
            await self._forward_chat(message)
        elif message["v"] >= self.picture_version:
            await self._show(message)

    async def _handle(self, frame: Frame) -> None:
        """Carry out a frame. Even a refused frame shows that its sender is present."""
        try:
            await self._carry_out(frame)
        except Refused as refusal:
            await self._error(id_of(frame), refusal.code, str(refusal))
            if refusal.code == "stale":
                RESYNCS.labels("stale").inc()
                await self._send_present()
        self._note_life()

    async def _forward_chat(self, message: dict[str, Any]) -> None:
        user = self.user
        only_for = message.get("only_for")
        hidden = (
            (user is not None and user.pk in message["not_for"])
            or (only_for is not None and (user is None or user.pk not in only_for))
            or (message["members_only"] and (user is None or user.is_guest))
        )
        if not hidden:
            await self.send(message["frame"])

    async def _carry_out(self, frame: Frame) -> None:
        if frame.t == "ping":
            await self._pong()
        elif isinstance(frame, HelloFrame):
            await self._hello(frame)
        elif not self.said_hello:
            raise Refused("hello_first", _("Send a “hello” frame first to get the picture."))
        elif frame.t == "sync":
            RESYNCS.labels("asked").inc()
            await self._send_present()
        elif frame.t == "chats":
            await self._send_chats()
        else:
            begun = time.perf_counter()
            version = await self._ask(
                serve, self.table_id, self.user, frame, behind=not self.is_seated
            )
            ack: AckFrame = {"t": "ack", "id": id_of(frame), "v": version}
            await self.send(json.dumps(ack))
            ACKNOWLEDGE.observe(time.perf_counter() - begun)

    async def _hello(self, frame: HelloFrame) -> None:
        self.said_hello = True
        async with self.sockets.joining.turn(self.who):
            if self.user is not None:
                await self._ask(requests.arrived, self.table_id, self.user, frame.hash)
            await self._send_present()
            await self._send_chats()
        await self._note_connection()

    async def _note_connection(self) -> None:
        """Record from which device and network a player of a match is, or was until now, connected."""
        if self.user is None or not self.is_match or self.credentials is None:
            return
        if self.credentials.token is not None:
            return
        try:
            await self._ask(
                requests.note, self.table_id, self.user, device_of(self.scope), self.address
            )
        except Exception as error:
            # Never disturb the game for this.
            log.warning("a connection could not be noted: %s", trace_of(error))

    async def _send_chats(self) -> None:
        if not self.said_bye:
            await self.send(await self._ask(requests.recent_chat, self.table_id, self.user))

    def note_program(self) -> None:
        """Record, at intervals, that a token's program is present.

        Its open socket proves that: unlike a sleeping page, it answers the server's pings only while it runs.
        """
        if self.credentials is not None and self.credentials.token is not None:
            self._note_life()

    def _note_life(self) -> None:
        """Record, at intervals, that the player is present."""
        moment = time.monotonic()
        if self.user is not None and moment - self.life_at > SIGN_OF_LIFE_SECONDS:
            self.life_at = moment
            self.sockets.signs.note(self.table_id, self.user)

    async def _send_present(self) -> None:
        picture = None if self.is_seated else self.sockets.picture_at(self.public_id)
        if picture is None or (self.user and self.user.pk in picture["users"]):
            picture = await self._ask(requests.load_picture, self.table_id)
            if picture is not None:
                self.sockets.keep_picture(self.public_id, picture)
        if picture is None:
            await self.end_access()
        elif picture["v"] >= self.picture_version:
            await self._show(picture)

    async def _show(self, picture: dict[str, Any]) -> None:
        self.picture_version = picture["v"]
        pk, name = (None, "") if self.user is None else (self.user.pk, self.user.get_username())
        is_seated = pk is not None and pk in picture["users"]
        if picture.get("closed") and not is_seated:
            # Other tables still play these deals.
            await self.end_access()
            return
        self._note_seat(is_seated)
        await self.send(view_frame(picture, pk, name, now().isoformat()))

    def _note_seat(self, is_seated: bool) -> None:
        """Note whether the user has a seat here: then their moves go first, and their pages count for themselves."""
        session = None if self.credentials is None else self.credentials.session
        if is_seated and not self.is_seated and self.user is not None and session is not None:
            visitors.remember(session, self.user.pk)
        self.is_seated = is_seated
