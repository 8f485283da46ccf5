"""O1: a backup, restored into an empty cluster, is the same site: every row, and every log folded again."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games import engine
from games.tables import services as tables
from games.tables.game.refolding import differences
from games.tables.models import Action, Table
from spades_site.common.models import TaskRun
from spades_site.staff import backups
from tests import program, services
from tests.tables.playing import seated, state_of, wake

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
KEY = "k" * 64


@contextmanager
def empty_cluster(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a program with an empty database of this run's kind."""
    env = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    env |= {"SPADES_DATA_DIR": str(folder / "elsewhere"), "SECRET_KEY": KEY}
    if connection.vendor == "postgresql":
        with services.postgres() as url:
            yield {**env, "DATABASE_URL": url}
    else:
        yield env


def _administrator(folder: str, database: str) -> psycopg.Connection:
    """Connect to a database of the cluster in `folder` as its superuser."""
    return psycopg.connect(f"host={folder} user=spades dbname={database}", autocommit=True)


def _manage(env: dict[str, str], *words: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [program.PYTHON, "manage.py", *words], cwd=program.ROOT, env=env, capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).splitlines()


COUNT = """
import hashlib
from django.db import connection
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names()):
        cursor.execute(f'SELECT * FROM "{table}"')
        rows = sorted(map(repr, cursor.fetchall()))
        if rows and table != "django_migrations":
            print(table, len(rows), hashlib.sha256("".join(rows).encode()).hexdigest())
"""


def _rows() -> list[str]:
    lines: list[str] = []
    exec(COUNT, {"print": lambda *words: lines.append(" ".join(map(str, words)))})
    return lines


@pytest.fixture
def migrated(settings: Any) -> Iterator[None]:
    """The tests' database, made without migrations, says that it has them."""
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in MigrationLoader(None).disk_migrations:
        recorder.record_applied(app, name)
    yield
    recorder.flush()


@pytest.mark.slow
@pytest.mark.usefixtures("migrated")
def test_o1_a_backup_restored_into_an_empty_cluster_differs_in_nothing(
    member: Any, tmp_path: Path, settings: Any
) -> None:
    settings.SECRET_KEY, settings.DATA_DIR = KEY, tmp_path / "here"
    playing = seated([member("ann")], bots_allowed=True)
    over = seated([member("ben")], max_hands=1, target=500)
    table = wake(over)
    while table.status == "playing":
        _play_one(table)
        table = wake(table)
    assert list(differences()) == [None, None]
    before = _rows()

    file = backups.save(tmp_path / "backups")
    assert file.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path / "backups") == [file.name]
    with empty_cluster(tmp_path) as env:
        last = "Restored. Start the processes, then run manage.py doctor."
        restored = (0, ["2 tables folded again, 0 differ", last])
        assert _manage(env, "restore", str(file)) == restored
        assert _manage(env, "shell", "-v0", "-c", COUNT) == (0, before)
        status, lines = _manage(env, "restore", str(file))
        assert (status, lines) == (1, [
            "CommandError: The database isn't empty. With --replace its contents are lost."
        ])  # fmt: skip
        assert _manage(env, "restore", str(file), "--replace") == restored
        assert _manage(env, "shell", "-v0", "-c", COUNT) == (0, before)
        _damage(file)
        assert _manage(env, "restore", str(file), "--replace") == (1, [
            "CommandError: The file is damaged: its checksum is wrong. Take another backup."
        ])  # fmt: skip
        assert _manage(env, "shell", "-v0", "-c", COUNT) == (0, before)
    assert playing.pk


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no extensions")
@pytest.mark.usefixtures("migrated")
def test_o1_the_owner_of_a_database_with_an_extension_restores_it_and_keeps_the_extension(
    member: Any, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECRET_KEY, settings.DATA_DIR = KEY, tmp_path / "here"
    member("ann")
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        cursor.execute("COMMENT ON EXTENSION pg_stat_statements IS 'which queries are slow'")
    try:
        before = _rows()
        file = backups.save(tmp_path / "backups")
        # As earlier versions dumped it: with the extension.
        with monkeypatch.context() as patched:
            patched.setattr(backups, "_OWN", ())
            TaskRun.objects.filter(name=backups.BACKUP).delete()
            older = backups.save(tmp_path / "older")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP EXTENSION pg_stat_statements")
    with empty_cluster(tmp_path) as env:
        folder = env["DATABASE_URL"].partition("?host=")[2]
        with _administrator(folder, "spades") as link:
            link.execute("CREATE ROLE owner LOGIN")
            link.execute("CREATE DATABASE site OWNER owner")
        env["DATABASE_URL"] = f"postgres://owner@/site?host={folder}"
        last = "Restored. Start the processes, then run manage.py doctor."
        restored = (0, ["0 tables folded again, 0 differ", last])
        assert _manage(env, "restore", str(file)) == restored
        assert _manage(env, "shell", "-v0", "-c", COUNT) == (0, before)
        with _administrator(folder, "site") as link:
            link.execute("CREATE EXTENSION pg_stat_statements")
        for backup in (file, older):
            assert _manage(env, "restore", str(backup), "--replace") == restored
            assert _manage(env, "shell", "-v0", "-c", COUNT) == (0, before)
        with _administrator(folder, "site") as link:
            found = link.execute("SELECT extname FROM pg_extension ORDER BY 1").fetchall()
        assert found == [("pg_stat_statements",), ("plpgsql",)]


def _play_one(table: Table) -> None:
    state = state_of(table)
    (index,) = state.to_act
    user = table.seats.get(index=index).user
    assert user is not None
    action = engine.legal_actions(state, index)[0]
    tables.submit_action(
        table_id=table.pk, user=user, action_id=f"a{table.version}", expected_version=table.version,
        action=action,
    )  # fmt: skip


def _damage(file: Path) -> None:
    data = bytearray(file.read_bytes())
    middle = data.index(b"PGDMP" if connection.vendor == "postgresql" else b"SQLite format 3")
    data[middle + 40] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize(("harm", "expected"), [
    (lambda log, _table: log.filter(kind="play").last().delete(), "bids"),
    (lambda _log, table: table.update(version=2), "the version is 2, the log goes on to "),
    # Without a word about the cards.
    (lambda log, _table: log.filter(kind="deal").update(text="deal 2c"), "the deal of hand 1"),
    (lambda log, _table: log.filter(kind="play").update(text="play 2c"), "version "),
])  # fmt: skip
def test_a_log_that_leads_elsewhere_is_found(harm: Any, expected: str, member: Any) -> None:
    table = wake(seated([member("ann")]))
    _play_one(table)
    log = Action.objects.filter(table=table)
    harm(log, Table.objects.filter(pk=table.pk))
    (found,) = differences()
    assert found is not None
    assert found.what.startswith(expected)
    assert "2c" not in found.what
