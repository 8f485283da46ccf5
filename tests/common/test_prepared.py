"""What started platforms are given for a beginning: a whole database of their own, and static files."""

import sqlite3
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from tests import prepared


def test_each_platform_has_a_migrated_database_of_its_own(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    applied = []
    for folder in folders:
        folder.mkdir()
        prepared.into(folder)
        with sqlite3.connect(folder / prepared.DATABASE) as link:
            applied.append(set(link.execute("SELECT app, name FROM django_migrations")))
            link.execute("DELETE FROM django_migrations")
        link.close()
        assert (folder / prepared.STATIC / "staticfiles.json").exists()
    assert applied == [set(MigrationLoader(None).disk_migrations)] * 2
