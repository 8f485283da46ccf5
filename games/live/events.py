"""A person's events (docs/bots.md): the invitations and tables that need them, sent at every change. One stream per account.

Like a table's pictures, each frame is complete and is resent every few seconds, so a lost message does no harm.
"""

import asyncio
import json
import logging
import secrets
import time
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _

from games.live.base import REPLACED, SIGNED_OUT, PeerGone, Socket
from games.live.frames import Frame, PresentFrame, id_of, unknown_frame
from games.tables.lobby.present import present_of
from games.tables.lobby.programs import note_listening
from games.tables.pictures import broadcast
from games.tables.pictures.shapes import Present
from spades_site.accounts.models import User
from spades_site.accounts.tokens.scopes import EVENTS
from spades_site.common.clock import now
from spades_site.common.monitoring.safe_logging import trace_of

log = logging.getLogger("spades.live")

HEARTBEAT_SECONDS: Final = 15.0
TAKEN: Final = "account.taken"
"""The message that another stream of the account was opened."""


def _present_of(user: User) -> Present:
    note_listening(user)
    return present_of(user)


class EventsConsumer(Socket):
    """A person's own stream of events."""

    needs = EVENTS
    table_id = 0
    kept = False
    mark = ""
    _beating: asyncio.Task[None] | None = None

    async def _join(self) -> None:
        if self.user is None:
            sentence = _("Sign in first, or send a token.")
            await self._bye(SIGNED_OUT, "signed_out", sentence)
            return
        self.public_id = broadcast.account(self.user.pk)
        # Later streams have greater marks.
        self.mark = f"{time.time_ns():020}{secrets.token_hex(8)}"
        await self._register()
        broadcast.publish(self.public_id, {"type": TAKEN, "mark": self.mark})
        await self._send_present()
        self._beating = asyncio.get_running_loop().create_task(self._beat())

    def _leave(self) -> asyncio.Task[None] | None:
        if self._beating is not None:
            self._beating.cancel()
        return super()._leave()

    async def _handle(self, frame: Frame) -> None:
        if frame.t == "ping":
            await self._pong()
        elif frame.t == "sync":
            await self._send_present()
        else:
            raise unknown_frame(id_of(frame))

    async def _forward(self, message: dict[str, Any]) -> None:
        if message["type"] != TAKEN:
            # The frame covers everything that arrived meanwhile.
            kept = [one for one in self.heard if one["type"] == TAKEN]
            self.heard.clear()
            self.heard.extend(kept)
            await self._send_present_or_later()
        elif message["mark"] > self.mark:
            with translation.override(self.language):
                sentence = _("The same account has opened its events elsewhere.")
            await self._bye(REPLACED, "replaced", sentence)

    async def _beat(self) -> None:
        """Send the current state every few seconds, as a sign of life and in case a message was lost."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self._send_present_or_later()
            except PeerGone:
                return

    async def _send_present_or_later(self) -> None:
        try:
            await self._send_present()
        except PeerGone:
            raise
        except Exception as error:
            # The database may be unavailable; the next heartbeat comes soon.
            log.warning("a person's events could not be read: %s", trace_of(error))

    async def _send_present(self) -> None:
        assert self.user is not None
        found = await self._ask(_present_of, self.user)
        if not self.said_bye:
            frame: PresentFrame = {"t": "present", **found, "now": now().isoformat()}
            await self.send(json.dumps(frame))

    async def end_access(self) -> None:
        """Do nothing: people never lose access to their own events."""
