"""The in-process channel layer, callable from any thread."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer

SEND_TIMEOUT = 5.0
CLEAN_SECONDS = 1.0
"""The interval, in seconds, at which expired messages and groups are discarded."""


class LoopHopChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer with its queues bound to one event loop.

    The queues belong to the server's loop, and a send from a Celery thread must hop there: an asyncio queue filled
    from another thread doesn't wake its loop, so the message would wait for the next unrelated event.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.home: asyncio.AbstractEventLoop | None = None
        self._clean_at = 0.0

    def bind(self) -> None:
        """Bind the layer to the running loop. The server calls this once at startup."""
        self.home = asyncio.get_running_loop()

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return the name of a new channel, whose queue belongs to the bound loop."""
        # The first call comes from the loop that serves sockets; tests start one loop each.
        if self.home is None or self.home.is_closed():
            self.bind()
        return str(await super().new_channel(prefix))

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send a message to a channel, from any loop. Raises ChannelFull."""
        await self._at_home(lambda: super(LoopHopChannelLayer, self).send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Subscribe a channel to a group."""
        await self._at_home(lambda: super(LoopHopChannelLayer, self).group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Unsubscribe a channel from a group."""
        await self._at_home(lambda: super(LoopHopChannelLayer, self).group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send a message to every channel of a group, from any loop; full channels are skipped."""
        await self._at_home(lambda: self._send_to_all(group, message))

    async def _send_to_all(self, group: str, message: dict[str, Any]) -> None:
        # Channels starts a task and makes a deep copy for each channel; but putting something into a queue never
        # waits, and the messages to groups here are texts, which no receiver changes.
        self._clean_expired()
        expires = time.time() + self.expiry
        for channel in self.groups.get(group, ()):
            queue = self.channels.get(channel)
            if queue is None:
                queue = self.channels[channel] = asyncio.Queue(self.get_capacity(channel))
            with suppress(asyncio.QueueFull):
                queue.put_nowait((expires, {**message}))

    def _clean_expired(self) -> None:
        # Channels checks all channels and groups at every message.
        moment = time.monotonic()
        if moment >= self._clean_at:
            self._clean_at = moment + CLEAN_SECONDS
            super()._clean_expired()

    async def _at_home(self, call: Callable[[], Awaitable[None]]) -> None:
        home = self.home
        if home is None or home.is_closed() or home is asyncio.get_running_loop():
            await call()
            return

        async def there() -> None:
            await call()

        hop = asyncio.run_coroutine_threadsafe(there(), home)
        await asyncio.wait_for(asyncio.wrap_future(hop), SEND_TIMEOUT)
