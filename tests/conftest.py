"""Fixtures for all tests."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings

from spades_site.common import switches
from spades_site.common.people import bot_names
from tests.support import crashes, samples

# Argon2 is slow on purpose, which is of no use here: the same algorithm, at the least cost that it takes.
Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 8
Argon2PasswordHasher.parallelism = 1

KEPT = {"django_content_type", "auth_permission", "django_migrations"}
"""Tables of which every test has the same rows."""


def delete_rows(case: TransactionTestCase) -> None:
    """Delete the rows that a test has committed; Django would truncate every table and refill some."""
    with transaction.atomic(), connection.cursor() as cursor:
        quoted = connection.ops.quote_name
        tables = {*connection.introspection.django_table_names(only_existing=True)} - KEPT
        some = " UNION ALL ".join(
            f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quoted(table)})"  # noqa: S608
            for table in sorted(tables)
        )
        cursor.execute(some)
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {quoted(table)}")  # noqa: S608


TransactionTestCase._fixture_teardown = delete_rows


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Make the tests' database as usual; with SPADES_TEST_PARTITIONED, on Postgres, its log in partitions.

    The ids of tables leave gaps, so that every third table begins another partition, and the last ones find none.
    """
    if os.environ.get("SPADES_TEST_PARTITIONED") and connection.vendor == "postgresql":
        from games.tables.storage import partitions

        with django_db_blocker.unblock():
            partitions.partition(partitions.LEAST)
            partitions.make_ahead(10)
            with connection.cursor() as cursor:
                cursor.execute("ALTER SEQUENCE tables_table_id_seq INCREMENT BY 400")


def pytest_configure(config: pytest.Config) -> None:
    """Let the short run of the tests crash actions at fewer writes, and take samples of sweeps."""
    crashes.EACH_WRITE = "not long" not in config.option.markexpr
    samples.WHOLE = "not slow" not in config.option.markexpr


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option by which processes share the tests."""
    parser.addoption("--part", default="1/1", metavar="K/N", help="run one of N parts of the tests")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the files of other parts unread in the short run."""
    if samples.WHOLE or not collection_path.name.startswith("test_"):
        return None
    name = collection_path.relative_to(config.rootpath)
    return not samples.in_part(name, config.getoption("--part")) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what other parts run, and in the short run most cases of sweeps."""
    if samples.WHOLE:
        kept = samples.part(items, config.getoption("--part"))
    else:
        kept = samples.without_rest_of_sweeps(items)
    if gone := set(items) - set(kept):
        config.hook.pytest_deselected(items=[*gone])
        items[:] = kept


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let a part in which no test falls pass."""
    nothing = exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED
    if nothing and session.config.getoption("--part") != "1/1":
        session.exitstatus = pytest.ExitCode.OK


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over all that is loaded by now, and come less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session", autouse=True)
def quiet_settings(django_test_environment: None) -> Iterator[None]:
    """No couriers in the background and no waiting for bots: a test says when things happen."""
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        OUTBOX_PROMPT=False,
        TABLE_TIMERS=False,
        DATABASE_THREADS=1,
        BOTS_QUEUE=False,
        BOT_SECONDS=0.0,
        HAND_PAUSE_SECONDS=0.0,
        MAILERS={"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}},
        STORAGES={**settings.STORAGES, "staticfiles": static},
    ):
        yield


@pytest.fixture(autouse=True)
def quiet_site() -> None:
    """Every switch on, no bot accounts, no kept views of large tournaments."""
    switches.remember(())
    bot_names.remember(())
    # Pure tests don't import it.
    if (views := sys.modules.get("tournaments.events.queries.shared_views")) is not None:
        views.forget()


@pytest.fixture
def member(db: None) -> Callable[..., Any]:
    """Return a maker of members: `member("ann")`."""

    def make(username: str, **fields: Any) -> Any:
        return get_user_model().objects.create_user(
            username=username, email=f"{username}@example.org", **fields
        )

    return make


class Hands:
    """A clock that a test moves by hand: `hands.forward(seconds)`."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.shift = 0.0

    def forward(self, seconds: float) -> None:
        """Move the platform's clock `seconds` on."""
        self.shift += seconds
        self.file.write_text(str(self.shift))


@pytest.fixture
def hands(settings: Any, tmp_path: Any) -> Hands:
    """The clock's hands."""
    settings.CLOCK_SHIFT_FILE = str(tmp_path / "shift")
    return Hands(tmp_path / "shift")
