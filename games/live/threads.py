"""Database access for sockets: a few threads per process, each with its own tables; what players do at a table goes first."""

import asyncio
import heapq
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Any
from zlib import crc32

from asgiref.sync import SyncToAsync
from django.conf import settings
from django.utils import translation

from games.tables.pictures import broadcast
from spades_site.common.server import precedence, room
from spades_site.common.server.connections import on_living_connection


class _Lane:
    """A thread, and the calls that wait for it."""

    def __init__(self, thread: Executor) -> None:
        self._thread = thread
        self._lock = threading.Lock()
        self._number = itertools.count()
        self._waiting: list[tuple[bool, int, Callable[[], None]]] = []

    def submit(self, call: Callable[[], None], *, behind: bool) -> None:
        """Call in the thread: in order, but those `behind` after all others."""
        with self._lock:
            heapq.heappush(self._waiting, (behind, next(self._number), call))
        self._thread.submit(self._call_next)

    def _call_next(self) -> None:
        with self._lock:
            call = heapq.heappop(self._waiting)[2]
        call()


_lanes: list[_Lane] = []
_only = _Lane(SyncToAsync.single_thread_executor)


async def in_database[T](
    language: str, call: Callable[..., T], *given: Any, table: str = "", behind: bool = False
) -> T:
    """Call an idempotent function that queries the database, with `language` active, in the thread of a table.

    `table` is its public id. A call `behind` waits for all others of the thread: whatever visitors can ask for. `database_sync_to_async` would copy the whole context, and wake the loop once more for
    published messages: together a tenth of the cost of a move. Pages wait for all other calls (`precedence.py`). If the caller is cancelled, the call still completes.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()
    with nullcontext() if behind else precedence.action():
        _lane_of(table).submit(
            partial(_call, loop, answer, language, partial(call, *given)), behind=behind
        )
        try:
            return await answer
        finally:
            # The caller no longer waits for an exception, and asyncio must not log it.
            answer.cancel()


def _lane_of(table: str) -> _Lane:
    """Return the thread for a table; if there is only one thread, asgiref's own."""
    most = settings.DATABASE_THREADS
    if most <= 1:
        return _only
    while len(_lanes) < most:
        _lanes.append(_Lane(ThreadPoolExecutor(1, thread_name_prefix="sockets")))
    return _lanes[crc32(table.encode()) % most]


def _call(
    loop: asyncio.AbstractEventLoop,
    answer: asyncio.Future[Any],
    language: str,
    call: Callable[[], Any],
) -> None:
    result = error = None
    translation.activate(language)
    with broadcast.gathered() as messages:
        try:
            result = on_living_connection(call)
        except Exception as mistake:
            room.note(mistake)
            error = mistake
    loop.call_soon_threadsafe(_deliver, answer, result, error, messages)


def _deliver(
    answer: asyncio.Future[Any], result: Any, error: Exception | None, messages: Any
) -> None:
    if not answer.done():
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
    broadcast.send(messages)
