"""Whether the database has refused to store something because its disk is full. Reading goes on, and so does the process."""

import sqlite3
import time

REMEMBERED = 30.0
"""In seconds, since the last refusal that this process met."""
POSTGRES_FULL = "53100"
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
