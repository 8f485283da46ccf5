"""Django's databases, from the addresses in the environment: the primary and its read replicas."""

from pathlib import Path
from typing import Any

import dj_database_url

Database = dict[str, Any]


def primary(url: str, data_dir: Path) -> Database:
    """Return the database at `url`, or without one SQLite's file in `data_dir`."""
    # Without persistent connections the consumers reconnect at every move, at twice the cost.
    return {**(_postgres(url) if url else _sqlite(data_dir)), "CONN_MAX_AGE": None}


def replica(url: str) -> Database:
    """Return a copy of the primary, from which pages are only read (common/server/replicas.py)."""
    found = _postgres(url)
    options = {
        "connect_timeout": 2,
        **found.get("OPTIONS", {}),
        "options": "-c default_transaction_read_only=on",
    }
    return {**found, "CONN_MAX_AGE": None, "TEST": {"MIRROR": "default"}, "OPTIONS": options}


def _postgres(url: str) -> Database:
    return {**dj_database_url.parse(url, conn_health_checks=True)}


def _sqlite(data_dir: Path) -> Database:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(data_dir / "spades.sqlite3"),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        # A file rather than memory, because the browser tests' server and threads share it.
        "TEST": {"NAME": str(data_dir / "test.sqlite3")},
    }
