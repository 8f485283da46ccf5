"""Wrappers around every socket: a cheap refusal, and an end without a traceback."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from spades_site.common.safe_logging import trace_of

log = logging.getLogger("spades.live")

App = Callable[..., Awaitable[Any]]
INTERNAL_ERROR = 1011


async def deny(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a handshake with HTTP 403. Channels' own denier would open a channel of the layer for it."""
    await receive()
    await send({"type": "websocket.close"})


class Guard:
    """Closes a socket whose application failed, and logs one line without quoting anything, instead of a traceback."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket."""
        try:
            await self.application(scope, receive, send)
        except Exception as error:
            log.error("a socket failed: %s", trace_of(error))
            # The peer may be gone, and the server may refuse to send.
            with suppress(Exception):
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})
