"""The open sockets of one event loop: their numbers per user and address, and a periodic check of all of them.

Every two seconds the check asks the database, for all sockets at once, whether their credentials are still valid (a
logout, a ban or a new password closes them), and whether tables have newer versions whose news hasn't arrived (the
channel layer loses messages while Redis is down).
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from django.conf import settings

from games.live import requests
from games.live.homing import EVERY_PROCESS, MESSAGES, Homing
from games.live.news import News
from games.live.pace import (
    HANDSHAKES_A_SECOND,
    USER_A_SECOND,
    USER_BURST,
    VISITORS_A_SECOND,
    VISITORS_BURST,
    Bucket,
)
from games.live.signs_of_life import SignsOfLife
from games.live.threads import in_database
from games.tables.game.locked_table import has_moved_on
from spades_site.accounts.models import User
from spades_site.common.monitoring.metrics import RESYNCS, SOCKETS
from spades_site.common.monitoring.safe_logging import trace_of
from spades_site.common.server.turns import Turns

log = logging.getLogger("spades.live")

ROUND_SECONDS = 2.0
MOST_ADDRESSES = 10_000
"""The number of addresses whose rates are remembered."""


JOINS_AT_ONCE = 16
"""The number of sockets that may load their table and first picture concurrently."""
JOINS_EACH = 4
"""The same for one user, or one address' visitors."""
JOIN_SECONDS = 60.0
RECHECKED_PER_ROUND = 25
"""The number of viewers of private tables whose access is rechecked in one round."""


class LiveSocket(Protocol):
    """A socket, as the periodic check sees it."""

    table_id: int
    public_id: str
    user: User | None
    address: str
    credentials: requests.Credentials | None
    picture_version: int
    said_hello: bool
    kept: bool

    @property
    def counts_alone(self) -> bool:
        """Whether it counts for its user, and not for its address' visitors."""

    async def end_access(self) -> None:
        """Close, because the viewer may not see the table any more."""

    async def sign_out(self) -> None:
        """Close, because the session behind the socket has ended."""

    async def close_for_restart(self) -> None:
        """Close, because this process stops."""

    def note_program(self) -> None:
        """Record that a program with an open socket is present."""

    async def close_for_move(self) -> None:
        """Close, because another process serves the table."""

    def hear_if_newer(self, picture: dict[str, Any]) -> None:
        """Handle a picture of the table, unless a newer one came before."""

    def hear(self, message: dict[str, Any]) -> None:
        """Handle a message of the table's news."""


class LiveSockets:
    """The open sockets of one event loop."""

    def __init__(self) -> None:
        self.all: set[LiveSocket] = set()
        """The sockets at a table."""
        self._counted: set[LiveSocket] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._by_table: dict[str, set[LiveSocket]] = {}
        self.news = News(self._deliver, self._by_table)
        self.signs = SignsOfLife()
        self.homing = Homing(self._by_table, self.behind)
        self.joining = Turns(
            at_once=JOINS_AT_ONCE,
            each=JOINS_EACH,
            waiting=settings.SOCKETS_PER_ADDRESS,
            patience=JOIN_SECONDS,
        )
        """The turns of sockets that join, so that many joins neither delay moves nor other visitors' joins."""
        self._pictures: dict[str, dict[str, Any]] = {}
        self._at_table: Counter[tuple[int, int]] = Counter()
        self._of_user: Counter[int] = Counter()
        self._of_address: Counter[str] = Counter()
        self._user_pace: dict[int, Bucket] = {}
        self._visitors_pace: dict[str, Bucket] = {}
        self._handshakes: dict[str, Bucket] = {}
        self._versions: Mapping[int, int] = {}
        self._last_checked = -1
        self._round: asyncio.Task[None] | None = None

    def admit(self, socket: LiveSocket) -> str:
        """Count one more socket, if it may be opened.

        Returns "" if so; otherwise "too_many" (for the user) or "busy" (for the address).
        """
        moment = time.monotonic()
        if len(self._handshakes) > MOST_ADDRESSES:
            self._handshakes.clear()
        most = settings.SOCKETS_PER_ADDRESS
        pace = self._handshakes.setdefault(
            socket.address, Bucket(moment, most, HANDSHAKES_A_SECOND)
        )
        user = socket.user
        if user is not None and self._of_user[user.pk] >= settings.SOCKETS_PER_USER:
            return "too_many"
        if not pace.take(moment) or self._of_address[socket.address] >= most:
            return "busy"
        self._counted.add(socket)
        self._of_address[socket.address] += 1
        if user is not None:
            self._of_user[user.pk] += 1
            self._user_pace.setdefault(user.pk, Bucket(moment, USER_BURST, USER_A_SECOND))
        return ""

    def add(self, socket: LiveSocket) -> None:
        """Register a counted socket at its table, and start the periodic check if necessary."""
        self.all.add(socket)
        SOCKETS.inc()
        if settings.REDIS_URL:
            self._by_table.setdefault(EVERY_PROCESS, set())
        if socket.public_id not in self._by_table:
            self.homing.first_joined(socket, socket.public_id)
        self._by_table.setdefault(socket.public_id, set()).add(socket)
        if socket.user is not None:
            self._at_table[socket.table_id, socket.user.pk] += 1
        if self._round is None or self._round.done():
            self._round = asyncio.get_running_loop().create_task(self._rounds())

    def remove(self, socket: LiveSocket) -> bool:
        """Deregister a socket in whatever state. Returns whether it was its user's last one at the table."""
        if socket in self._counted:
            self._counted.discard(socket)
            if _count_down(self._of_address, socket.address):
                self._visitors_pace.pop(socket.address, None)
            if socket.user is not None and _count_down(self._of_user, socket.user.pk):
                self._user_pace.pop(socket.user.pk, None)
        if socket not in self.all:
            return False
        self.all.discard(socket)
        SOCKETS.dec()
        at_table = self._by_table[socket.public_id]
        at_table.discard(socket)
        if not at_table:
            del self._by_table[socket.public_id]
            self._pictures.pop(socket.public_id, None)
        if not self.all:
            self._by_table.pop(EVERY_PROCESS, None)
        return socket.user is not None and _count_down(
            self._at_table, (socket.table_id, socket.user.pk)
        )

    def behind(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run the remaining work of a socket that has ended; the task is referenced until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        return task

    def may_send(self, socket: LiveSocket) -> bool:
        """Return whether the user, or else the address' visitors together, may send one more frame now over any socket."""
        moment = time.monotonic()
        pace = None if socket.user is None else self._user_pace.get(socket.user.pk)
        if pace is not None and not pace.take(moment):
            return False
        if socket.counts_alone:
            return True
        fresh = Bucket(moment, VISITORS_BURST, VISITORS_A_SECOND)
        return self._visitors_pace.setdefault(socket.address, fresh).take(moment)

    def picture_at(self, public_id: str) -> dict[str, Any] | None:
        """Return a table's newest picture that this process has, for spectators; at most two rounds old. None if none came."""
        return self._pictures.get(public_id)

    def keep_picture(self, public_id: str, picture: dict[str, Any]) -> None:
        """Keep a table's picture as long as it has sockets here, unless a newer one is kept."""
        kept = self._pictures.get(public_id)
        if public_id in self._by_table and (kept is None or picture["v"] >= kept["v"]):
            self._pictures[public_id] = picture

    async def send_away(self, seconds: float) -> None:
        """Close every socket, spread over `seconds` so that they don't all reconnect at once."""
        sockets = list(self.all)
        for socket in sockets:
            await socket.close_for_restart()
            await asyncio.sleep(seconds / len(sockets))

    async def _rounds(self) -> None:
        while self.all:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.check_all()
            except Exception as error:
                # The database may be unavailable; the next round follows soon.
                log.warning("the periodic check of the sockets failed: %s", trace_of(error))

    async def check_all(self) -> None:
        """Close the sockets whose credentials or access have ended, and update those that missed news."""
        asked = list(self.all)
        sockets = [socket for socket in asked if socket.said_hello]
        signed_in = [socket.credentials for socket in asked if socket.credentials is not None]
        valid, versions = await in_database(
            "en", requests.recheck, signed_in, {socket.table_id for socket in sockets}
        )
        # Skip sockets that connected during the query, because it didn't include them.
        for socket in asked:
            if socket not in self.all:
                continue
            if socket.credentials is not None and socket.credentials not in valid:
                await socket.sign_out()
            else:
                socket.note_program()
        await self._recheck_access([socket for socket in asked if socket.kept])
        await self.news.synchronized()
        # A version that existed in the last round and hasn't arrived by now won't arrive.
        await self._catch_up(
            socket for socket in sockets if socket.picture_version < self._missed(socket)
        )
        self._versions = versions

    def _deliver(self, message: dict[str, Any]) -> None:
        if message.get("type") in MESSAGES:
            self.homing.hear(message)
            return
        at_table = list(self._by_table.get(message["of"], ()))
        if at_table and "v" in message:
            has_moved_on(at_table[0].table_id, message["v"])
            self.keep_picture(message["of"], message)
        for socket in at_table:
            socket.hear(message)

    def _missed(self, socket: LiveSocket) -> int:
        return self._versions.get(socket.table_id, -1)

    async def _recheck_access(self, kept: Iterable[LiveSocket]) -> None:
        """Close the sockets whose viewers may no longer see their tables. Each round checks the next few viewers."""
        by_viewer: dict[int, list[LiveSocket]] = {}
        for socket in kept:
            by_viewer.setdefault(0 if socket.user is None else socket.user.pk, []).append(socket)
        if not by_viewer:
            return
        order = sorted(by_viewer)
        ahead = [key for key in order if key > self._last_checked] or order
        chosen = ahead[:RECHECKED_PER_ROUND]
        self._last_checked = chosen[-1]
        asked = [socket for key in chosen for socket in by_viewer[key]]
        seen = await in_database(
            "en", requests.still_visible, [(socket.table_id, socket.user) for socket in asked]
        )
        for socket in asked:
            if socket in self.all and (socket.table_id, socket.user and socket.user.pk) not in seen:
                await socket.end_access()

    async def _catch_up(self, sockets: Iterable[LiveSocket]) -> None:
        pictures: dict[int, dict[str, Any] | None] = {}
        for socket in sockets:
            if socket not in self.all:
                continue
            if socket.table_id not in pictures:
                pictures[socket.table_id] = await in_database(
                    "en", requests.load_picture, socket.table_id, table=socket.public_id
                )
            picture = pictures[socket.table_id]
            if picture is not None:
                self.keep_picture(socket.public_id, picture)
                RESYNCS.labels("missed").inc()
                socket.hear_if_newer(picture)


def _count_down(counter: Counter[Any], key: Any) -> bool:
    """Decrement. Returns whether the count reached zero."""
    counter[key] -= 1
    if counter[key] > 0:
        return False
    del counter[key]
    return True


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, LiveSockets] = WeakKeyDictionary()


def sockets_here() -> LiveSockets:
    """Return the sockets of the running loop; a server has one loop, tests have many."""
    return _of_loops.setdefault(asyncio.get_running_loop(), LiveSockets())
