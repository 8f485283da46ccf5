"""One key for a name: names that differ only in case, width or composition are the same name, on every database.

Databases fold case differently (SQLite only ASCII), so the key is computed here and stored beside the name. User names that
merely look alike are told apart by `accounts.names.skeleton`; mail addresses aren't folded like this.
"""

import sys
import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.lookups import IContains, IExact, IStartsWith

LONGEST_KEY = 1200
"""Compatibility forms are longer: up to 18 characters for one."""
_NUMBERED = "\x1f"
"""Before the number in the key of a row whose name was taken when keys were introduced; no name contains it."""
_AT_A_TIME = 1000


def fold_name(name: str) -> str:
    """Return the key of a name: NFKC(casefold(NFKC(name))), version 1. Migrations must refill stored keys if it changes.

    "ß" is "ss" and a final sigma is a sigma. The Turkish "İ" (then "i" and a dot) and "ı" differ from "i".
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class FoldedName(models.CharField):  # type: ignore[type-arg]
    """Stores the key of the name in the field `of`, whenever a row is saved or created in bulk.

    A row with a numbered key (`fill`) keeps it until its name gets another key.
    """

    def __init__(self, *, of: str = "name", **options: Any) -> None:
        super().__init__(**{"max_length": LONGEST_KEY, "editable": False, **options})
        self.of = of

    def deconstruct(self) -> Any:
        """Return what migrations write."""
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return the key to store."""
        stored = getattr(model_instance, self.attname)
        key = fold_name(getattr(model_instance, self.of))
        if stored.partition(_NUMBERED)[0] != key:
            setattr(model_instance, self.attname, key)
            return key
        return str(stored)


class _Folding:
    """A look-up in keys, which takes names as people write them."""

    def get_prep_lookup(self) -> Any:
        """Return the key of what is looked for."""
        value = super().get_prep_lookup()  # type: ignore[misc]
        return fold_name(value) if isinstance(value, str) else value


# Those of the admin's searches.
for _look_up in (IExact, IContains, IStartsWith):
    FoldedName.register_lookup(type(_look_up.__name__, (_Folding, _look_up), {}))


class Named(models.Model):
    """Something with a name that is looked up or must be unique, by its key."""

    folded_name = FoldedName()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row, and the name's key with the name."""
        fields = kwargs.get("update_fields")
        if fields is not None and _field_of(type(self)).of in fields:
            kwargs["update_fields"] = {*fields, "folded_name"}
        super().save(*args, **kwargs)


def called[Row: Named](rows: models.QuerySet[Row], name: str) -> Row | None:
    """Return the row with this name, or None: spelled exactly so, else with the same key."""
    of = _field_of(rows.model).of
    found = list(rows.filter(Q(**{of: name}) | Q(folded_name=fold_name(name))))
    return next((row for row in found if getattr(row, of) == name), found[0] if found else None)


def all_called[Row: Named](rows: models.QuerySet[Row], names: Iterable[str]) -> dict[str, Row]:
    """Return the row that each of these names calls, as `called` does, in one query; unknown names are left out."""
    of, keys = _field_of(rows.model).of, {name: fold_name(name) for name in names if name}
    found = rows.filter(Q(**{f"{of}__in": keys}) | Q(folded_name__in=set(keys.values())))
    known = {row.folded_name: row for row in found}
    exact = {getattr(row, of): row for row in known.values()}
    rows_of = {name: exact.get(name) or known.get(key) for name, key in keys.items()}
    return {name: row for name, row in rows_of.items() if row is not None}


def is_taken(rows: models.QuerySet[Any], name: str) -> bool:
    """Return whether a row has this name; rows with a numbered key count."""
    key = fold_name(name)
    return rows.filter(Q(folded_name=key) | Q(folded_name__startswith=key + _NUMBERED)).exists()


def fill(rows: models.QuerySet[Any], of: str = "name", within: Iterable[str] = ()) -> list[str]:
    """Store the keys of all names, and return the names that got a numbered key, for a migration.

    Of rows that collide `within` these fields, the oldest gets the plain key.
    """
    taken: set[tuple[Any, ...]] = set()
    collided, changed = [], []
    for row in rows.order_by("pk").iterator(_AT_A_TIME):
        name, place = getattr(row, of), tuple(getattr(row, field) for field in within)
        key, number = fold_name(name), 1
        while (*place, row.folded_name or key) in taken:
            number += 1
            row.folded_name = f"{key}{_NUMBERED}{number}"
        row.folded_name = row.folded_name or key
        taken.add((*place, row.folded_name))
        changed.append(row)
        if number > 1:
            collided.append(name)
        if len(changed) == _AT_A_TIME:
            rows.model._default_manager.bulk_update(changed, ["folded_name"])
            changed = []
    rows.model._default_manager.bulk_update(changed, ["folded_name"])
    return collided


def report(what: str, names: Iterable[str]) -> None:
    """Print the names that got a numbered key, as part of `migrate`'s output."""
    for name in names:
        sys.stdout.write(
            f"\n    {what} “{name}”: an older one has this name in another case. Rename one of them.\n   "
        )


def collisions() -> dict[str, list[str]]:
    """Return the names with a numbered key, by the kind of thing: "accounts.User"."""
    found = {}
    for model in _models():
        rows = model._default_manager.filter(folded_name__contains=_NUMBERED).order_by("pk")
        if names := list(rows.values_list(_field_of(model).of, flat=True)):
            found[model._meta.label] = names
    return found


def _models() -> list[type[Named]]:
    from django.apps import apps

    return [model for model in apps.get_models() if issubclass(model, Named)]


def _field_of(model: type[models.Model]) -> FoldedName:
    field = model._meta.get_field("folded_name")
    assert isinstance(field, FoldedName)
    return field
