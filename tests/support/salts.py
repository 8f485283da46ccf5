"""Salts for tests: named, so that they can be told apart, and their hashes."""

import hashlib
from typing import Any

from games.tables import services
from games.tables.models import Table


def salt_of(name: str) -> str:
    """Return the salt of that name, as a browser sends it."""
    return hashlib.sha256(name.encode()).hexdigest()


def hash_of(name: str) -> str:
    """Return the hash of the salt with that name."""
    return hashlib.sha256(bytes.fromhex(salt_of(name))).hexdigest()


def reveal(table: Table, user: Any, name: str) -> Table:
    """Reveal the salt of that name; returns the table."""
    return services.reveal_salt(table_id=table.pk, user=user, salt=salt_of(name))
