"""Crashes between two statements: at every write of a call, after which nothing at all may be changed."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection


class Crash(Exception):
    """The process dies here."""


def crashing_at(statement: int) -> Callable[..., Any]:
    """Return a database wrapper that raises in place of the `statement`-th write."""
    seen = 0

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        if sql.startswith(("INSERT", "UPDATE", "DELETE", "WITH")):
            seen += 1
            if seen == statement:
                raise Crash
        return execute(sql, params, many, context)

    return wrapper


def crash_everywhere(call: Callable[[], Any]) -> int:
    """Crash `call` at its first write, its second …: nothing at all may be changed. Returns how many writes it
    has.

    What it has read by then dies with it: between two writes there is only one state to crash in.
    """
    before, writes = everything(), 0
    while True:
        try:
            with connection.execute_wrapper(crashing_at(writes + 1)):
                call()
        except Crash:
            assert everything() == before, f"at write {writes + 1}"
            writes += 1
        else:
            return writes


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
