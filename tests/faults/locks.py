"""Which lock a statement takes, and in which order a transaction takes its locks (docs/architecture.md, "Locks")."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from games.ratings import services as ratings
from games.tables.game import locked_table
from games.tables.lobby import places

ORDER = ("event", "play now", "pulse", "user", "league", "tournament", "pool", "deals", "table")
"""First to last. A tournament's rounds, matches and entries are changed under its own lock, ratings under their pool's, seats
under their table's: they need no place of their own.
"""
_ROWS = {
    "common_outboxevent": "event",
    "tables_pulse": "pulse",
    "accounts_user": "user",
    "leagues_league": "league",
    "events_tournament": "tournament",
    "tables_shareddeals": "deals",
    "tables_table": "table",
}
_READING = re.compile(r'^SELECT .* FROM "(\w+)".*FOR (?:NO KEY )?UPDATE', re.DOTALL)
_WRITING = re.compile(r'^(?:UPDATE|DELETE FROM) "(\w+)"')
_ONE_ROW = re.compile(r'WHERE (?:"\w+"\.)?"?id"? (?:= %s|IN \(%s\))(?! AND)')
_POOL, _PLAY_NOW = "SELECT 1 AS pool", "SELECT 1 AS play_now"
"""What stands for Postgres's advisory locks on SQLite."""

Lock = tuple[str, int]
"""Its name in ORDER, and the key of the row; 0 where a statement locks several rows, or no row."""


def lock_in(sql: str) -> str | None:
    """Return the name in ORDER of the lock that a statement takes, or None."""
    if sql in (ratings._ONE_AT_A_TIME, _POOL):
        return "pool"
    if sql in (places.ONE_AT_A_TIME, _PLAY_NOW):
        return "play now"
    found = _READING.match(sql) or _WRITING.match(sql)
    return _ROWS.get(found[1]) if found else None


def in_order(taken: list[Lock]) -> bool:
    """Return whether a transaction's locks come in ORDER, and those of a kind by rising keys."""
    places = [(ORDER.index(name), key) for name, key in taken]
    return places == sorted(places)


class Recorder:
    """What the transactions of this connection lock, each lock where it is taken first."""

    def __init__(self) -> None:
        self.transactions: list[list[Lock]] = []
        """Of those that lock anything."""
        self._open: list[int] = []
        self._held: list[Lock] = []

    @property
    def disorderly(self) -> list[list[Lock]]:
        """Return the transactions that took a lock after one that comes later in ORDER."""
        return [taken for taken in self.transactions if not in_order(taken)]

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement and note its lock; outside a transaction it holds that no longer than it runs."""
        answer = execute(sql, params, many, context)
        name = lock_in(sql)
        if name is not None and self._open:
            one = _ONE_ROW.search(sql) and isinstance(params[-1], int)
            lock = (name, params[-1] if one else 0)
            # Rows that a condition names are taken for those that are locked already, if any of their kind are.
            known = lock in self._held if one else self.holds(name)
            if not known:
                self._held.append(lock)
        return answer

    def holds(self, name: str) -> bool:
        """Return whether the transaction that is open has taken such a lock."""
        return any(held == name for held, _key in self._held)

    def begin(self) -> None:
        """Note that a transaction, or a savepoint in one, begins."""
        self._open.append(len(self._held))

    def end(self, *, well: bool) -> None:
        """Note that the innermost ends; what was locked since a savepoint is free again if that is rolled back."""
        held_before = self._open.pop()
        if self._open:
            if not well:
                del self._held[held_before:]
            return
        if self._held:
            self.transactions.append(self._held)
        self._held = []


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Record the locks of this thread's transactions. On SQLite, which has none, statements say what they would lock elsewhere."""
    recorder = Recorder()
    enter, leave = transaction.Atomic.__enter__, transaction.Atomic.__exit__

    def begin(self: Any) -> None:
        enter(self)
        recorder.begin()

    def end(self: Any, kind: Any, error: Any, trace: Any) -> Any:
        recorder.end(well=kind is None)
        return leave(self, kind, error, trace)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction.Atomic, "__enter__", begin)
        patch.setattr(transaction.Atomic, "__exit__", end)
        if connection.vendor != "postgresql":
            _say_locks(patch)
        with connection.execute_wrapper(recorder):
            yield recorder


def _say_locks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(connection.features, "has_select_for_update", True)
    patch.setattr(connection.features, "has_select_for_no_key_update", True)
    patch.setattr(connection.ops, "for_update_sql", lambda **_: "/* FOR UPDATE */")
    for select in (locked_table._table, locked_table._free_table):
        patch.setattr(select, "_compiled", {})
    patch.setattr(ratings, "_queue_up", lambda *_: _run(_POOL))
    patch.setattr(places, "queue_up", lambda: _run(_PLAY_NOW))


def _run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
