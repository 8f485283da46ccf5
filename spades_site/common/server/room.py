"""Whether the database has refused to store something because its disk is full. Reading goes on, and so does the process."""

import secrets
import sqlite3
import time

from django.db import DatabaseError, transaction

from spades_site.common.clock import machine_time
from spades_site.common.models import OutboxEvent

REMEMBERED = 30.0
"""In seconds, since the last refusal that this process met."""
POSTGRES_FULL = "53100"
PROBE_BYTES = 65_536
"""More than what is left over in the pages that the database already has."""
_refused_at = -REMEMBERED


def is_for_want_of_room(error: BaseException) -> bool:
    """Return whether an exception, or what caused it, says that the database's disk is full."""
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
    """Return whether something was refused lately."""
    return time.monotonic() - _refused_at < REMEMBERED


def is_back() -> bool:
    """Try whether the database stores something large, and take that back at once. If it does, forget its refusals."""
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
