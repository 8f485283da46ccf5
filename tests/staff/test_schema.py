"""A database that lacks columns, as one made before version 0.1.0 may, is found before a page fails on it."""

import pytest
from django.db import connection

from spades_site.staff import doctor, probes, schema

GONE = "webhooks_webhook.secret"


@pytest.fixture
def outdated(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database with all migrations that lacks a column, and a process that hasn't looked at it yet."""
    monkeypatch.setattr(probes, "missing_migrations", list)
    monkeypatch.setattr(doctor, "missing_migrations", list)
    monkeypatch.setattr(probes, "here", probes.Process())
    assert (schema.missing_columns(), probes._database()) == ([], "ok")
    monkeypatch.setattr(probes, "here", probes.Process())
    table, column = GONE.split(".")
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DROP COLUMN {column}")


def test_missing_columns_are_named_and_the_process_is_not_ready(outdated: None) -> None:
    assert schema.missing_columns() == [GONE]
    assert probes._database() == "columns are missing: run manage.py doctor"
    [found] = [each for each in doctor.findings(outside=False) if each.title == "Columns"]
    assert found == doctor.Finding(
        "Columns", "BAD", f"missing: {GONE}",
        "Restore a backup, or, if the database is older than version 0.1.0, create a new one.",
    )  # fmt: skip
