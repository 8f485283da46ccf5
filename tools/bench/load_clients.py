"""The scripted clients of `script/bench load`: four sockets a table, which play the first legal action at a steady pace.

They share the machine with what they measure, so they read only what they need: a picture's version and its first legal
action, without parsing it.
"""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

QUIET_SECONDS = 20.0
"""A page sends something at least this often."""
LEGAL = '"legal":["'


@dataclass
class Counts:
    """What all clients saw, to be emptied before a measurement."""

    waits: list[float] = field(default_factory=list)
    """Seconds from each action's sending to its acknowledgement."""
    errors: dict[str, int] = field(default_factory=dict)
    pictures: int = 0
    bytes: int = 0
    breaks: int = 0


class Table:
    """One table's pace: an action at regular intervals, at the table's own phase."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.due = time.monotonic() + random.random() * every

    def next_due(self) -> float:
        """Return when the action asked for now is due: one missed isn't made up for."""
        self.due = max(self.due + self.every, time.monotonic())
        return self.due


class Client:
    """One person's socket. It connects again, as a page does, when the line breaks."""

    def __init__(
        self, name: str, address: Callable[[], str], origin: str, session: str, table: Table, counts: Counts
    ) -> None:  # fmt: skip
        self.name, self.address, self.origin, self.session = name, address, origin, session
        self.table, self.counts = table, counts
        self.is_here = asyncio.Event()
        self._line: ClientConnection | None = None
        self._seen = -1
        self._legal = ""
        self._open = ""
        self._sent_at = self._last_sent = 0.0
        self._number = 0
        self._planned: asyncio.TimerHandle | None = None

    async def stay(self) -> None:
        """Connect, play, and connect again until cancelled."""
        wait = 0.3
        while True:
            try:
                async with connect(
                    self.address(), origin=self.origin, compression=None, open_timeout=60,  # type: ignore[arg-type]
                    ping_interval=None, additional_headers={"Cookie": f"sessionid={self.session}"},
                ) as self._line:  # fmt: skip
                    await self._line.send('{"t":"hello","seen":0,"hash":""}')
                    self._last_sent = time.monotonic()
                    if self._open:
                        await self._send()
                    async for text in self._line:
                        self._take(str(text))
                        wait = 0.3
            except (OSError, WebSocketException, TimeoutError):
                pass
            self.counts.breaks += 1
            await asyncio.sleep(wait * random.uniform(0.7, 1.3))
            wait = min(8.0, wait * 2)

    async def keep_alive(self) -> None:
        """Send keep-alive frames, as a page does, until cancelled."""
        while True:
            await asyncio.sleep(QUIET_SECONDS / 4)
            if self._line is not None and time.monotonic() - self._last_sent > QUIET_SECONDS * 0.75:
                self._last_sent = time.monotonic()
                try:
                    await self._line.send('{"t":"ping"}')
                except ConnectionClosed:
                    continue

    def _take(self, text: str) -> None:
        self.counts.bytes += len(text)
        if text.startswith('{"t":"view"'):
            self.counts.pictures += 1
            self.is_here.set()
            self._see(text)
        elif text.startswith('{"t": "ack"'):
            if self._open:
                self.counts.waits.append(time.perf_counter() - self._sent_at)
                self._open = ""
            self._plan()
        elif text.startswith('{"t": "error"'):
            code = text.partition('"code": "')[2].partition('"')[0]
            self.counts.errors[code] = self.counts.errors.get(code, 0) + 1
            self._open = ""

    def _see(self, text: str) -> None:
        version = int(text[16 : text.index(",", 16)])
        if version < self._seen:
            return
        self._seen = version
        at = text.find(LEGAL)
        self._legal = "" if at < 0 else text[at + len(LEGAL) : text.index('"', at + len(LEGAL))]
        self._plan()

    def _plan(self) -> None:
        """Act at the table's next moment if it is our turn and nothing is under way."""
        if self._legal and not self._open and self._planned is None:
            wait = self.table.next_due() - time.monotonic()
            self._planned = asyncio.get_running_loop().call_later(wait, self._act)

    def _act(self) -> None:
        self._planned = None
        if not self._legal or self._open:
            return
        self._number += 1
        self._open = (
            f'{{"t":"act","id":"{self.name}.{self._number}","v":{self._seen},"a":"{self._legal}"}}'
        )
        self._legal = ""
        self._sent_at = time.perf_counter()
        self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        self._last_sent = time.monotonic()
        try:
            if self._line is not None:
                await self._line.send(self._open)
        except ConnectionClosed:
            return
