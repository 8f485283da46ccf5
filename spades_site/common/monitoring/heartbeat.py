"""When beat last sent each recurring task, and when each last succeeded or failed, for the page about the site's health.

Celery's signals write it: in the process of beat when a task is sent, in a worker's when it ends. Sweeps run every
second, so a process writes each of them at most every EVERY seconds. Nothing relies on these rows but that page.
"""

import logging
import time
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from celery import signals
from django.conf import settings
from django.db import DatabaseError, connection

from spades_site.celery import app
from spades_site.common.clock import machine_time
from spades_site.common.models import TaskRun

log = logging.getLogger("spades.tasks")
EVERY = 30.0
"""In seconds."""
_written: dict[tuple[str, str], float] = {}


def listen() -> None:
    """Note from now on what happens in this process to the tasks that beat sends."""
    signals.before_task_publish.connect(_sent)
    signals.task_success.connect(_done)
    signals.task_failure.connect(_failed)
    if settings.ALIVE_FILE:
        # A worker's sign of life comes every two seconds, beat's with the tasks that it sends.
        signals.heartbeat_sent.connect(_alive)
        signals.before_task_publish.connect(_alive)


def _alive(**_signal: Any) -> None:
    Path(settings.ALIVE_FILE).touch()


def _sent(sender: str = "", **_rest: Any) -> None:
    note(sender, sent_at=machine_time())


def _done(sender: Any = None, **_rest: Any) -> None:
    note(sender.name, done_at=machine_time())


def _failed(sender: Any = None, exception: Any = None, **_rest: Any) -> None:
    # Only the type: the message may quote what was being done.
    note(sender.name, failed_at=machine_time(), error=type(exception).__name__[:80])


@cache
def _recurring() -> frozenset[str]:
    """Return the names of the tasks that beat sends; those of the bots' queue aren't among them."""
    return frozenset(entry["task"] for entry in app.conf.beat_schedule.values())


def note(name: str, **changes: datetime | str) -> None:
    """Store what happened to a task, unless this process stored the same less than EVERY seconds ago."""
    if name not in _recurring():
        return
    key, moment = (name, min(changes)), time.monotonic()
    if moment - _written.get(key, -EVERY) < EVERY and "error" not in changes:
        return
    try:
        TaskRun.objects.update_or_create(name=name, defaults=changes)
    except DatabaseError as error:
        # The database went away: beat goes on, and the next task gets a new connection.
        log.warning("%s could not be noted: %s", name, type(error).__name__)
        connection.close()
        return
    _written[key] = moment
