"""Database access of sockets, except for carrying out frames: admission, pictures, chat, the periodic check."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session

from games.fair_play.connections import note
from games.tables import services
from games.tables.access.audience import find, is_kept, seated, visible_to
from games.tables.chat import messages
from games.tables.game.locked_table import read_table
from games.tables.models import Table
from games.tables.pictures.picture import picture_of
from games.tables.server.presence import gone
from spades_site.accounts.models import User
from spades_site.accounts.tokens.services import still_valid
from spades_site.common.clock import machine_time


@dataclass(frozen=True, slots=True)
class Credentials:
    """The credentials with which a socket was admitted: a session, or a token's key. Neither if a test set the user."""

    user_id: int
    auth_hash: str
    session: str | None
    token: int | None = None


def credentials_of(scope: Mapping[str, Any], user: User) -> Credentials:
    """Return the credentials that must stay valid for the user's socket to stay open, from its ASGI scope."""
    session, token = scope.get("session"), scope.get("token")
    return Credentials(
        user.pk,
        user.get_session_auth_hash(),
        getattr(session, "session_key", None),
        None if token is None else token.pk,
    )


def recheck(
    signed_in: Collection[Credentials], table_ids: Collection[int]
) -> tuple[set[Credentials], dict[int, int]]:
    """Return the credentials that are still valid, and the tables' versions.

    Valid: the session or token exists, the user is active, and the password hasn't changed.
    """
    keys = {one.session for one in signed_in if one.session is not None}
    sessions = (
        set(
            Session.objects.filter(
                session_key__in=keys, expire_date__gt=machine_time()
            ).values_list("session_key", flat=True)
        )
        if keys
        else set()
    )
    tokens = still_valid({one.token for one in signed_in if one.token is not None})
    wanted = {one.user_id for one in signed_in}
    active = get_user_model().objects.filter(pk__in=wanted, is_active=True) if wanted else None
    passwords = () if active is None else active.order_by().values_list("pk", "password")
    hashes = {pk: _auth_hash(password, settings.SECRET_KEY) for pk, password in passwords}
    valid = {
        one
        for one in signed_in
        if hashes.get(one.user_id) == one.auth_hash
        and (one.session is None or one.session in sessions)
        and (one.token is None or one.token in tokens)
    }
    tables = Table.objects.filter(pk__in=table_ids) if table_ids else Table.objects.none()
    return valid, dict(tables.values_list("pk", "version"))


@lru_cache(maxsize=10_000)
def _auth_hash(password: str, _key: str) -> str:
    """Return the auth hash in the sessions of a user with this (hashed) password. Cached: it is needed every two seconds."""
    return get_user_model()(password=password).get_session_auth_hash()


def table_key(public_id: str, user: User | None) -> tuple[int, bool, bool] | None:
    """Return a table's key, whether its audience is restricted, and whether it is a match's; None if it doesn't exist or
    the user may not see it.

    `user` is None for a visitor.
    """
    table = find(user, public_id)
    return None if table is None else (table.pk, is_kept(table), table.kind == Table.Kind.MATCH)


def still_visible(viewers: Collection[tuple[int, User | None]]) -> set[tuple[int, int | None]]:
    """Return which of these users (None: visitors) may still see their tables, as pairs of table's and user's key.

    One query for all players, and one for each other user.
    """
    seen: set[tuple[int, int | None]] = {*seated(viewers)}
    tables: dict[int | None, set[int]] = {}
    users: dict[int | None, User | None] = {}
    for table_id, user in viewers:
        key = None if user is None else user.pk
        if (table_id, key) not in seen:
            users[key] = user
            tables.setdefault(key, set()).add(table_id)
    for key, asked in tables.items():
        found = visible_to(users[key]).filter(pk__in=asked).values_list("pk", flat=True)
        seen.update((pk, key) for pk in found)
    return seen


def load_picture(table_id: int) -> dict[str, Any] | None:
    """Return a table's current picture, or None if it is gone. Where this process holds the game, only its row is read."""
    read = read_table(table_id)
    return None if read is None else picture_of(read.table, read.seats, read.state)


def recent_chat(table_id: int, user: User) -> str:
    """Return the frame with the last messages that the viewer may see."""
    found = messages.recent(table_id=table_id, user=user)
    return json.dumps({"t": "chats", "messages": found.messages, "older": found.older})


def arrived(table_id: int, user: User, salt_hash: str) -> None:
    """Record that a user has arrived, and their browser's commitment."""
    services.arrive(table_id=table_id, user=user, salt_hash=salt_hash)


__all__ = [
    "Credentials",
    "arrived",
    "credentials_of",
    "gone",
    "load_picture",
    "note",
    "recent_chat",
    "recheck",
    "still_visible",
    "table_key",
]
