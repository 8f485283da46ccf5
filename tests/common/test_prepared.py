"""The initial state of started platforms: their own complete database, and static files."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.apps import apps

from tests import prepared


def test_each_platform_has_a_migrated_database_of_its_own(tmp_path: Path) -> None:
    wanted = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        prepared.into(folder)
        with closing(sqlite3.connect(folder / prepared.DATABASE)) as link:
            tables = {row[0] for row in link.execute("SELECT name FROM sqlite_master")}
            assert wanted - tables == set()
            link.execute("DROP TABLE tables_table")
            link.commit()
        assert (folder / prepared.STATIC / "staticfiles.json").exists()
