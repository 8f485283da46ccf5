"""The in-process channel layer that may be called from any thread."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer

SEND_TIMEOUT = 5.0
CLEAN_SECONDS = 1.0
"""How often what has expired is thrown away."""


class LoopHopChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer with its queues kept on one event loop.

    The queues belong to the server's loop. A send from a Celery thread must hop there: an asyncio queue filled from
    outside doesn't wake its loop, so the message would wait for the next unrelated event.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.home: asyncio.AbstractEventLoop | None = None
        self._clean_at = 0.0

    def bind(self) -> None:
        """Make the running loop the layer's home. The server calls this once as it starts."""
        self.home = asyncio.get_running_loop()

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return the name of a new channel, whose queue is kept on the home loop."""
        # A consumer's first call comes from the loop that serves it; tests start a loop each.
        if self.home is None or self.home.is_closed():
            self.bind()
        return str(await super().new_channel(prefix))

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Put a message into a channel, from any loop. Raises ChannelFull."""
        await self._at_home(lambda: super(LoopHopChannelLayer, self).send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Let a channel get what is sent to a group."""
        await self._at_home(lambda: super(LoopHopChannelLayer, self).group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Let a channel get what is sent to a group no more."""
        await self._at_home(lambda: super(LoopHopChannelLayer, self).group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Put a message into every channel of a group, from any loop; a channel that is full is passed over."""
        await self._at_home(lambda: self._send_to_all(group, message))

    async def _send_to_all(self, group: str, message: dict[str, Any]) -> None:
        # Channels starts a task and makes a deep copy for each channel; but to put something into a queue waits for
        # nothing, and the news that go to groups here are texts, which no receiver changes.
        self._clean_expired()
        expires = time.time() + self.expiry
        for channel in self.groups.get(group, ()):
            queue = self.channels.get(channel)
            if queue is None:
                queue = self.channels[channel] = asyncio.Queue(self.get_capacity(channel))
            with suppress(asyncio.QueueFull):
                queue.put_nowait((expires, {**message}))

    def _clean_expired(self) -> None:
        # Channels looks through all channels and groups with every message.
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
