"""Disk space: whether the database has lately refused a write because its disk is full. Reading still works then."""

import secrets
import sqlite3
import time

from django.db import DatabaseError, transaction

from spades_site.common.clock import machine_time
from spades_site.common.models import OutboxEvent

REMEMBERED = 30.0
"""How long, in seconds, this process remembers the last refusal."""
POSTGRES_FULL = "53100"
PROBE_BYTES = 65_536
"""More than fits into the free space of pages that the database has already allocated."""
_refused_at = -REMEMBERED


def is_for_want_of_room(error: BaseException) -> bool:
    """Return whether an exception, or its cause, says that the database's disk is full."""
    causes = [each for each in (error, error.__cause__, error.__context__) if each is not None]
    return any(
        getattr(cause, "sqlstate", None) == POSTGRES_FULL
        or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        for cause in causes
    )


def note(error: BaseException) -> None:
    """Remember an exception if it says that the disk is full."""
    global _refused_at
    if is_for_want_of_room(error):
        _refused_at = time.monotonic()


def is_short() -> bool:
    """Return whether a write was refused lately."""
    return time.monotonic() - _refused_at < REMEMBERED


def is_back() -> bool:
    """Test, with a large write that is rolled back, whether there is space again. If so, forget the refusals."""
    global _refused_at
    try:
        with transaction.atomic():
            moment, much = machine_time(), secrets.token_hex(PROBE_BYTES)
            OutboxEvent.objects.create(
                topic="room", payload={"much": much}, created_at=moment, due_at=moment
            )
            transaction.set_rollback(True)
    except DatabaseError as error:
        note(error)
        return False
    _refused_at = -REMEMBERED
    return True
