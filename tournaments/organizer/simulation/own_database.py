"""A database in memory for a simulation that uses the platform's domain functions."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper


@contextmanager
def own_database() -> Iterator[None]:
    """Let this thread use an empty database in memory within the context; the platform's own isn't touched.

    Everything happens in one transaction that is never committed, so nothing is published either.
    """
    kept = connections[DEFAULT_DB_ALIAS]
    usual = kept.settings_dict
    engine = "django.db.backends.sqlite3"
    memory = DatabaseWrapper(
        {**usual, "ENGINE": engine, "NAME": ":memory:", "OPTIONS": {}, "HOST": "", "PORT": ""},
        DEFAULT_DB_ALIAS,
    )
    connections[DEFAULT_DB_ALIAS] = memory
    try:
        with memory.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        memory.close()
        connections[DEFAULT_DB_ALIAS] = kept
