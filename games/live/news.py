"""The tables' news on one event loop: each piece of it comes once by the channel layer, however many sockets it is for.

A loop has one channel, which is in the group of every table that somebody looks at here. So a move costs the layer as
many messages as there are server processes that show the table, not as many as there are sockets.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from channels.layers import get_channel_layer

from games.tables.pictures import broadcast

log = logging.getLogger("spades.live")

LAYER_SECONDS = 3.0
"""How long the channel layer may take before the sockets go on without it; the rounds bring the news then."""


class News:
    """What one event loop hears of its tables. Whatever fails is logged, and tried again the next time."""

    def __init__(
        self, deliver: Callable[[dict[str, Any]], None], wanted: Collection[str] = ()
    ) -> None:
        """Take what hands a message to the sockets it is for (its `of` is the table's public id), and a live view of the tables
        that somebody looks at.
        """
        self._deliver = deliver
        self._wanted = wanted
        self._channel = ""
        self._followed: set[str] = set()
        self._receiver: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._waiting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def settled(self) -> None:
        """Return once the wanted tables, and no others, are heard of, or once the layer has had its time.

        The work is done by a task of its own, one after the other: a socket that is cancelled here leaves nothing half done.
        Callers that come while one waits for its turn share it.
        """
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().create_task(self._settle())
            self._tasks.add(self._waiting)
            self._waiting.add_done_callback(self._tasks.discard)
        await asyncio.wait([self._waiting], timeout=LAYER_SECONDS)

    async def _settle(self) -> None:
        async with self._lock:
            # What is wanted from here on this pass may miss.
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
            log.warning("no news can be heard: %s", type(error).__name__)
        else:
            self._receiver = asyncio.get_running_loop().create_task(self._receive(self._channel))

    async def _follow(self, public_id: str) -> None:
        channel = self._channel
        if not channel:
            return
        try:
            await _soon(get_channel_layer().group_add(broadcast.group_of(public_id), channel))
        except Exception as error:
            log.warning("a table's news can't be heard: %s", type(error).__name__)
        else:
            self._followed.add(public_id)

    async def _leave(self, public_id: str) -> None:
        self._followed.discard(public_id)
        try:
            layer = get_channel_layer()
            await _soon(layer.group_discard(broadcast.group_of(public_id), self._channel))
        except Exception as error:
            log.warning("a table's news can't be left: %s", type(error).__name__)

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
                # A channel that failed may be gone from the layer: the next round opens another.
                log.warning("the news can't be heard: %s", type(error).__name__)
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
