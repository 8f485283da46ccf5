"""Django's databases, from the addresses in the environment: the primary and its read replicas."""

from pathlib import Path
from typing import Any

import dj_database_url

Database = dict[str, Any]
NO_JIT = "-c jit=off"
"""Postgres compiles queries that it takes for expensive; compiling ours takes many times longer than running them."""


def primary(url: str, data_dir: Path) -> Database:
    """Return the database at `url`, or without one SQLite's file in `data_dir`."""
    # Without persistent connections the consumers reconnect at every move, at twice the cost.
    return {**(_postgres(url) if url else _sqlite(data_dir)), "CONN_MAX_AGE": None}


def replica(url: str) -> Database:
    """Return a copy of the primary, from which pages are only read (common/server/replicas.py)."""
    found = _postgres(url, "-c default_transaction_read_only=on")
    options = {"connect_timeout": 2, **found["OPTIONS"]}
    return {**found, "CONN_MAX_AGE": None, "TEST": {"MIRROR": "default"}, "OPTIONS": options}


def _postgres(url: str, *more: str) -> Database:
    found: Database = {**dj_database_url.parse(url, conn_health_checks=True)}
    given = found.get("OPTIONS", {})
    # Of an option named twice, Postgres takes the last: the address may set others, but neither of ours.
    words = " ".join([*filter(None, [given.get("options")]), NO_JIT, *more])
    return {**found, "OPTIONS": {**given, "options": words}}


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
