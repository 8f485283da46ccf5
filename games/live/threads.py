"""Database access for sockets: a few threads per process, each with its own tables."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any
from zlib import crc32

from asgiref.sync import SyncToAsync
from django.conf import settings
from django.utils import translation

from games.tables.pictures import broadcast
from spades_site.common.server import room
from spades_site.common.server.connections import on_living_connection

_threads: list[ThreadPoolExecutor] = []


async def in_database[T](language: str, call: Callable[..., T], *given: Any, table: str = "") -> T:
    """Call an idempotent function that queries the database, with `language` active, in the thread of a table.

    `table` is its public id. `database_sync_to_async` would copy the whole context, and wake the loop once more for
    published messages: together a tenth of the cost of a move. If the caller is cancelled, the call still completes.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()
    _thread_of(table).submit(_call, loop, answer, language, partial(call, *given))
    try:
        return await answer
    finally:
        # The caller no longer waits for an exception, and asyncio must not log it.
        answer.cancel()


def _thread_of(table: str) -> Executor:
    """Return the thread for a table; if there is only one thread, asgiref's own."""
    most = settings.DATABASE_THREADS
    if most <= 1:
        return SyncToAsync.single_thread_executor
    while len(_threads) < most:
        _threads.append(ThreadPoolExecutor(1, thread_name_prefix="sockets"))
    return _threads[crc32(table.encode()) % most]


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
