"""The base class of all sockets: admission, rate limits and closing."""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, ClassVar

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from games.live import requests
from games.live.frames import (
    BadFrame,
    ByeFrame,
    ErrorFrame,
    Frame,
    PongFrame,
    id_of,
    read_frame,
)
from games.live.middleware import why_token_denied
from games.live.pace import Bucket
from games.live.sockets import LiveSockets, sockets_here
from games.live.threads import in_database
from games.tables.pictures import broadcast
from spades_site.accounts.languages import language_of_socket
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.monitoring.safe_logging import trace_of
from spades_site.common.server import room, visitors
from spades_site.common.server.address import address_of, network_of

log = logging.getLogger("spades.live")
security_log = logging.getLogger("spades.security")

# Close codes. 4400 to 4499 are final: reconnecting would change nothing.
BINARY = 4400
UNKNOWN_TOKEN = 4401
MISSING_SCOPE = 4403
UNKNOWN_TABLE = 4404
REPLACED = 4409
FLOODING = 4429
TOO_MANY = 4430
SIGNED_OUT = 4501
TRY_AGAIN = 4503

CLOSING = {
    "unknown_token": UNKNOWN_TOKEN,
    "token_expired": UNKNOWN_TOKEN,
    "missing_scope": MISSING_SCOPE,
}
"""The close codes of tokens that aren't accepted."""
REFUSALS = frozenset((*CLOSING.values(), UNKNOWN_TABLE, FLOODING, TOO_MANY))
"""The close codes that go into the security log."""


class PeerGone(StopConsumer):
    """A message could not be sent: the peer has closed the socket, but the server hasn't been notified yet."""


class Socket(AsyncWebsocketConsumer):
    """A socket. Subclasses define how it joins, and how it handles frames and news."""

    needs: ClassVar[str]
    """The scope that a token must have to open it."""
    table_id: int
    public_id: str = ""
    user: User | None
    sockets: LiveSockets
    busy: bool
    is_seated = False
    was_sent_away: bool
    """Whether this process closed it so that it connects to another one."""
    kept: bool

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[..., Awaitable[Any]]
    ) -> None:
        """Serve one socket. Channels would give each socket its own channel; here one channel serves all (news.py).

        Whether the socket ends by a message, by an exception or because it was cancelled, it is always
        deregistered.
        """
        self.scope = scope
        self._send_to_peer = send
        self.base_send = self._send_or_stop
        self.joined = self.said_hello = self.said_bye = self.busy = self.was_sent_away = False
        self.sockets = sockets_here()
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            # Waiting is left to a separate task, because a cancelled socket can't wait.
            leaving = self._leave()
        if leaving is not None:
            await asyncio.wait([leaving])

    async def _send_or_stop(self, message: dict[str, Any]) -> None:
        try:
            await self._send_to_peer(message)
        except Exception as error:
            # Not an error, so it isn't logged: a peer may close the socket while the server sends.
            raise PeerGone from error

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler directly. Channels would hop to a thread for every message to close old connections."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for message type {message['type']}")
        self.busy = True
        try:
            await handler(message)
            await self._forward_heard()
        finally:
            self.busy = False

    async def send(self, text: str) -> None:  # type: ignore[override]
        """Send a text frame directly to the server, because a socket sends several times per move."""
        await self.base_send({"type": "websocket.send", "text": text})

    async def connect(self) -> None:
        """Accept the handshake and join, or close the socket with the reason why not."""
        self.picture_version = -1
        self.bucket = Bucket(time.monotonic())
        self.heard: deque[dict[str, Any]] = deque()
        broadcast.serve_from(asyncio.get_running_loop())
        self.address = network_of(address_of(self.scope))
        user = self.scope["user"]
        # Channels passes the user as a lazy object whose every attribute access costs a call.
        self.user = getattr(user, "_wrapped", user) if user.is_authenticated else None
        # Sentences are in this socket's language, in whichever task or thread they are written.
        self.language = language_of_socket(self.scope)
        translation.activate(self.language)
        self.context = copy_context()
        self.credentials = (
            None if self.user is None else requests.credentials_of(self.scope, self.user)
        )
        # Counted immediately, so that only the first few of many simultaneous handshakes are admitted.
        refusal = self.sockets.admit(self)
        await self.accept()
        if denied := why_token_denied(self.scope, self.needs):
            await self._bye(CLOSING[denied.code], denied.code, str(denied))
        elif refusal == "too_many":
            await self._bye(
                TOO_MANY, refusal, _("You have too many tables open. Close some of them first.")
            )
        elif refusal:
            await self._bye(TRY_AGAIN, refusal, _("Too many connections from your network."))
        else:
            await self._open()

    async def _open(self) -> None:
        try:
            await self._join()
        except StopConsumer:
            raise
        except Exception as error:
            log.warning("a socket could not be opened: %s", trace_of(error))
            await self._bye(TRY_AGAIN, "try_again", _try_again(error))

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """End the loop, which deregisters the socket. Channels would hop to a thread to close old connections."""
        raise StopConsumer

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one frame; frames that arrive after we closed the socket are dropped."""
        if not self.joined or self.said_bye:
            return
        if not self.bucket.take(time.monotonic()):
            await self._slow_down()
        elif text_data is None:
            await self._bye(BINARY, "binary", _("This socket takes text frames only."))
        elif not self.sockets.may_send(self):
            self.bucket.refused += 1
            await self._slow_down()
        else:
            await self._read(text_data)

    # Called for all sockets of the loop (sockets.py)

    def hear(self, message: dict[str, Any]) -> None:
        """Forward a table's news: at once, or after the answer to the frame being served."""
        self.heard.append(message)
        if not self.busy:
            # Eager: if sending doesn't have to wait, nothing is scheduled.
            self.sending = asyncio.Task(
                self._forward_in_task(),
                loop=asyncio.get_running_loop(),
                context=self.context,
                eager_start=True,
            )

    async def sign_out(self) -> None:
        """Close because the session behind the socket has ended. A new connection is authenticated again."""
        with translation.override(self.language):
            sentence = _("You were signed out, or your password was changed.")
        with suppress(PeerGone):
            await self._bye(SIGNED_OUT, "signed_out", sentence)

    async def end_access(self) -> None:
        """Close because the viewer can't see the table (any more), whether it is gone or private."""
        with translation.override(self.language):
            sentence = _("There is no such table.")
        with suppress(PeerGone):
            await self._bye(UNKNOWN_TABLE, "unknown_table", sentence)

    def note_program(self) -> None:
        """Do nothing: programs are only present at tables."""

    async def close_for_restart(self) -> None:
        """Close because this process stops. A new connection reaches another one, or this one restarted."""
        self.was_sent_away = True
        with translation.override(self.language):
            sentence = _(
                "The server restarts. The table is back in a moment, and your time doesn’t suffer."
            )
        with suppress(PeerGone):
            await self._bye(TRY_AGAIN, "restarting", sentence)

    async def close_for_move(self) -> None:
        """Close because another process serves the table. A new connection reaches that one."""
        self.was_sent_away = True
        with translation.override(self.language):
            sentence = _("Another server takes over this table. It is back in a moment.")
        with suppress(PeerGone):
            await self._bye(TRY_AGAIN, "moved", sentence)

    def hear_if_newer(self, picture: dict[str, Any]) -> None:
        """Handle a picture that didn't arrive through the channel layer, unless a newer one did."""
        if self.joined and picture["v"] > self.picture_version:
            self.hear(picture)

    # For subclasses

    async def _join(self) -> None:
        """Register the socket, or close it."""
        raise NotImplementedError

    async def _handle(self, frame: Frame) -> None:
        """Carry out a frame. Raises Refused."""
        raise NotImplementedError

    async def _forward(self, message: dict[str, Any]) -> None:
        """Send this viewer's part of a message of the news."""
        raise NotImplementedError

    async def _after_leaving(self, was_last: bool) -> None:
        """Do the slow part of leaving; stop the news after the loop's last socket.

        `was_last`: the user has no other socket at the table in this process.
        """
        if not self.sockets.all:
            await self.sockets.news.synchronized()

    # Internals

    @property
    def counts_alone(self) -> bool:
        """Whether it counts for its user: a member, or a guest with a seat at the table."""
        return self.user is not None and (not self.user.is_guest or self.is_seated)

    @property
    def who(self) -> str:
        """For whom it counts."""
        if self.user is None or not self.counts_alone:
            return self.address
        return visitors.of_user(self.user.pk)

    async def _ask[T](self, call: Callable[..., T], *given: Any, behind: bool = True) -> T:
        return await in_database(self.language, call, *given, table=self.public_id, behind=behind)

    async def _register(self) -> None:
        """Register as one of the loop's sockets, and subscribe to the news."""
        self.joined = True
        self.sockets.add(self)
        await self.sockets.news.synchronized()

    def _leave(self) -> asyncio.Task[None] | None:
        """Deregister the socket. Returns the task that does the slow part, or None if there is none."""
        was_here, self.joined = self.joined, False
        was_last = self.sockets.remove(self)
        return self.sockets.behind(self._after_leaving(was_last)) if was_here else None

    async def _read(self, text: str) -> None:
        try:
            frame = read_frame(text)
        except BadFrame as mistake:
            await self._error(mistake.id, mistake.code, mistake.sentence)
            return
        try:
            try:
                await self._handle(frame)
            except Refused as refusal:
                await self._error(id_of(frame), refusal.code, str(refusal))
            except BadFrame as mistake:
                await self._error(id_of(frame), mistake.code, mistake.sentence)
        except StopConsumer:
            raise
        except Exception as error:
            log.error("a “%s” frame failed: %s", frame.t, trace_of(error))
            await self._error(id_of(frame), "try_again", _try_again(error))

    async def _forward_in_task(self) -> None:
        self.busy = True
        try:
            await self._forward_heard()
        except PeerGone:
            # The end of the socket itself arrives as a separate message.
            self.heard.clear()
        except Exception as error:
            log.error("news could not be forwarded: %s", trace_of(error))
        finally:
            self.busy = False

    async def _forward_heard(self) -> None:
        while self.heard:
            message = self.heard.popleft()
            if not self.said_bye:
                await self._forward(message)

    async def _pong(self) -> None:
        pong: PongFrame = {"t": "pong", "v": max(self.picture_version, 0)}
        await self.send(json.dumps(pong))

    async def _error(self, id_: str, code: str, sentence: str) -> None:
        version = max(self.picture_version, 0)
        error: ErrorFrame = {
            "t": "error", "id": id_, "code": code, "message": sentence, "v": version
        }  # fmt: skip
        await self.send(json.dumps(error))

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
        if close_code in REFUSALS:
            who = "nobody" if self.user is None else f"user {self.user.pk}"
            security_log.info("socket refused: %s from %s (%s)", who, self.address, code)
        bye: ByeFrame = {"t": "bye", "code": code, "message": sentence}
        await self.send(json.dumps(bye))
        await self.close(close_code)


def _try_again(error: Exception) -> str:
    if room.is_for_want_of_room(error):
        return _("The server’s disk is full, so nothing can be stored. Try again in a few minutes.")
    return _("Something went wrong on our side. Wait a moment and try again.")
