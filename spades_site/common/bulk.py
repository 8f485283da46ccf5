"""Writing many rows at once."""

from collections.abc import Iterable, Sequence
from itertools import batched
from typing import Any

from django.db import connection
from django.db.models import Field, IntegerField, Model

BATCH = 500
"""Rows per statement: far below SQLite's limit on parameters."""


def rewrite(
    model: type[Model],
    fields: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    counting: Sequence[str] = (),
) -> None:
    """Update existing rows: each of `rows` has the new values of `fields` in order, and the key last.

    The numbers in the fields `counting` are incremented. Django's own `bulk_update` puts all values of a column
    into one expression, which takes databases minutes for hundreds of thousands of rows; this joins the values as
    a table.
    """
    quote = connection.ops.quote_name
    table, key = quote(model._meta.db_table), quote(_name(_column(model, "pk")))
    columns = [_column(model, name) for name in fields]
    names = [quote(_name(column)) for column in columns]
    others = [
        (place, column)
        for place, column in enumerate(columns)
        if not isinstance(column, IntegerField)
    ]
    setting = ", ".join(
        [f"{name} = fresh.{name}" for name in names]
        + [f"{name} = {table}.{name} + 1" for name in map(quote, counting)]
    )
    one = f"({', '.join(['%s'] * (len(fields) + 1))})"
    with connection.cursor() as cursor:
        for some in batched(rows, BATCH):
            values: list[Any] = []
            for row in some:
                prepared = list(row)
                for place, column in others:
                    prepared[place] = column.get_db_prep_save(row[place], connection)
                values += prepared
            cursor.execute(
                f"WITH fresh ({', '.join([*names, key])}) AS (VALUES {', '.join([one] * len(some))})"  # noqa: S608
                f" UPDATE {table} SET {setting} FROM fresh WHERE {table}.{key} = fresh.{key}",
                values,
            )


def _column(model: type[Model], name: str) -> "Field[Any, Any]":
    field = model._meta.pk if name == "pk" else model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _name(column: "Field[Any, Any]") -> str:
    assert column.column is not None  # Only fields between two tables have none.
    return column.column
