"""Database connections of threads that live long, outside requests."""

from collections.abc import Callable

from django.db import (
    DEFAULT_DB_ALIAS,
    InterfaceError,
    OperationalError,
    close_old_connections,
    connections,
)


def on_living_connection[T](call: Callable[[], T]) -> T:
    """Call a function that uses the database; if this thread's connection turns out to be broken, call it once more.

    Django would ask the database before each call whether the connection still works: a trip for nothing, nearly
    always. `call` must be idempotent, because what it sent last may have been carried out before the connection broke.
    """
    link = connections[DEFAULT_DB_ALIAS]
    if link.errors_occurred:
        close_old_connections()
    used = link.connection
    try:
        return call()
    except (OperationalError, InterfaceError):
        # A connection made by the call itself says that the database is away. Django closes one that breaks in a
        # transaction.
        if used is None or link.in_atomic_block or (link.connection is used and link.is_usable()):
            raise
        link.close()
    return call()
