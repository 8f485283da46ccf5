"""Fixtures for all tests."""

import gc
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings

from spades_site.common import switches
from spades_site.common.people import bot_names
from tests.support import crashes

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
    """Let the short run of the tests crash actions at fewer writes."""
    crashes.EACH_WRITE = "not long" not in config.option.markexpr


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option by which a stage leaves out what runs on the other database."""
    parser.addoption(
        "--committing-of",
        action="append",
        default=[],
        metavar="PATH",
        help="of this file or folder, run only tests that commit",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what --committing-of says."""
    places = [config.rootpath / place for place in config.getoption("--committing-of")]
    gone = {
        item
        for item in items
        if not commits(item) and any(item.path.is_relative_to(place) for place in places)
    }
    if gone:
        config.hook.pytest_deselected(items=[*gone])
        items[:] = [item for item in items if item not in gone]


def commits(item: pytest.Item) -> bool:
    """Return whether a test commits what it stores."""
    mark = item.get_closest_marker("django_db")
    by_mark = mark is not None and bool(mark.kwargs.get("transaction"))
    return by_mark or "transactional_db" in getattr(item, "fixturenames", ())


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
    """Every switch on, no bot accounts."""
    switches.remember(())
    bot_names.remember(())


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
