"""Turns at what only a few may do at once, fairly: each visitor waits for their own earlier requests, not for others'.

Who asks is a text: a member, or the network of all visitors of an address (`visitors.py`).
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class TooBusy(Exception):
    """Too much is waiting already, or it has waited too long."""


class Turns:
    """At most `at_once` turns at a time and `each` for one visitor; whoever waits is served in rotation.

    At most `waiting` requests of one visitor wait, each for at most `patience` seconds. For one event loop.
    """

    def __init__(self, *, at_once: int, each: int, waiting: int, patience: float) -> None:
        self._at_once, self._each = at_once, each
        self._most_waiting, self._patience = waiting, patience
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The visitors who wait, the next one first."""

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raises TooBusy."""
        await self._wait(who)
        try:
            yield
        finally:
            self._end(who)

    async def _wait(self, who: str) -> None:
        if who not in self._waiting and self._may_begin(who):
            self._running[who] += 1
            return
        queue = self._waiting.setdefault(who, deque())
        if len(queue) >= self._most_waiting:
            raise TooBusy
        place = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            await asyncio.wait([place], timeout=self._patience)
        except BaseException:
            # Given up, perhaps in the moment in which its turn came.
            if place.done():
                self._end(who)
            else:
                self._leave(who, place)
            raise
        if not place.done():
            self._leave(who, place)
            raise TooBusy

    def _may_begin(self, who: str) -> bool:
        return self._running.total() < self._at_once and self._running[who] < self._each

    def _leave(self, who: str, place: "asyncio.Future[None]") -> None:
        queue = self._waiting[who]
        queue.remove(place)
        if not queue:
            del self._waiting[who]

    def _end(self, who: str) -> None:
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        self._pass_on()

    def _pass_on(self) -> None:
        """Give free turns to those who wait."""
        while who := next((who for who in self._waiting if self._may_begin(who)), None):
            queue = self._waiting.pop(who)
            self._running[who] += 1
            queue.popleft().set_result(None)
            if queue:
                # Behind all others.
                self._waiting[who] = queue
