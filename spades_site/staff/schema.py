"""What the database lacks of what this program's models need."""

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def missing_migrations() -> list[str]:
    """Return the migrations that this program has and the database hasn't, as `app.name`."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def missing_columns() -> list[str]:
    """Return the columns that the models have and the database hasn't, as `table.column`.

    With every migration applied there are none, unless somebody changed the database by hand, or created it before
    version 0.1.0: until then the first migrations changed.
    """
    missing = []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            known: set[str] = set()
            if table in tables:
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} WHERE 1 = 0")  # noqa: S608
                known = {column[0] for column in cursor.description}
            wanted = {field.column for field in model._meta.local_concrete_fields}
            missing += [f"{table}.{name}" for name in wanted - known]
    return sorted(missing)
