"""Bringing all sockets of a table together in one web process: the one to which the proxy sends new connections.

The proxy chooses the process by a hash of the table's id. While that process is away, another one adopts its tables; once it is
back, new sockets go to it and the adopted ones would stay. Two messages between the processes end this, and need not know
how the proxy chooses:

- `HERE`: a process has got its first socket of a table. The others send theirs away, and the proxy leads them there too.
- `UP`: a process has started. Every other one sends one socket of each of its tables away, a few a second. It comes back, or it is the
  first at the table's home, which then says so.

Nothing but speed depends on this, because every process can serve every table; a lost message does no harm. A process sends the
sockets of one table away at most once a minute, so a proxy that doesn't choose by table can't make them go round in circles.
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
"""What stands for all web processes in place of a table's public id, which has no point."""
PROXY_SECONDS = 15.0
"""By when the proxy has noticed that a process is ready."""
A_SECOND = 20
"""How many sockets a process sends away to look for their tables' homes."""
AGAIN_SECONDS = 60.0


class Movable(Protocol):
    """A socket that can be sent away."""

    table_id: int
    user: Any

    async def go_home(self) -> None:
        """Close, because another process serves the table."""


class Homing:
    """One event loop's part in it; `lookers` is a live view of the sockets here by their table's public id."""

    def __init__(
        self,
        lookers: Mapping[str, set[Any]],
        behind: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        """Store the sockets here, and the function that runs what takes longer in a task."""
        self._lookers = lookers
        self._behind = behind
        self._sent_away: dict[str, float] = {}
        self._search: asyncio.Task[None] | None = None

    def came(self, socket: Movable, public_id: str) -> None:
        """Tell the other processes that a table's first socket has come here."""
        if settings.REDIS_URL and socket.table_id:
            broadcast.publish(public_id, {"type": HERE, "server": THIS_SERVER})

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in one of the `MESSAGES`."""
        if message["server"] == THIS_SERVER:
            return
        if message["type"] == HERE:
            self._follow(message["of"])
            return
        if self._search is not None:
            self._search.cancel()
        self._search = self._behind(self._look_for_homes())

    def _follow(self, public_id: str) -> None:
        """Send all sockets of a table away, unless that was done lately."""
        moment = time.monotonic()
        if moment - self._sent_away.get(public_id, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return
        sockets = list(self._lookers.get(public_id, ()))
        if sockets:
            self._sent_away = {
                key: at for key, at in self._sent_away.items() if moment - at < AGAIN_SECONDS
            }
            self._sent_away[public_id] = moment
            self._behind(_send_away(sockets))

    async def _look_for_homes(self) -> None:
        """Send one socket of each table away: a spectator's, if there is one."""
        await asyncio.sleep(PROXY_SECONDS)
        for public_id in list(self._lookers):
            sockets = [one for one in self._lookers.get(public_id, ()) if one.table_id]
            if sockets:
                await min(sockets, key=lambda one: one.user is not None).go_home()
                await asyncio.sleep(1 / A_SECOND)


def say_up() -> None:
    """Tell the other web processes that this one has started; must be called on the loop that serves sockets."""
    broadcast.serve_from(asyncio.get_event_loop())
    broadcast.publish(EVERY_PROCESS, {"type": UP, "server": THIS_SERVER})


async def _send_away(sockets: list[Movable]) -> None:
    for socket in sockets:
        await socket.go_home()
