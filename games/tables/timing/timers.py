"""On-time triggers: one thread a process that wakes tables at their `wake_at`.

A timer that is lost with its process loses nothing: the sweep that beat runs every second finds what is due.
"""

import heapq
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import count

from django.db import close_old_connections

from spades_site.common.clock import machine_time, now
from spades_site.common.mishaps import trace_of

log = logging.getLogger("spades.tables")
WAKERS = 4
LOOK_SECONDS = 1.0
STALL = timedelta(seconds=3)
"""Who looks at the clock every second and finds that so much has passed has stood still."""


class Timers:
    """A heap of moments, a thread that waits for the earliest, and a few that do what is due."""

    def __init__(self, wake: Callable[[int], object], resume: Callable[[], object]) -> None:
        """Take what wakes a table, and what makes an outage good: after one it is called before any table is woken."""
        self._wake = wake
        self._resume = resume
        self._looked_at: datetime | None = None
        self._stalled = True
        self._heap: list[tuple[datetime, int, int]] = []
        self._wanted: dict[int, datetime] = {}
        self._changed = threading.Condition()
        self._numbers = count()
        self._thread: threading.Thread | None = None
        self._pool = ThreadPoolExecutor(WAKERS, thread_name_prefix="tables")

    def at(self, moment: datetime, table_id: int) -> None:
        """Wake the table at that moment, and no longer at the one that was given for it before.

        A move puts its table's moment off, mostly by as long as a turn lasts: moments that no longer count stay in the
        heap until they come, and then wake nobody.
        """
        with self._changed:
            self._wanted[table_id] = moment
            sooner = not self._heap or moment < self._heap[0][0]
            heapq.heappush(self._heap, (moment, next(self._numbers), table_id))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="table-timers", daemon=True)
                self._thread.start()
            elif sooner:
                self._changed.notify()

    def _run(self) -> None:
        while True:
            try:
                table_id = self._next()
                if table_id is not None:
                    self._pool.submit(self._ring, table_id)
            except Exception as error:
                # Without this thread every table of the process would wait for the sweep.
                log.error("timers go on after: %s", trace_of(error))
                time.sleep(LOOK_SECONDS)

    def _next(self) -> int | None:
        """Wait a second at most; return the table whose moment has come, or None."""
        with self._changed:
            while not self._heap:
                self._changed.wait()
        # Between any wait and a ring there is a look at how long the wait really was.
        if not self._is_awake():
            time.sleep(LOOK_SECONDS)
            return None
        with self._changed:
            pause = (self._heap[0][0] - now()).total_seconds()
            if pause > 0:
                self._changed.wait(min(pause, LOOK_SECONDS))
                return None
            moment, _number, table_id = heapq.heappop(self._heap)
            if self._wanted.get(table_id) != moment:
                return None
            del self._wanted[table_id]
            return table_id

    def _is_awake(self) -> bool:
        """Make an outage good if this thread, and so perhaps the whole house, just began or stood still for a while.

        Returns False while that can't be done, because the database is away.
        """
        moment = machine_time()
        if self._looked_at is None or moment - self._looked_at > STALL:
            self._stalled = True
        self._looked_at = moment
        if not self._stalled:
            return True
        try:
            close_old_connections()
            self._resume()
            self._stalled = False
            close_old_connections()
        except Exception as error:
            log.error("timers wait for the database: %s", trace_of(error))
        return not self._stalled

    def _ring(self, table_id: int) -> None:
        # As Django does around a request: a connection that broke meanwhile is replaced.
        close_old_connections()
        try:
            self._wake(table_id)
        except Exception as error:
            # The database may be away: the sweep comes by every second.
            log.error("table %s is left to the sweep: %s", table_id, trace_of(error))
        finally:
            close_old_connections()
