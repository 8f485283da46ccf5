"""Database connections of long-lived threads, outside requests."""

from collections.abc import Callable

from django.db import (
    DEFAULT_DB_ALIAS,
    InterfaceError,
    OperationalError,
    close_old_connections,
    connections,
)


def on_living_connection[T](call: Callable[[], T]) -> T:
    """Call a function that uses the database; if this thread's connection turns out to be broken, call it again.

    Django would test the connection before each call, which is nearly always a wasted round trip. `call` must be idempotent,
    because the database may have carried out its last statement before the connection broke.
    """
    link = connections[DEFAULT_DB_ALIAS]
    if link.errors_occurred:
        close_old_connections()
    used = link.connection
    try:
        return call()
    except (OperationalError, InterfaceError):
        # If the call itself opened the connection, the database is down. Django closes one that breaks in a transaction.
        if used is None or link.in_atomic_block or (link.connection is used and link.is_usable()):
            raise
        link.close()
    return call()
