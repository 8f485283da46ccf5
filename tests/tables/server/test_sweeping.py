"""What the sweep reads: what is due, by indexes, however many tables are open; and what it does with a table that fails."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tables import services
from games.tables.models import Seat, SharedDeals, Table
from games.tables.server import wakeups
from games.tables.tasks import sweep
from spades_site.common.clock import now
from tests.tables.playing import seated, wake

pytestmark = [pytest.mark.django_db, pytest.mark.both]

INDEXES = {
    "deals_undealt",
    "table_undealt",
    "wake_at",
    "until",
    "seat_online",
}
"""By which the sweep finds what is due; those of single columns have a name by Django."""


def asked_by_a_sweep() -> list[str]:
    """Return the statements of a sweep that look for what is due."""
    with CaptureQueriesContext(connection) as asked:
        sweep()
    found = [query["sql"] for query in asked if query["sql"].startswith(("SELECT", "DELETE"))]
    return [sql for sql in found if "tables_pulse" not in sql]


def test_the_sweep_reads_by_indexes_and_asks_as_often_with_many_tables(member: Any) -> None:
    def grow(count: int) -> None:
        for _ in range(count):
            deals = SharedDeals.objects.create(created_at=now())
            for status in ("open", "playing"):
                begun = now() if status == "playing" else None
                Table.objects.create(
                    status=status, created_at=now(), started_at=begun, rules={}, commitment="c", deals=deals
                )  # fmt: skip

    wake(seated([member("ann")]))
    Seat.objects.filter(index=0).update(online=True, last_seen=now())
    sweep()
    grow(1)
    few = asked_by_a_sweep()
    grow(5)
    assert len(asked_by_a_sweep()) == len(few) == 5
    plans = [_plan(sql) for sql in few]
    if connection.vendor == "postgresql":
        # Of so few rows the planner may choose any index; `script/bench sweep` prints which it takes of 10,000 tables.
        assert not [plan for plan in plans if "Seq Scan" in plan]
    else:
        used = [{name for name in INDEXES if name in plan} for plan in plans]
        # SQLite finds tables that wait for a deal among those in play.
        assert used == [{"deals_undealt"}, set(), {"wake_at"}, {"until"}, {"seat_online"}]


def _plan(sql: str) -> str:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Small tables are read whole otherwise.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def test_a_table_that_fails_keeps_no_other_waiting(
    member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (wake(seated([member(name)])) for name in ("ann", "bob"))
    late = now()
    for table in (first, second):
        Table.objects.filter(pk=table.pk).update(wake_at=late, deadline=late)
    whole = wakeups.wake_table

    def fail(pk: int, moment: Any) -> bool:
        if pk == first.pk:
            raise ValueError("a broken table")
        return whole(pk, moment)

    monkeypatch.setattr(wakeups, "wake_table", fail)
    versions = {table.pk: table.version for table in (first, second)}
    with pytest.raises(ValueError, match="a broken table"):
        services.sweep_tables()
    now_at = dict(Table.objects.values_list("pk", "version"))
    assert now_at[first.pk] == versions[first.pk]
    assert now_at[second.pk] > versions[second.pk]
