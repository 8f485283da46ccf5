"""The SQLite backend puts statements into SQLite's style as Django's own does, the first time and each time after."""

import sqlite3

import pytest
from django.db.backends.sqlite3.base import SQLiteCursorWrapper

from spades_site.common.sqlite.base import LONGEST, Cursor


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("SELECT 1", None),
        ("SELECT a FROM b WHERE c = %s AND d LIKE %s ESCAPE '\\'", None),
        ("SELECT '100%%' WHERE a = %s", None),
        ("SELECT '%%s', %s", None),
        ("SELECT %(one)s, %(two)s", ["one", "two"]),
        ("SELECT " + ", ".join(["%s"] * LONGEST), None),
    ],
)
def test_statements_are_converted_as_django_converts_them(
    statement: str, names: list[str] | None
) -> None:
    with sqlite3.connect(":memory:") as link:
        ours, djangos = link.cursor(factory=Cursor), link.cursor(factory=SQLiteCursorWrapper)
        expected = djangos.convert_query(statement, param_names=names)
        for _time in range(2):
            assert ours.convert_query(statement, param_names=names) == expected
