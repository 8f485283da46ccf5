"""Bringing names up to date in what was written with them: sentences and JSON that hold a copy of a user's name."""

import json
import re
from collections.abc import Collection
from typing import Any

from django.db.models import Model, Q, TextField
from django.db.models.functions import Cast

from games.engine.said import Sentence, restored

_JOINED = re.compile(r"( & |, )")


def put_name(old_names: Collection[str], new: str, *places: tuple[type[Model], str]) -> None:
    """Write `new` for each of the old names in these fields of these models, wherever a value is just that name.

    Partners joined by "&" and lists with commas count as single names. What people wrote themselves stays. Idempotent.
    """
    for model, field in places:
        for old in old_names:
            # As text: a JSON field would look for the name as a whole value only.
            rows = model._default_manager.annotate(as_text=Cast(field, TextField()))
            for row in rows.filter(_may_hold(old)).iterator():
                value = getattr(row, field)
                if isinstance(value, str) and not isinstance(value, Sentence):
                    continue
                fresh = renamed(value, old, new)
                if fresh != value:
                    model._default_manager.filter(pk=row.pk).update(**{field: fresh})


def renamed(value: Any, old: str, new: str) -> Any:
    """Return a value of a JSON or sentence field with one name in the place of another."""
    if isinstance(value, Sentence):
        return restored(renamed(value.to_dict(), old, new))
    if isinstance(value, str):
        return "".join(new if part == old else part for part in _JOINED.split(value))
    if isinstance(value, dict):
        return {key: renamed(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, old, new) for part in value]
    return value


def _may_hold(name: str) -> Q:
    # SQLite keeps JSON in ASCII; Postgres shows it as it is.
    return Q(as_text__contains=name) | Q(as_text__contains=json.dumps(name)[1:-1])
