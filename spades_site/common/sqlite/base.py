"""Django's SQLite backend, which puts each statement into SQLite's own style once instead of at every execution.

Django writes `%s` for a value and SQLite reads `?`: the search and replacement takes as long as the database takes to
answer a short query. The statements are the same few hundred again and again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base

KEPT = 1000
LONGEST = 10_000
"""Statements with more characters than this have hundreds of values, and hardly come twice."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose cursors remember what they converted."""

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor; Django calls this."""
        return self.connection.cursor(factory=Cursor)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that remembers statements in SQLite's style."""

    def convert_query(self, query: str, *, param_names: Sequence[str] | None = None) -> str:
        """Return a statement in SQLite's style; Django calls this before each execution."""
        if param_names is None and len(query) <= LONGEST:
            return _converted(query)
        return str(super().convert_query(query, param_names=param_names))


@lru_cache(KEPT)
def _converted(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
