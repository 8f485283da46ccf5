"""The tables' news on one event loop: each message arrives once by the channel layer, for any number of sockets.

A loop has one channel, which is in the group of every table with an open socket here. So a move costs the layer
one message for each server process that shows the table, not one for each socket.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from channels.layers import get_channel_layer

from games.tables.pictures import broadcast

log = logging.getLogger("spades.live")

LAYER_SECONDS = 3.0
"""How long the channel layer may take before the sockets go on without it; the periodic check then delivers the
news.
"""


class News:
    """One event loop's subscription to its tables. Failures are logged and retried the next time."""

    def __init__(
        self, deliver: Callable[[dict[str, Any]], None], wanted: Collection[str] = ()
    ) -> None:
        """Create a subscription.

        `deliver` passes a message to its sockets; its `of` is the table's public id. `wanted` is a live view of the tables
        with an open socket.
        """
        self._deliver = deliver
        self._wanted = wanted
        self._channel = ""
        self._followed: set[str] = set()
        self._receiver: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._waiting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def synchronized(self) -> None:
        """Wait until exactly the wanted tables are subscribed, for at most LAYER_SECONDS.

        The work is done by a separate task, one pass at a time, so that cancelling a socket here leaves nothing half done.
        Callers that arrive while a pass is queued share it.
        """
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().create_task(self._synchronize())
            self._tasks.add(self._waiting)
            self._waiting.add_done_callback(self._tasks.discard)
        await asyncio.wait([self._waiting], timeout=LAYER_SECONDS)

    async def _synchronize(self) -> None:
        async with self._lock:
            # This pass may miss tables that are added from here on.
            self._waiting = None
            wanted = set(self._wanted)
            if wanted and not self._channel:
                await self._open()
            await asyncio.gather(
                *(self._follow(public_id) for public_id in wanted - self._followed),
                *(self._leave(public_id) for public_id in self._followed - wanted),
            )
            if not wanted:
                self._close()

    async def _open(self) -> None:
        try:
            self._channel = str(await _soon(get_channel_layer().new_channel()))
        except Exception as error:
            log.warning("the channel layer can't be read: %s", type(error).__name__)
        else:
            self._receiver = asyncio.get_running_loop().create_task(self._receive(self._channel))

    async def _follow(self, public_id: str) -> None:
        channel = self._channel
        if not channel:
            return
        try:
            await _soon(get_channel_layer().group_add(broadcast.group_of(public_id), channel))
        except Exception as error:
            log.warning("a table's news could not be subscribed to: %s", type(error).__name__)
        else:
            self._followed.add(public_id)

    async def _leave(self, public_id: str) -> None:
        self._followed.discard(public_id)
        try:
            layer = get_channel_layer()
            await _soon(layer.group_discard(broadcast.group_of(public_id), self._channel))
        except Exception as error:
            log.warning("a table's news could not be unsubscribed from: %s", type(error).__name__)

    def _close(self) -> None:
        if self._receiver is not None:
            self._receiver.cancel()
        self._forget()

    def _forget(self) -> None:
        self._channel, self._followed, self._receiver = "", set(), None

    async def _receive(self, channel: str) -> None:
        layer = get_channel_layer()
        while True:
            try:
                message = await layer.receive(channel)
            except Exception as error:
                # A failed channel may be gone from the layer: the next round opens another.
                log.warning("the news could not be received: %s", type(error).__name__)
                await self._give_up(channel)
                return
            self._deliver(message)

    async def _give_up(self, channel: str) -> None:
        async with self._lock:
            if channel == self._channel:
                await asyncio.gather(*(self._leave(public_id) for public_id in [*self._followed]))
                self._forget()


async def _soon(call: Any) -> Any:
    return await asyncio.wait_for(call, LAYER_SECONDS)
