"""Signs of life of the people at one event loop's sockets, written in batches."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from games.live.threads import in_database
from games.tables.server.presence import all_here
from spades_site.accounts.models import User
from spades_site.common.monitoring.safe_logging import trace_of

log = logging.getLogger("spades.live")

PAUSE_SECONDS = 1.0
"""The minimum time between two writes."""


class SignsOfLife:
    """The people who gave a sign of life since the last write. The first sign after a pause is written at once."""

    def __init__(self) -> None:
        self._noted: dict[tuple[int, int], User] = {}
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    def note(self, table_id: int, user: User) -> None:
        """Queue a sign of life of a user at a table."""
        self._noted[table_id, user.pk] = user
        if self._task is None or self._task.done():
            self._task = _started(self._write_all())

    async def left(self, table_id: int, user: User) -> None:
        """Drop a leaver's queued sign of life, and wait for the write in progress."""
        self._noted.pop((table_id, user.pk), None)
        if self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing])

    async def _write_all(self) -> None:
        while self._noted:
            noted, self._noted = self._noted, {}
            here = [(table_id, user) for (table_id, _pk), user in sorted(noted.items())]
            self._writing = _started(_write(here))
            await asyncio.wait([self._writing])
            await asyncio.sleep(PAUSE_SECONDS)


def _started(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task eagerly, so that it reaches the database before the caller's next query."""
    return asyncio.Task(work, loop=asyncio.get_running_loop(), eager_start=True)


async def _write(here: list[tuple[int, User]]) -> None:
    try:
        await in_database("en", all_here, here)
    except Exception as error:
        # The next signs follow in some seconds, before anybody counts as away.
        log.warning("signs of life could not be recorded: %s", trace_of(error))
