"""Gather all sockets of a table in one web process: its home, to which the proxy sends new connections.

The proxy chooses the process by a hash of the table's id. While that process is down, another one serves its tables. Once it
is back it gets the new sockets, but the old ones would stay where they are. Two messages between the processes move them,
without knowing how the proxy chooses:

- `HERE`: a process has got its first socket of a table. The others close theirs, and the proxy sends them there.
- `UP`: a process has started. Every other one closes one socket of each of its tables, a few per second. The socket
  either comes back, or is the first at the table's home, which then sends `HERE`.

This only improves speed: every process can serve every table, and a lost message does no harm. A process closes the sockets
of a table at most once a minute, so that a proxy that doesn't choose by table can't send them in circles.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Protocol

from django.conf import settings

from games.tables.pictures import broadcast
from games.tables.server.presence import THIS_SERVER

HERE: Final = "table.here"
UP: Final = "web.up"
MESSAGES: Final = frozenset({HERE, UP})
EVERY_PROCESS: Final = "every.process"
"""The group of all web processes, in place of a table's public id. Public ids have no point."""
PROXY_SECONDS = 15.0
"""The time in which the proxy notices that a process is ready."""
A_SECOND = 20
"""The number of sockets per second that a process closes to look for their tables' homes."""
AGAIN_SECONDS = 60.0


class Movable(Protocol):
    """A socket that can be moved to another process."""

    table_id: int
    user: Any

    async def close_for_move(self) -> None:
        """Close, because another process serves the table."""


class Homing:
    """The part of one event loop."""

    def __init__(
        self,
        sockets: Mapping[str, set[Any]],
        behind: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        """Create the part of a loop.

        `sockets` is a live view of its sockets by their table's public id; `behind` runs a coroutine as a task.
        """
        self._by_table = sockets
        self._behind = behind
        self._sent_away: dict[str, float] = {}
        self._search: asyncio.Task[None] | None = None

    def first_joined(self, socket: Movable, public_id: str) -> None:
        """Tell the other processes that this one has its first socket of a table."""
        if settings.REDIS_URL and socket.table_id:
            broadcast.publish(public_id, {"type": HERE, "server": THIS_SERVER})

    def hear(self, message: Mapping[str, Any]) -> None:
        """Handle one of the `MESSAGES`."""
        if message["server"] == THIS_SERVER:
            return
        if message["type"] == HERE:
            self._follow(message["of"])
            return
        if self._search is not None:
            self._search.cancel()
        self._search = self._behind(self._look_for_homes())

    def _follow(self, public_id: str) -> None:
        """Close all sockets of a table, unless this was done lately."""
        moment = time.monotonic()
        if moment - self._sent_away.get(public_id, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return
        sockets = list(self._by_table.get(public_id, ()))
        if sockets:
            self._sent_away = {
                key: at for key, at in self._sent_away.items() if moment - at < AGAIN_SECONDS
            }
            self._sent_away[public_id] = moment
            self._behind(_send_away(sockets))

    async def _look_for_homes(self) -> None:
        """Close one socket of each table, preferably a spectator's."""
        await asyncio.sleep(PROXY_SECONDS)
        for public_id in list(self._by_table):
            sockets = [one for one in self._by_table.get(public_id, ()) if one.table_id]
            if sockets:
                await min(sockets, key=lambda one: one.user is not None).close_for_move()
                await asyncio.sleep(1 / A_SECOND)


def announce_start() -> None:
    """Tell the other web processes that this one has started; must be called on the loop that serves sockets."""
    broadcast.serve_from(asyncio.get_event_loop())
    broadcast.publish(EVERY_PROCESS, {"type": UP, "server": THIS_SERVER})


async def _send_away(sockets: list[Movable]) -> None:
    for socket in sockets:
        await socket.close_for_move()
