"""CPU-bound jobs, such as bots' searches and analyses, which never run in a web process.

`send` returns at once. A thread passes the jobs on, one at a time and those of games in play first: to Celery's queue
`bots`, which has a worker of its own; or, if everything runs in one process, to a single warm process beside it
(`warm_process.py`). Jobs are idempotent functions, named by their path; their arguments are numbers. Jobs may get lost, so
the sender must do without the result or resend the job.
"""

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.conf import settings

from spades_site.celery import app
from spades_site.common.monitoring.safe_logging import trace_of

log = logging.getLogger("spades.background")
QUEUE = "bots"
MOST_WAITING = 1000
"""The maximum number of waiting jobs; further ones are dropped."""
URGENT_SECONDS = 10.0
"""The time after which a job of a game in play is useless, because the game has gone on without it."""
FIRST, LAST = 0, 9
"""Priorities as in Celery with Redis: the smallest number comes first."""


@dataclass(frozen=True, order=True)
class Job:
    """A waiting job; jobs are sorted by priority, then by age."""

    priority: int
    number: int
    name: str = field(compare=False)
    args: tuple[int, ...] = field(compare=False)
    until: float | None = field(compare=False, default=None)
    """When it expires, by the monotonic clock."""

    @property
    def is_late(self) -> bool:
        """Return whether the job has expired."""
        return self.until is not None and time.monotonic() > self.until


class Jobs:
    """This process's waiting jobs, and the thread that passes them on, which starts with the first job."""

    def __init__(self, hand_over: Callable[[Job], object]) -> None:
        self._hand_over = hand_over
        self._queue: queue.PriorityQueue[Job] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._waiting: set[tuple[str, tuple[int, ...]]] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, name: str, args: tuple[int, ...], *, urgent: bool) -> None:
        """Queue a job, unless it is queued already or the queue is full."""
        with self._lock:
            if (name, args) in self._waiting or len(self._waiting) >= MOST_WAITING:
                return
            self._waiting.add((name, args))
            until = time.monotonic() + URGENT_SECONDS if urgent else None
            number = next(self._numbers)
            self._queue.put(Job(FIRST if urgent else LAST, number, name, args, until))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()

    def count(self) -> int:
        """Return how many jobs wait."""
        return self._queue.qsize()

    def _run(self) -> None:
        while True:
            job = self._queue.get()
            with self._lock:
                self._waiting.discard((job.name, job.args))
            if job.is_late:
                continue
            try:
                self._hand_over(job)
            except Exception as error:
                # Redis may be unavailable; the games go on without these jobs.
                log.warning("%s could not be handed over: %s", job.name, trace_of(error))


def _publish(job: Job) -> None:
    """Send a job to Celery's queue, unless the queue is full."""
    with app.producer_or_acquire() as producer:
        if producer.channel._size(QUEUE) >= MOST_WAITING:
            log.warning("the queue %s is full: does its worker run?", QUEUE)
            return
        app.send_task(
            job.name,
            args=job.args,
            queue=QUEUE,
            priority=job.priority,
            expires=URGENT_SECONDS if job.priority == FIRST else None,
            retry=False,
            producer=producer,
        )


_to_celery = Jobs(_publish)
_here: Jobs | None = None


def serve_here(hand_over: Callable[[Job], object]) -> None:
    """From now on, pass this process's jobs to `hand_over` instead of Celery."""
    global _here
    _here = Jobs(hand_over)


def send(name: str, *args: int, urgent: bool = False) -> None:
    """Call the function `name` (its full path) with `args` in the background. Returns at once and never raises.

    Urgent jobs come first, and expire after URGENT_SECONDS. Does nothing without a queue, as in management commands.
    """
    if not takes_jobs():
        return
    if _here is not None:
        _here.put(name, args, urgent=urgent)
    else:
        _to_celery.put(name, args, urgent=urgent)


def waiting() -> int:
    """Return how many jobs are waiting: in this process if a warm process does them, otherwise in Celery's queue."""
    if _here is not None:
        return _here.count()
    with app.connection_for_read() as broker:
        broker.ensure_connection(max_retries=1, timeout=3.0)
        return int(broker.default_channel._size(QUEUE))


def takes_jobs() -> bool:
    """Return whether another process does this one's jobs: not in management commands without Redis."""
    served = _here is not None or not app.conf.broker_url.startswith("memory://")
    return settings.BOTS_QUEUE and served
