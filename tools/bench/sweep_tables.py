"""Makes the tables of the benchmark `sweep` in the database of the settings, and measures."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import django

OPEN, PLAYING, FINISHED, DEALS, DUE = 2_000, 8_000, 20_000, 200, 100
ROUNDS, MOST_MS = 7, 50


@dataclass
class Cost:
    """The least time of some runs in milliseconds, the processor time of this process, and the statements of one run."""

    wall: float = 1e9
    cpu: float = 1e9
    statements: list[tuple[str, Any]] = field(default_factory=list)

    def __str__(self) -> str:
        count = len(self.statements)
        return f"{self.wall:6.1f} ms, {self.cpu:6.1f} ms of processor, {count:4} statements"


def main() -> None:
    """Print what a sweep and the figures about tables cost, and how the database finds what is due."""
    django.setup()
    from django.db import connection

    from games.tables.models import Table
    from games.tables.tasks import sweep
    from spades_site.common.clock import now
    from spades_site.staff import health, measured

    _make()
    sweep()
    idle = _cost(sweep)
    print(f"  {connection.display_name}, nothing due      {idle} (target {MOST_MS} ms: {'met' if idle.wall <= MOST_MS else 'MISSED'})")  # fmt: skip
    for line in _plans(idle.statements):
        print(f"    {line}")
    playing = Table.objects.filter(status="playing", state__isnull=False).order_by("pk")
    due = list(playing.values_list("pk", flat=True)[:DUE])
    late = now() - timedelta(seconds=1)
    Table.objects.filter(pk__in=due).update(wake_at=late, deadline=late)
    print(f"  {connection.display_name}, {DUE} turns expired {_cost(sweep, rounds=1)}")
    print(
        f"  {connection.display_name}, metrics' figures  {_cost(lambda: list(measured._tables()))}"
    )
    print(f"  {connection.display_name}, staff's page      {_cost(health._tables)}")


def _cost(call: Callable[[], object], rounds: int = ROUNDS) -> Cost:
    cost = Cost()
    for _ in range(rounds):
        with _noted() as statements:
            begun, before = time.perf_counter(), time.process_time()
            call()
            cost.wall = min(cost.wall, (time.perf_counter() - begun) * 1e3)
            cost.cpu = min(cost.cpu, (time.process_time() - before) * 1e3)
        cost.statements = statements
    return cost


@contextmanager
def _noted() -> Iterator[list[tuple[str, Any]]]:
    from django.db import connection

    seen: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


def _plans(statements: list[tuple[str, Any]]) -> Iterator[str]:
    """Yield what the database reads for each of the statements, and by which index."""
    from django.db import connection

    for sql, params in statements:
        if not sql.startswith(("SELECT", "DELETE")) or "pulse" in sql:
            continue
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
                yield "; ".join(row[3] for row in cursor.fetchall())
            else:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                yield "; ".join(_scans(cursor.fetchone()[0][0]["Plan"]))


def _scans(node: dict[str, Any]) -> Iterator[str]:
    if "Relation Name" in node or "Index Name" in node:
        by = f" by {node['Index Name']}" if "Index Name" in node else ""
        yield f"{node['Node Type']} of {node.get('Relation Name', 'an index')}{by}"
    for child in node.get("Plans", []):
        yield from _scans(child)


def _make() -> None:
    from django.contrib.auth import get_user_model
    from django.db import connection

    from games.tables.models import PresenceLease, Seat, SharedDeals, Table
    from spades_site.common.clock import now
    from tests.tables.playing import seated, wake

    users = get_user_model().objects.bulk_create(
        [
            get_user_model()(username=f"u{n}", name_key=f"u{n}", email=f"u{n}@example.org")
            for n in range(4_000)
        ]
    )
    model, moment = wake(seated([users[0]])), now()
    later, before = moment + timedelta(hours=1), moment - timedelta(days=9)
    Table.objects.filter(pk=model.pk).update(wake_at=later, deadline=later)
    old = SharedDeals.objects.bulk_create(
        [
            SharedDeals(created_at=before, dealt_at=before, opened_at=before, digest="d")
            for _ in range(DEALS * 20)
        ]
    )
    deals = SharedDeals.objects.bulk_create([SharedDeals(created_at=before) for _ in range(DEALS)])
    kinds: dict[str, tuple[int, dict[str, Any]]] = {
        "finished": (FINISHED, {"started_at": before, "finished_at": before, "state": model.state}),
        "open": (OPEN, {"wake_at": later}),
        "playing": (PLAYING, {"started_at": moment, "wake_at": later, "deadline": later, "state": model.state}),
    }  # fmt: skip
    for status, (number, values) in kinds.items():
        for first in range(0, number, 2_000):
            tables = Table.objects.bulk_create(
                [
                    Table(
                        status=status, preset=model.preset, rules=model.rules, created_at=before, commitment="c",
                        turn_seconds=3_000, version=50, turn_version=50, turn_key=model.turn_key,
                        # Some groups are still waiting for players, at a table that is open and one that has begun.
                        deals=deals[n] if status == "open" and n < DEALS else old[n] if status == "finished" and n < len(old) else None,
                        **values,
                    )
                    for n in range(first, first + min(2_000, number - first))
                ],
                batch_size=500,
            )  # fmt: skip
            live = status != "finished"
            Seat.objects.bulk_create(
                [
                    Seat(table=table, index=index, user=users[(4 * n + index) % len(users)], name=f"u{index}",
                         online=live, arrived_at=before, last_seen=later)
                    for n, table in enumerate(tables) for index in range(4)
                ],
                batch_size=2_000,
            )  # fmt: skip
            PresenceLease.objects.bulk_create(
                [
                    PresenceLease(table=table, user=users[(4 * n + index) % len(users)], server="one", until=later)
                    for n, table in enumerate(tables) if live for index in range(4)
                ],
                batch_size=2_000,
            )  # fmt: skip
    begun = Table.objects.filter(status="playing").order_by("pk").values_list("pk", flat=True)
    for group, pk in zip(deals, list(begun[:DEALS]), strict=True):
        Table.objects.filter(pk=pk).update(deals=group, state=None)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


if __name__ == "__main__":
    main()
