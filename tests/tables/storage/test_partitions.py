"""The log in partitions: nothing is lost when it is split, each game finds its own, and none is missing when a game begins."""

import logging
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.tables.game.refolding import differences
from games.tables.models import Action, Table
from games.tables.storage import partitions
from games.tables.storage.partitions import LEAST, LOG, PartitionError
from tests.tables.playing import act, seated, wake

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def log_rows() -> list[tuple[Any, ...]]:
    """Return the whole log, with the name of the partition of each row."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, table_id, version, text FROM tables_action ORDER BY table_id, version"
        )
        return list(cursor.fetchall())


def places() -> dict[int, str]:
    """Return for each table in which partition its actions are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT table_id, tableoid::regclass::text FROM tables_action")
        return dict(cursor.fetchall())


def next_table_is(pk: int) -> None:
    """Let the next table have this id."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('tables_table', 'id'), %s)", [pk - 1])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="partitions on Postgres only")
def test_a_log_is_split_and_games_go_on_in_their_partitions(
    member: Any, caplog: pytest.LogCaptureFixture
) -> None:
    if partitions.partitions():
        pytest.skip("these tests' log is partitioned already")
    ann = member("ann")
    next_table_is(7 * LEAST + 5)
    old = act(wake(seated([ann])), ann)
    before = log_rows()
    assert partitions.make_ahead() == 0
    found = partitions.partition(LEAST)
    assert [one.below for one in found] == [8 * LEAST, 9 * LEAST, 10 * LEAST]
    assert log_rows() == before
    with pytest.raises(PartitionError, match="already"):
        partitions.partition(LEAST)
    # In the old partition as in a new one, and in one that nobody has made yet.
    act(old, ann)
    next_table_is(9 * LEAST)
    new = act(wake(seated([ann])), ann)
    next_table_is(12 * LEAST)
    late = act(wake(seated([ann])), ann)
    assert places() == {
        old.pk: f"{LOG}_to_{8 * LEAST}", new.pk: f"{LOG}_to_{10 * LEAST}", late.pk: f"{LOG}_rest"
    }  # fmt: skip
    assert partitions.rest() > 0
    whole = log_rows()
    assert len({row[0] for row in whole}) == len(whole)
    with caplog.at_level(logging.WARNING, "spades.tables"):
        assert partitions.make_ahead() == 5
    assert "actions came before their partition was made" in caplog.text
    assert partitions.make_ahead() == 0
    assert (log_rows(), partitions.rest()) == (whole, 0)
    assert places()[late.pk] == f"{LOG}_to_{13 * LEAST}"
    assert list(differences()) == [None, None, None]
    # What the database refuses, it still refuses.
    for table in (old, new, act(late, ann)):
        row = Action.objects.filter(table=table, user=ann).exclude(action_id="").last()
        again: dict[str, Any] = {
            "table": table,
            "kind": "play",
            "text": "x",
            "by": "player",
            "at": row.at,
        }
        for more in (
            {"version": row.version},
            {"version": 9_999, "user": ann, "action_id": row.action_id},
            {"version": 9_999, "seat": 5},
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                Action.objects.create(**again, **more)
    # Deleting a table takes its log along.
    Table.objects.get(pk=new.pk).delete()
    assert new.pk not in places()


@pytest.mark.skipif("connection.vendor == 'postgresql'", reason="SQLite")
def test_sqlite_has_no_partitions() -> None:
    assert (partitions.partitions(), partitions.make_ahead()) == ([], 0)
    with pytest.raises(PartitionError, match="Postgres"):
        partitions.partition()
