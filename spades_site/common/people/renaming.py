"""Update users' names in stored copies: in sentences and in JSON."""

import json
import re
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from games.engine.sentences import Sentence, restored

_JOINED = re.compile(r"( & |, | – )")
_PEOPLE = frozenset(
    (
        *("a", "about", "b", "first", "into", "last", "late", "name", "names", "one", "opponent"),
        *("other", "out", "second", "who"),
    )
)
"""The keys under which people are named. Other keys may have a text that happens to be somebody's name."""


def put_name(old_names: Collection[str], new: str, *places: tuple[Any, str]) -> None:
    """Replace the old names by `new` in `places` (rows, as a model or a query, and a field), where they name people.

    Also within pairs joined by "&" and lists, but not in texts that people wrote. Idempotent.
    """
    for source, field in places:
        for old in old_names:
            for row in naming([old], source, field).iterator():
                value = getattr(row, field)
                fresh = renamed(value, old, new)
                if fresh != value:
                    _all_of(source).filter(pk=row.pk).update(**{field: fresh})


def naming(names: Collection[str], source: Any, field: str) -> QuerySet[Any]:
    """Return the rows of a model or a query whose field may hold one of these names."""
    wanted = Q(pk__in=())
    for name in names:
        wanted |= _may_hold(name)
    # As text, because a JSON field would match the name only as a whole value.
    return _all_of(source).annotate(as_text=Cast(field, TextField())).filter(wanted)


def _all_of(source: Any) -> QuerySet[Any]:
    rows: QuerySet[Any] = source if isinstance(source, QuerySet) else source._default_manager.all()
    return rows


def renamed(value: Any, old: str, new: str) -> Any:
    """Return a value of a JSON or sentence field with one name replaced where it names a person."""
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
    # SQLite stores JSON in ASCII; Postgres shows it unescaped.
    return Q(as_text__contains=name) | Q(as_text__contains=json.dumps(name)[1:-1])
