"""Timers: one thread per process that wakes tables on time, at their `wake_at`.

A timer that dies with its process does no harm: the sweep that beat runs every second finds what is due.
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
from spades_site.common.monitoring.safe_logging import trace_of
from spades_site.common.server.connections import on_living_connection

log = logging.getLogger("spades.tables")
WAKERS = 4
LOOK_SECONDS = 1.0
STALL = timedelta(seconds=3)
"""A thread that checks the clock every second and finds a larger gap than this has been suspended."""


class Timers:
    """A heap of times, a thread that waits for the earliest, and a few threads that wake the tables."""

    def __init__(self, wake: Callable[[int], object], resume: Callable[[], object]) -> None:
        """Store the function that wakes a table, and the one that compensates for an outage before any table is
        woken.
        """
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
        """Wake the table at that time, replacing any earlier time given for it.

        Each move postpones its table's time, usually by the length of a turn: outdated times stay in the heap
        until they come up, and are then ignored.
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
                # Without this thread every table of the process would depend on the sweep.
                log.error("timer loop failed and continues: %s", trace_of(error))
                time.sleep(LOOK_SECONDS)

    def _next(self) -> int | None:
        """Wait for at most a second; return the table that is due, or None."""
        with self._changed:
            while not self._heap:
                self._changed.wait()
        # Measure how long each wait really was before waking anything.
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
        """Compensate for an outage if this thread, and so perhaps the whole platform, just started or was
        suspended.

        Returns False while that isn't possible because the database is unavailable.
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
            log.error("timers could not read the database: %s", trace_of(error))
        return not self._stalled

    def _ring(self, table_id: int) -> None:
        try:
            on_living_connection(lambda: self._wake(table_id))
        except Exception as error:
            # The database may be unavailable; the sweep runs every second.
            log.error(
                "table %s could not be woken; the sweep will retry: %s", table_id, trace_of(error)
            )
