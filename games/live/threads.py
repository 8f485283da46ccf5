"""Database access for sockets: one thread per process serves all of them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import SyncToAsync
from django.db import close_old_connections
from django.utils import translation

from games.tables.pictures import broadcast


async def in_database[T](language: str, call: Callable[..., T], *given: Any) -> T:
    """Call a function that queries the database, in the thread that asgiref uses for this, with sentences in
    `language`.

    `database_sync_to_async` would copy the whole context, and wake the loop once more for what was published
    meanwhile: together a tenth of the cost of a move. If the caller is cancelled while it waits, the call still
    runs to its end.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()
    SyncToAsync.single_thread_executor.submit(_call, loop, answer, language, partial(call, *given))
    try:
        return await answer
    finally:
        # The caller no longer waits for an exception, and asyncio must not log it.
        answer.cancel()


def _call(
    loop: asyncio.AbstractEventLoop,
    answer: asyncio.Future[Any],
    language: str,
    call: Callable[[], Any],
) -> None:
    result = error = None
    # Before and not after: the next call finds a connection that broke or grew old meanwhile.
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
