"""Partition the log of actions by ranges of tables' ids, for sites with very many games (ADR 13).

Ids grow with time, so each partition holds the games of a period. Postgres only, and only after `manage.py partition`.
"""

import logging
import re
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Max

from games.tables.models import Action, Table

log = logging.getLogger("spades.tables")
LOG = Action._meta.db_table
REST = f"{LOG}_rest"
"""The default partition, for tables whose own is missing, so that their moves don't fail."""
AHEAD = 2
"""The number of empty partitions to keep ready."""
LEAST, USUAL = 1_000, 100_000
"""The minimum and the default number of tables per partition."""
_LOCK = 7_207_011
"""The key of the Postgres advisory lock for creating partitions."""


class PartitionError(Exception):
    """The log can't be partitioned."""


class Partition(NamedTuple):
    """A partition: its name, and the exclusive upper bound of its tables' ids."""

    name: str
    below: int


def partitions() -> list[Partition]:
    """Return the log's partitions in order, without the default one; none if it isn't partitioned."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            " WHERE i.inhparent = to_regclass(%s)",
            [LOG],
        )
        bounds = [(name, re.search(r" TO \('?(\d+)'?\)", bound)) for name, bound in cursor]
    found = [Partition(name, int(bound[1])) for name, bound in bounds if bound]
    return sorted(found, key=lambda one: one.below)


def rest() -> int:
    """Return how many actions are in the default partition, which should be empty."""
    return _number(f"SELECT count(*) FROM {REST}")  # noqa: S608


def partition(size: int = USUAL) -> list[Partition]:
    """Partition the log, with `size` tables each; the existing log becomes the first partition. Returns all.

    Stop the site meanwhile: the database reads the whole log once, and blocks all moves. Raises PartitionError.
    """
    if connection.vendor != "postgresql":
        raise PartitionError("Only Postgres can partition the log.")
    if size < LEAST:
        raise PartitionError(f"A partition must have at least {LEAST} tables.")
    with transaction.atomic():
        # In the order in which a move locks them.
        _do(f"LOCK TABLE {Table._meta.db_table}, {LOG} IN ACCESS EXCLUSIVE MODE")
        if partitions():
            raise PartitionError("The log is partitioned already.")
        _convert(below=(_newest() // size + 1) * size)
        _create(((_newest() // size + 2) * size), size)
        make_ahead()
    return partitions()


def make_ahead(ahead: int = AHEAD) -> int:
    """Create partitions up to that of the newest table and `ahead` more; returns how many.

    Does nothing if the log isn't partitioned. Idempotent and safe to call concurrently.
    """
    known = partitions()
    if len(known) < 2:
        return 0
    with transaction.atomic():
        _do(f"SELECT pg_advisory_xact_lock({_LOCK})")
        known = partitions()
        last, size = known[-1].below, known[-1].below - known[-2].below
        needed = range(last + size, (_newest() // size + ahead + 1) * size + 1, size)
        if not needed:
            return 0
        # Moves wait for this lock. Give up if a backup is reading the log; the next run creates the partitions.
        _do("SET LOCAL lock_timeout = '500ms'; SET CONSTRAINTS ALL IMMEDIATE")
        late = rest()
        if late:
            log.warning("%s actions came before their partition was made", late)
            _do(f"ALTER TABLE {LOG} DETACH PARTITION {REST}")
        for below in needed:
            _create(below, size)
        if late:
            _do(f"INSERT INTO {LOG} SELECT * FROM {REST}; TRUNCATE {REST}")  # noqa: S608
            _do(f"ALTER TABLE {LOG} ATTACH PARTITION {REST} DEFAULT")
    return len(needed)


def _convert(below: int) -> None:
    """Replace the log by a partitioned table whose first partition is the old log.

    Primary keys and action ids become unique per partition only: a global unique constraint must include the table.
    """
    first = f"{LOG}_to_{below}"
    _do("SET CONSTRAINTS ALL IMMEDIATE")
    next_id = _number(f"SELECT coalesce(max(id), 0) + 1 FROM {LOG}")  # noqa: S608
    _do(f"ALTER TABLE {LOG} RENAME TO {first}")
    _do(f"ALTER TABLE {first} RENAME CONSTRAINT action_once_a_version TO {first}_once_a_version")
    _do(f"ALTER TABLE {first} RENAME CONSTRAINT {LOG}_pkey TO {first}_pkey")
    _do(f"ALTER TABLE {first} ALTER COLUMN id DROP IDENTITY")
    _do(f"ALTER INDEX action_id_once_a_player RENAME TO {first}_id_once")
    _do(f"CREATE SEQUENCE {LOG}_id_seq START {next_id}")
    _do(f"CREATE TABLE {LOG} (LIKE {first} INCLUDING CONSTRAINTS) PARTITION BY RANGE (table_id)")
    _do(f"ALTER TABLE {LOG} ALTER COLUMN id SET DEFAULT nextval('{LOG}_id_seq')")
    _do(f"ALTER SEQUENCE {LOG}_id_seq OWNED BY {LOG}.id")
    _do(f"ALTER TABLE {LOG} ADD CONSTRAINT action_once_a_version UNIQUE (table_id, version)")
    _do(f"CREATE INDEX {LOG}_user ON {LOG} (user_id)")
    for column, model in (
        ("table_id", Table),
        ("user_id", Action._meta.get_field("user").related_model),
    ):
        _do(
            f"ALTER TABLE {LOG} ADD CONSTRAINT {LOG}_{column}_fk FOREIGN KEY ({column})"
            f" REFERENCES {model._meta.db_table} (id) DEFERRABLE INITIALLY DEFERRED"  # type: ignore[union-attr]
        )  # fmt: skip
    _do(f"ALTER TABLE {LOG} ATTACH PARTITION {first} FOR VALUES FROM (MINVALUE) TO ({below})")
    _do(f"CREATE TABLE {REST} PARTITION OF {LOG} DEFAULT")
    _add_keys(REST)


def _create(below: int, size: int) -> None:
    name = f"{LOG}_to_{below}"
    _do(f"CREATE TABLE {name} PARTITION OF {LOG} FOR VALUES FROM ({below - size}) TO ({below})")
    _add_keys(name)


def _add_keys(name: str) -> None:
    _do(f"ALTER TABLE {name} ADD CONSTRAINT {name}_pkey PRIMARY KEY (id)")
    _do(f"CREATE UNIQUE INDEX {name}_id_once ON {name} (user_id, action_id) WHERE action_id <> ''")


def _newest() -> int:
    return Table.objects.aggregate(newest=Max("pk"))["newest"] or 0


def _do(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _number(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        found: Any = cursor.fetchone()
    return int(found[0])
