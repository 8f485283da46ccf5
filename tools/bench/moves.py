"""What a plain move costs on a Postgres with fsync: by the game in memory in one statement, and under the table's lock.

Both play the same kind of game in turns in one process, a person and a bot after another; the least of some rounds counts. Time is
that of the call, processor time that of the process without Postgres.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests import program, services

TABLES, MOVES, ROUNDS = 4, 80, 3


def main() -> None:
    """Print the figures, measured in processes of their own, because their databases aren't that of the other parts."""
    with services.postgres(durable=True) as server:
        for split in (False, True):
            with program.database(server) as url:
                env = {**os.environ, "DATABASE_URL": url, "TABLE_TIMERS": "0"}
                env |= {"BOT_SECONDS": "0", "HAND_PAUSE_SECONDS": "0"}
                if split:
                    print("moves: the same with the log in partitions", flush=True)
                    words = [sys.executable, "manage.py", "partition"]
                    subprocess.run(words, env=env, check=True, stdout=subprocess.DEVNULL)
                subprocess.run([sys.executable, "-m", "tools.bench.moves"], env=env, check=True)


def measure() -> None:
    """Print the figures on the database of the settings."""
    import django

    django.setup()
    from games.tables.game import locked_table

    tables = [_table(number) for number in range(TABLES)]
    ways: dict[str, Callable[..., bool]] = {
        "under the lock": lambda *_: False,
        "in one statement": locked_table._can_skip_lock,
    }
    costs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            locked_table._can_skip_lock = way
            costs[name].append(_play(tables))
    print(
        "moves: a plain move on Postgres with fsync, a person's or a bot's (begin and commit not counted)"
    )
    for name, found in costs.items():
        statements, wall, cpu = (min(column) for column in zip(*found, strict=True))
        print(
            f"  {name:<17} {statements:4.1f} statements   {wall:5.2f} ms   {cpu:5.2f} ms of processor"
        )


def _table(number: int) -> tuple[Any, Any]:
    from django.contrib.auth import get_user_model

    from games import engine
    from games.tables import services as tables

    user = get_user_model().objects.create_user(f"bench{number}", f"bench{number}@example.org")
    terms = tables.TableTerms(rules=engine.preset("cardgames_io", target=100_000))
    table = tables.open_table(terms, created_by=user)
    tables.take_seat(table_id=table.pk, user=user, seat=0, salt_hash="")
    tables.fill_with_bots(table_id=table.pk, by=user)
    return user, table


def _play(tables: list[tuple[Any, Any]]) -> tuple[float, float, float]:
    """Return the statements, milliseconds and milliseconds of processor time of a plain move, on average."""
    from django.db import connection

    moves = sent = 0
    wall = cpu = 0.0
    for number in range(MOVES * TABLES):
        user, table = tables[number % TABLES]
        table.refresh_from_db()
        state = table.state or {"phase": "deal"}
        call = _next_move(user, table)
        with _counted(connection) as statements:
            begun, before = time.perf_counter(), time.process_time()
            call()
            spent, used = time.perf_counter() - begun, time.process_time() - before
        if state["phase"] == "play":
            moves, sent = moves + 1, sent + len(statements)
            wall, cpu = wall + spent, cpu + used
    return sent / moves, wall / moves * 1e3, cpu / moves * 1e3


def _next_move(user: Any, table: Any) -> Callable[[], object]:
    from games import engine
    from games.tables import services as tables
    from spades_site.common.clock import now

    if table.wake_at is not None and table.wake_at <= now():
        return lambda: tables.wake_table(table.pk)
    state = engine.restore({**table.state, "rules": table.rules})
    action = engine.view_for(state, 0)["legal"][0]
    return lambda: tables.submit_action(
        table_id=table.pk, user=user, action=action, action_id=f"{table.pk}.{table.version}",
        expected_version=table.version,
    )  # fmt: skip


@contextmanager
def _counted(connection: Any) -> Iterator[list[str]]:
    """Collect the statements of the block, without a transaction's begin and commit."""
    seen: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


if __name__ == "__main__":
    measure()
