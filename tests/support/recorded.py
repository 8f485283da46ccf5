"""Worlds that are built once: what a function of a test's club stores is recorded, and stored again, statement by statement,
where another test begins in the same way.

Tests begin in the same way if recorded functions alone have stored something so far, called in the same order with the same
arguments and settings. The platform's clock is then set to the moment at which the function first returned. A test builds its
world itself if it commits, replaces parts of the program (`monkeypatch`), or runs on Postgres, whose sequences go on when a test is
rolled back.
"""

import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from hashlib import sha256
from inspect import signature
from typing import Any, Concatenate, Protocol

import pytest
from django.conf import UserSettingsHolder, settings
from django.db import connection, models

from spades_site.common.clock import now
from tournaments.leagues import slugs

KEPT = {"django_content_type", "auth_permission", "django_migrations"}
"""Tables of which every test has the same rows."""


@dataclass(frozen=True)
class World:
    """What a function stored, and the moment at which it returned.

    `rest` holds, pickled: its result, its arguments as it left them, and the club's people.
    """

    statements: list[tuple[str, Any]]
    rest: bytes
    ended: datetime


WORLDS: dict[bytes, World] = {}


class Past:
    """What a test has stored so far: `calls` names the recorded functions that stored it, and is None if others did too."""

    def __init__(self, *, recording: bool) -> None:
        self.calls: bytes | None = None
        self.changes, self.shift = 0, 0.0
        if recording and connection.vendor == "sqlite" and connection.in_atomic_block:
            with connection.cursor() as cursor:
                cursor.execute("SELECT name FROM sqlite_sequence WHERE seq > 0")
                filled = {name for (name,) in cursor.fetchall()}
            if filled <= KEPT:
                self.calls = b""

    def note(self, calls: bytes | None, shift: float) -> None:
        """Go on from what is stored now, and from a place of the clock's hands."""
        self.calls, self.shift = calls, shift
        self.changes = connection.connection.total_changes if calls is not None else 0

    @property
    def known(self) -> bool:
        """Whether only recorded functions have stored something."""
        return self.calls is not None and connection.connection.total_changes == self.changes


def may_record(request: pytest.FixtureRequest) -> bool:
    """Return whether a test leaves the program as it is."""
    return "monkeypatch" not in signature(request.function).parameters


class Recording(Protocol):
    """A club whose functions are recorded."""

    past: Past
    people: dict[str, Any]
    hands: Any


def recorded[C: Recording, **P, R](
    build: Callable[Concatenate[C, P], R],
) -> Callable[Concatenate[C, P], R]:
    """Let a function whose first argument is a club store at once what it has stored before."""

    @wraps(build)
    def wrapper(club: C, /, *args: P.args, **fields: P.kwargs) -> R:
        key = _key(build, club, args, fields) if club.past.known else None
        if key is None:
            return build(club, *args, **fields)
        if world := WORLDS.get(key):
            result = _store_again(world, club, args)
        else:
            result, whole = _record(key, club, args, lambda: build(club, *args, **fields))
            key = key if whole else None
        club.past.note(key, club.hands.shift)
        return result

    return wrapper


class _Namer(pickle.Pickler):
    """Writes rows as their keys, and what is equal in the same bytes."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.fast = True

    def persistent_id(self, thing: Any) -> Any:
        """Return a row's model and key."""
        return (thing._meta.label, thing.pk) if isinstance(thing, models.Model) else None


def _key(build: Any, club: Recording, args: Any, fields: Any) -> bytes | None:
    later = round(club.hands.shift - club.past.shift, 3)
    what = (build.__module__, build.__qualname__, args, fields, [*club.people], later)
    name = io.BytesIO()
    try:
        _Namer(name).dump((club.past.calls, _own_settings(), slugs._ALPHABET, what))
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError):
        return None
    return sha256(name.getvalue()).digest()


def _own_settings() -> list[tuple[str, str]]:
    """Return the settings that the test has changed."""
    found: dict[str, str] = {}
    holder: Any = settings._wrapped
    while isinstance(holder, UserSettingsHolder):
        own = vars(holder).items()
        found = {name: repr(value) for name, value in own if name.isupper()} | found
        holder = holder.default_settings
    found.pop("CLOCK_SHIFT_FILE", None)
    return sorted(found.items())


def _record(key: bytes, club: Recording, args: Any, build: Callable[[], Any]) -> tuple[Any, bool]:
    """Build a world. Returns the function's result, and whether its world can be stored again."""
    statements: list[tuple[str, Any]] = []
    whole = True

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal whole
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            statements.append((sql, params))
        if many or sql.startswith("ROLLBACK"):
            whole = False
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        result = build()
    try:
        rest = pickle.dumps((result, args, club.people))
    except (pickle.PicklingError, AttributeError, TypeError):
        return result, False
    if whole:
        WORLDS[key] = World(statements, rest, now())
    return result, whole


def _store_again(world: World, club: Recording, args: Any) -> Any:
    with connection.cursor() as cursor:
        for sql, params in world.statements:
            cursor.execute(sql, params)
            if "RETURNING" in sql:
                cursor.fetchall()
    club.hands.forward((world.ended - now()).total_seconds())
    result, left, people = pickle.loads(world.rest)
    for given, after in zip(args, left, strict=True):
        if isinstance(given, models.Model):
            vars(given).clear()
            vars(given).update(vars(after))
    club.people |= {name: one for name, one in people.items() if name not in club.people}
    return result
