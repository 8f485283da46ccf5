"""The tables' news on one event loop: each piece of it comes once by the channel layer, however many sockets it is for.

A loop has one channel, which is in the group of every table that somebody looks at here. So a move costs the layer as
many messages as there are server processes that show the table, not as many as there are sockets.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from channels.layers import get_channel_layer

from games.tables import publish

log = logging.getLogger("spades.live")

LAYER_SECONDS = 3.0
"""How long the channel layer may take before the sockets go on without it; the rounds bring the news then."""


class News:
    """What one event loop hears of its tables. Whatever fails is logged, and tried again with the next `keep`."""

    def __init__(self, deliver: Callable[[dict[str, Any]], None]) -> None:
        """Take what hands a message to the sockets it is for; its `of` is the table's public id."""
        self._deliver = deliver
        self._channel = ""
        self._followed: set[str] = set()
        self._receiver: asyncio.Task[None] | None = None

    async def follow(self, public_id: str) -> None:
        """Hear of a table from now on, unless that is so."""
        if public_id in self._followed:
            return
        try:
            channel = self._channel or await self._open()
            await _soon(get_channel_layer().group_add(publish.group_of(public_id), channel))
        except Exception as error:
            log.warning("a table's news can't be heard: %s", type(error).__name__)
        else:
            if channel == self._channel:
                self._followed.add(public_id)

    async def keep(self, public_ids: Collection[str]) -> None:
        """Follow these tables and no others."""
        await asyncio.gather(*(self.follow(public_id) for public_id in public_ids))
        for public_id in self._followed.difference(public_ids):
            self._followed.discard(public_id)
            await self._leave(public_id, self._channel)

    async def end(self) -> None:
        """Hear of nothing any more."""
        channel, followed, receiver = self._channel, self._followed, self._receiver
        self._channel, self._followed, self._receiver = "", set(), None
        if receiver is not None:
            receiver.cancel()
        await asyncio.gather(*(self._leave(public_id, channel) for public_id in followed))

    async def _open(self) -> str:
        channel = str(await _soon(get_channel_layer().new_channel()))
        if self._channel:
            # Another socket came at the same moment.
            return self._channel
        self._channel = channel
        self._receiver = asyncio.get_running_loop().create_task(self._receive(channel))
        return channel

    async def _receive(self, channel: str) -> None:
        layer = get_channel_layer()
        while True:
            try:
                message = await layer.receive(channel)
            except Exception as error:
                # A channel that failed may be gone from the layer: the next round opens another.
                log.warning("the news can't be heard: %s", type(error).__name__)
                if channel == self._channel:
                    self._receiver = None
                    await self.end()
                return
            self._deliver(message)

    async def _leave(self, public_id: str, channel: str) -> None:
        try:
            await _soon(get_channel_layer().group_discard(publish.group_of(public_id), channel))
        except Exception as error:
            log.warning("a table's news can't be left: %s", type(error).__name__)


async def _soon(call: Any) -> Any:
    return await asyncio.wait_for(call, LAYER_SECONDS)
