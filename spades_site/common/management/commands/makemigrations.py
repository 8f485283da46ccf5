"""`manage.py makemigrations`, with the constraints of a new model in its creation.

Django adds them afterwards, one by one. Each then makes SQLite copy the table, and every model related to it is built
anew in memory, which is most of what a first start takes.
"""

from collections.abc import Sequence
from typing import Any

from django.core.management.commands import makemigrations
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation


class Command(makemigrations.Command):
    """Django's command, which writes shorter migrations."""

    def write_migration_files(
        self, changes: dict[str, list[Any]], *args: Any, **options: Any
    ) -> None:
        """Write the migrations of each app."""
        for migrations in changes.values():
            for migration in migrations:
                migration.operations = in_creation(migration.operations)
        super().write_migration_files(changes, *args, **options)


def in_creation(operations: Sequence[Operation]) -> list[Operation]:
    """Return the operations with constraints and indexes of new models moved into their creation.

    Those of a model that gets fields afterwards stay where they are, because they may be about such a field.
    """
    grown = {one.model_name_lower for one in operations if isinstance(one, AddField)}
    made = {
        one.name_lower: one
        for one in operations
        if isinstance(one, CreateModel) and one.name_lower not in grown
    }
    left = []
    for one in operations:
        match one:
            case AddConstraint(model_name_lower=name) if name in made:
                made[name].options.setdefault("constraints", []).append(one.constraint)
            case AddIndex(model_name_lower=name) if name in made:
                made[name].options.setdefault("indexes", []).append(one.index)
            case _:
                left.append(one)
    return left
