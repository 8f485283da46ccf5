"""Crashes between two statements: at every write of a call, after which nothing at all may be changed."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection


class Crash(Exception):
    """The process dies here."""


EACH_WRITE = True
"""Whether to crash at every write; else, in the short run of the tests, at fewer and fewer (tests/conftest.py sets it)."""


class Crashing:
    """A database wrapper that raises in place of the `statement`-th write.

    `writes` counts the writes, `blocks` names the transactions (in a test that is one itself: the savepoints) that they belong to.
    """

    def __init__(self, statement: int) -> None:
        self.statement, self.writes = statement, 0
        self.blocks: set[str | None] = set()
        self._begun, self._inside = 0, connection.in_atomic_block

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Carry out a statement, or crash."""
        self._begun += sql.startswith("BEGIN")
        if sql.startswith(("INSERT", "UPDATE", "DELETE", "WITH")):
            self.writes += 1
            self.blocks.add(self._block())
            if self.writes == self.statement:
                raise Crash
        return execute(sql, params, many, context)

    def _block(self) -> str | None:
        if self._inside:
            return connection.savepoint_ids[0] if connection.savepoint_ids else None
        return f"transaction {self._begun}" if connection.in_atomic_block else None


def crash_everywhere(call: Callable[[], Any]) -> int:
    """Crash `call` at its first write, its second …: nothing at all may be changed. Returns how many writes it
    has.

    What it has read by then dies with it: between two writes there is only one state to crash in. The short run crashes at the
    writes 1, 2, 3, 5, 8 … and shows for the others that all belong to one transaction, whose end no crash reaches.
    """
    # Django begins transactions by a statement on SQLite alone.
    told = connection.in_atomic_block or connection.vendor == "sqlite"
    each = EACH_WRITE or not told
    before, at, following = everything(), 1, 2
    while True:
        crashing = Crashing(at)
        try:
            with connection.execute_wrapper(crashing):
                call()
        except Crash:
            assert everything() == before, f"at write {at}"
            at, following = (at + 1, 0) if each else (following, at + following)
        else:
            assert each or crashing.writes == 1 or _is_one(crashing.blocks)
            return crashing.writes


def _is_one(blocks: set[str | None]) -> bool:
    return len(blocks) == 1 and None not in blocks


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return all that the project has stored, as the database has it, by the models' names."""
    with connection.cursor() as cursor:
        return {label: cursor.execute(sql).fetchall() for label, sql in _selects()}


@cache
def _selects() -> list[tuple[str, str]]:
    """Return a statement for every model: to build them anew after every crash would take longer than all the rest."""
    return [
        (model._meta.label, str(model.objects.order_by("pk").values_list().query))
        for model in apps.get_models()
        if model.__module__.partition(".")[0] in {"games", "spades_site", "tournaments"}
    ]
