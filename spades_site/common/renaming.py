"""Bringing names up to date in what was written with them: sentences and JSON that hold a copy of a user's name."""

import json
import re
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from games.engine.said import Sentence, restored

_JOINED = re.compile(r"( & |, | – )")
_PEOPLE = frozenset(
    (
        *("a", "about", "b", "first", "into", "last", "late", "name", "names", "one", "opponent"),
        *("other", "out", "second", "who"),
    )
)
"""Under which keys people are named. A league or a status may be called like somebody, and stays what it is."""


def put_name(old_names: Collection[str], new: str, *places: tuple[Any, str]) -> None:
    """Write `new` for each of the old names in this field of these rows (a model or a query), where people are named.

    Partners joined by "&" and lists count as single names. What people wrote themselves stays. Idempotent.
    """
    for source, field in places:
        every = source.all() if isinstance(source, QuerySet) else source._default_manager.all()
        for old in old_names:
            # As text: a JSON field would look for the name as a whole value only.
            rows = every.annotate(as_text=Cast(field, TextField()))
            for row in rows.filter(_may_hold(old)).iterator():
                value = getattr(row, field)
                fresh = renamed(value, old, new)
                if fresh != value:
                    every.filter(pk=row.pk).update(**{field: fresh})


def renamed(value: Any, old: str, new: str) -> Any:
    """Return a value of a JSON or sentence field with one name in the place of another, where it names a person."""
    if isinstance(value, Sentence):
        return restored(renamed(value.to_dict(), old, new))
    if isinstance(value, list):
        return [renamed(part, old, new) for part in value]
    if isinstance(value, dict):
        return {
            key: _put(part, old, new) if key in _PEOPLE else renamed(part, old, new)
            for key, part in value.items()
        }
    return value


def _put(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str) and not isinstance(value, Sentence):
        return "".join(new if part == old else part for part in _JOINED.split(value))
    if isinstance(value, list):
        return [_put(part, old, new) for part in value]
    return renamed(value, old, new)


def _may_hold(name: str) -> Q:
    # SQLite keeps JSON in ASCII; Postgres shows it as it is.
    return Q(as_text__contains=name) | Q(as_text__contains=json.dumps(name)[1:-1])
