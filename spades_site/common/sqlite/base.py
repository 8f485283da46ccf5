"""Django's SQLite backend, with each statement converted to SQLite's parameter style once instead of at every
execution.

Django writes `%s` for a value and SQLite expects `?`: the conversion takes as long as a short query, and the few
hundred different statements repeat.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base

KEPT = 1000
LONGEST = 10_000
"""Longer statements, in characters, have hundreds of values and hardly repeat."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose cursors cache converted statements."""

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor; Django calls this."""
        return self.connection.cursor(factory=Cursor)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that caches statements in SQLite's style."""

    def convert_query(self, query: str, *, param_names: Sequence[str] | None = None) -> str:
        """Return a statement in SQLite's style; Django calls this before each execution."""
        if param_names is None and len(query) <= LONGEST:
            return _converted(query)
        return str(super().convert_query(query, param_names=param_names))


@lru_cache(KEPT)
def _converted(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
