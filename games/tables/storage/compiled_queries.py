"""Read and write the rows of a move with statements that Django compiles only once.

Django compiles a query's SQL at every use, which takes several times as long as the database's answer. A move reads a few
rows and writes two, always with the same statements: compiling them once per kind of database saves two thirds of the
server's processor time. Values are converted by the fields, except for numbers, texts, datetimes and JSON written, which
`_stored` converts.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import orjson
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model, QuerySet
from django.db.models.base import ModelState

_PLAIN = frozenset((int, str, type(None)))

Values = Mapping[str, Any]
"""A row's values by its columns' names (`user_id`), as in the database."""


class Select[Row: Model]:
    """A query whose parameters are given later."""

    def __init__(self, example: Callable[[], QuerySet[Row]]) -> None:
        """Create a query from a function that builds it with example values, called inside a transaction.

        Conditions of one `filter` are sorted by name, so a query with several needs a `filter` for each.
        """
        self._example = example
        self._compiled: dict[str, tuple[str, type[Row], list[str], list[tuple[int, Any, Any]]]] = {}

    def rows(self, *values: Any) -> list[Row]:
        """Return the rows for these values, given in the order of the query's conditions."""
        link = _link()
        sql, model, names, converters = self._for_this_database(link)
        with link.cursor() as cursor:
            cursor.execute(sql, values)
            found = cursor.fetchall()
        return [
            remembered(model, dict(zip(names, _read(row, converters, link), strict=True)))
            for row in found
        ]

    def row(self, *values: Any) -> Row | None:
        """Return the only row for these values, or None."""
        found = self.rows(*values)
        return found[0] if found else None

    def _for_this_database(self, link: Any) -> Any:
        known = self._compiled.get(link.vendor)
        if known is None:
            query = self._example()
            compiler = query.query.get_compiler(connection=link)
            sql, _examples = compiler.as_sql()
            columns = [column for column, _sql, _alias in compiler.select]
            converters = [
                (place, tuple(functions), expression)
                for place, (functions, expression) in compiler.get_converters(columns).items()
            ]
            names = [column.target.attname for column in columns]
            known = self._compiled[link.vendor] = (sql, query.model, names, converters)
        return known


def _link() -> Any:
    """Return this thread's connection: `django.db.connection` looks it up at every use."""
    return connections[DEFAULT_DB_ALIAS]


def _read(row: Sequence[Any], converters: list[tuple[int, Any, Any]], link: Any) -> list[Any]:
    values = list(row)
    for place, functions, expression in converters:
        if values[place] is not None:
            for function in functions:
                values[place] = function(values[place], expression, link)
    return values


def remembered[Row: Model](model: type[Row], values: Values) -> Row:
    """Return a row with these values, like `from_db`; `write_changes` writes its later changes."""
    row = object.__new__(model)
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    row.__dict__.update(values)
    row._was = values  # type: ignore[attr-defined]
    return row


def values_of(row: Model) -> Values:
    """Return a row's values when it was last read or written; for a row not from `Select`, its current ones."""
    known: Values | None = getattr(row, "_was", None)
    if known is not None:
        return known
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _stored(field: Any, value: Any, link: Any) -> Any:
    """Return a field's value for the database: numbers and plain texts unchanged, JSON as text."""
    if isinstance(field, JSONField):
        return None if value is None else orjson.dumps(value).decode()
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is datetime:
        # All datetimes are aware, so skip the field's check.
        return link.ops.adapt_datetimefield_value(value)
    return field.get_db_prep_save(value, link)


def remember(row: Model, **values: Any) -> None:
    """Record the row's values of columns that it was read without as stored in the database."""
    row.__dict__.update(values)
    wrote(row, **values)


def wrote(row: Model, **values: Any) -> None:
    """Record that the database has these values now, whatever the row from `Select` has."""
    row._was = {**values_of(row), **values}  # type: ignore[attr-defined]


def write_changes(row: Model) -> None:
    """Write the fields of a row from `Select` that have changed since it was last read or written; all of any other row.

    Doesn't detect changes within a value: replace JSON as a whole.
    """
    if not hasattr(row, "_was"):
        row.save()
        return
    changes = _changes(row)
    if not changes:
        return
    link = _link()
    model: Any = type(row)
    sql, fields = _update(model, tuple(changes), link.vendor)
    values = [_stored(fields[name], value, link) for name, value in changes.items()]
    with link.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])
    wrote(row, **changes)


def _changes(row: Model) -> dict[str, Any]:
    now = row.__dict__
    return {
        name: now[name]
        for name, value in values_of(row).items()
        if now[name] is not value and now[name] != value
    }


@cache
def _update(model: type[Model], names: tuple[str, ...], _vendor: str) -> tuple[str, dict[str, Any]]:
    """Return the statement that writes these columns of a row, and their fields. Cached: there are few sets of columns."""
    quote, meta = _link().ops.quote_name, model._meta
    fields = {field.attname: field for field in meta.concrete_fields if field.attname in names}
    columns = ", ".join(f"{quote(fields[name].column)} = %s" for name in names)
    key = meta.pk
    assert key is not None
    where = f"WHERE {quote(key.column)} = %s"
    return f"UPDATE {quote(meta.db_table)} SET {columns} {where}", fields  # noqa: S608


def new[Row: Model](model: type[Row], **values: Any) -> Row:
    """Return a new row to `insert`, with a value for each column except the key, by column name (`user_id`)."""
    row = object.__new__(model)
    row._state = ModelState()
    row.__dict__.update(values)
    return row


def insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model, without reading back their keys."""
    if not rows:
        return
    link = _link()
    model: Any = type(rows[0])
    sql, places, fields = _insert(model, link.vendor)
    values = [_stored(field, getattr(row, field.attname), link) for row in rows for field in fields]
    with link.cursor() as cursor:
        cursor.execute(sql + ", ".join([places] * len(rows)), values)


@cache
def _insert(model: type[Model], _vendor: str) -> tuple[str, str, list[Any]]:
    """Return the beginning of the insert statement, the placeholders of a row, and its fields."""
    quote, meta = _link().ops.quote_name, model._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(field.column) for field in fields)
    places = f"({', '.join(['%s'] * len(fields))})"
    return f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ", places, fields  # noqa: S608


def write_if_unchanged(
    row: Model, stamp: Sequence[str], others: Sequence[Model], added: Sequence[Model]
) -> bool:
    """Write the changes of a row and of `others`, and insert the rows in `added`, all in one statement.

    Writes nothing, and returns False, if the stored row's columns in `stamp` have changed since `row` was read. All rows
    except the added ones must be from `Select` or `remembered`, and `row` must have changed. Postgres only: its statements
    can write several tables at once.
    """
    link = _link()
    was, now = values_of(row), [(one, _changes(one)) for one in (row, *others)]
    now = [now[0], *((one, changes) for one, changes in now[1:] if changes)]
    shape = tuple((type(one), tuple(changes)) for one, changes in now)
    models = tuple(type(one) for one in added)
    sql, written, inserted = _conditional(shape, tuple(stamp), models, link.vendor)
    values: list[Any] = []
    for place, ((one, changes), fields) in enumerate(zip(now, written, strict=True)):
        values += (_stored(fields[name], value, link) for name, value in changes.items())
        values.append(one.pk)
        if place == 0:
            values += (_stored(fields[name], was[name], link) for name in stamp)
    for one, columns in zip(added, inserted, strict=True):
        values += (_stored(field, getattr(one, field.attname), link) for field in columns)
    with link.cursor() as cursor:
        cursor.execute(sql, values)
        done = cursor.fetchone() is not None
    if done:
        for one, changes in now:
            wrote(one, **changes)
    return done


@cache
def _conditional(
    shape: tuple[tuple[type[Model], tuple[str, ...]], ...],
    stamp: tuple[str, ...],
    added: tuple[type[Model], ...],
    vendor: str,
) -> tuple[str, list[dict[str, Any]], list[list[Any]]]:
    """Return the statement of `write_if_unchanged` for these models and columns, and its fields in order."""
    quote = _link().ops.quote_name
    parts, written, inserted = [], [], []
    for place, (model, names) in enumerate(shape):
        sql, _fields = _update(model, names, vendor)
        fields = {field.attname: field for field in model._meta.concrete_fields}
        if place == 0:
            kept = "".join(
                f" AND {quote(fields[name].column)} IS NOT DISTINCT FROM %s" for name in stamp
            )
            parts.append(f"moved AS ({sql}{kept} RETURNING 1)")
        else:
            parts.append(f"with{place} AS ({sql} AND EXISTS (SELECT FROM moved))")
        written.append(fields)
    for place, model in enumerate(added):
        beginning, places, columns = _insert(model, vendor)
        head = beginning.removesuffix("VALUES ")
        parts.append(f"new{place} AS ({head}SELECT {places[1:-1]} FROM moved)")  # noqa: S608
        inserted.append(columns)
    return f"WITH {', '.join(parts)} SELECT 1 FROM moved", written, inserted  # noqa: S608
