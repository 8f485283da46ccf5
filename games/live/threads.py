"""The way from a socket to the database and back: one thread of the process asks it for all sockets."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import SyncToAsync
from django.db import close_old_connections
from django.utils import translation

from games.tables.pictures import broadcast


async def in_database[T](language: str, call: Callable[..., T], *given: Any) -> T:
    """Call what asks the database in the thread in which asgiref calls such things too, with sentences in `language`.

    `database_sync_to_async` would take the whole context along, as it must for what it doesn't know, and wake the loop
    once more for what was published meanwhile: together a tenth of what a move costs. Who is cancelled while waiting
    leaves the call to end by itself.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()
    SyncToAsync.single_thread_executor.submit(_call, loop, answer, language, partial(call, *given))
    try:
        return await answer
    finally:
        # Whoever stopped waiting won't hear of an exception, and asyncio must not put it into the log.
        answer.cancel()


def _call(
    loop: asyncio.AbstractEventLoop,
    answer: asyncio.Future[Any],
    language: str,
    call: Callable[[], Any],
) -> None:
    result = error = None
    # Before and not after: a connection that breaks or grows old meanwhile is found by the next call.
    close_old_connections()
    translation.activate(language)
    with broadcast.gathered() as messages:
        try:
            result = call()
        except Exception as mistake:
            error = mistake
    loop.call_soon_threadsafe(_tell, answer, result, error, messages)


def _tell(answer: asyncio.Future[Any], result: Any, error: Exception | None, messages: Any) -> None:
    if not answer.done():
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
    broadcast.send(messages)
