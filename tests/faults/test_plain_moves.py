"""D1, D3, D4 where a plain move is one conditional statement by the game in memory: on Postgres (ADR 12)."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.tables import services
from games.tables.game import arbiter, locked_table
from games.tables.models import Action, Pulse, Table
from games.tables.storage.game_cache import Recall
from games.tables.timing import outages
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.server.connections import on_living_connection
from tests.faults.test_once import ann_and_table, legal, rows, wake

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "connection.vendor != 'postgresql'", reason="one statement on Postgres only"
    ),
    pytest.mark.postgres,
]


class Crash(Exception):
    """The process dies here."""


@contextmanager
def process(memory: Recall) -> Iterator[None]:
    """Let this block be another process's work, with its own memory."""
    own, locked_table._recall = locked_table._recall, memory
    try:
        yield
    finally:
        locked_table._recall = own


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Recall:
    """The memory of another process; this one's is empty at first."""
    monkeypatch.setattr(locked_table, "_recall", Recall())
    return Recall()


def elsewhere(call: Callable[[], Any]) -> Any:
    """Run a call with a connection of its own; returns what it returns."""
    answers = []

    def run() -> None:
        try:
            answers.append(call())
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    return answers[0]


def at_the_statement(before: Callable[[], None], after: Callable[[], None] = int) -> Any:
    """Return a database wrapper that calls these around the statement of a plain move."""

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith("WITH moved"):
            return execute(sql, params, many, context)
        before()
        answer = execute(sql, params, many, context)
        after()
        return answer

    return wrapper


def act(user: Any, table: Table, action: str, action_id: str, version: int) -> Any:
    """Submit an action; returns its outcome or the code of its refusal."""
    try:
        return services.submit_action(
            table_id=table.pk, user=user, action=action, action_id=action_id,
            expected_version=version,
        )  # fmt: skip
    except Refused as refusal:
        return refusal.code


def checked(table: Table) -> list[tuple[Any, ...]]:
    """Return the rows of the log's plays, after replaying the log to the stored state."""
    stored = Table.objects.get(pk=table.pk)
    state = engine.restore({**stored.state, "rules": stored.rules})
    replayed = engine.new_game(state.rules, first_dealer=state.first_dealer)
    log = Action.objects.filter(table=table).order_by("version")
    for row in log.exclude(kind="table"):
        if row.kind == "deal":
            pack = [engine.parse_card(card) for card in row.text.split(" ")[1:]]
            replayed = engine.deal(replayed, pack)
        else:
            replayed = engine.apply(replayed, row.seat, row.text)
    assert engine.snapshot(replayed) == engine.snapshot(state)
    assert stored.version >= log.last().version
    return list(log.filter(kind="play").values_list("seat", "text", "by", "action_id"))


def test_d3_a_move_of_a_person_or_a_bot_is_one_statement_and_a_whole_game_keeps_its_log(
    there: Recall,
) -> None:
    ann, table = ann_and_table(max_hands=2)
    plain = 0
    for number in range(200):
        table.refresh_from_db()
        if table.is_over:
            break
        with CaptureQueriesContext(connection) as asked:
            if table.wake_at <= now():
                services.wake_table(table.pk)
            else:
                action = legal(table)[0]
                done = act(ann, table, action, f"n{number}", table.version)
                assert done == services.Outcome(table.version + 1, duplicate=False)
        # Deals and the end take more.
        if len(asked) == 1:
            assert asked[0]["sql"].startswith("WITH moved")
            plain += 1
        if number % 20 == 0:
            checked(table)
    assert table.status == "finished"
    assert plain > 100
    assert len(checked(table)) > 104


@pytest.mark.parametrize("process_kind", ["web process", "worker"])
def test_d5_a_short_turn_is_one_statement_in_a_web_process_and_a_worker_reads_the_last_outage(
    there: Recall, monkeypatch: pytest.MonkeyPatch, process_kind: str
) -> None:
    """A turn of 5 s is shorter than the time to come back, so the end of the last outage matters to it."""
    moment = now()
    Pulse.objects.create(pk=1, at=moment, by_web=True, resumed_at=moment)
    monkeypatch.setattr(outages, "_this_serves", process_kind == "web process")
    monkeypatch.setattr(outages, "_halted", False)
    monkeypatch.setattr(outages, "_recorded", time.monotonic())
    monkeypatch.setattr(outages, "_back_by", moment + outages.COMING_BACK)
    ann, table = ann_and_table()
    Table.objects.filter(pk=table.pk).update(turn_seconds=5)
    # It reads the table under the lock, and holds it from here on.
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    with CaptureQueriesContext(connection) as asked:
        act(ann, table, legal(table)[0], "it", table.version)
    table.refresh_from_db()
    assert table.deadline == moment + outages.COMING_BACK
    plain = [one["sql"].startswith("WITH moved") for one in asked]
    assert (plain == [True]) is (process_kind == "web process")


def test_d3_of_two_processes_the_faster_one_wins(there: Recall) -> None:
    ann, table = ann_and_table()
    with process(there):
        # It reads the game under the lock, and holds it from here on.
        services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    first, second = legal(table)[:2]

    def faster() -> None:
        with process(there):
            outcomes.append(elsewhere(lambda: act(ann, table, second, "two", table.version)))

    outcomes: list[Any] = []
    with connection.execute_wrapper(at_the_statement(faster)):
        slower = act(ann, table, first, "one", table.version)
    assert outcomes == [services.Outcome(table.version + 1, duplicate=False)]
    assert slower in ("stale", "not_your_turn")
    assert [row for row in checked(table) if row[3]] == [(0, second, "player", "two")]


def test_d3_a_move_waits_for_a_lock_and_is_then_decided_anew(there: Recall) -> None:
    ann, table = ann_and_table()
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    action, inside, goes_on = legal(table)[0], threading.Event(), threading.Event()

    def vote() -> None:
        with locked_table.lock_table(table.pk) as opened:
            opened.seats[0].wants_end = False
            opened.set_news("message", text="slow")
            opened.save()
            inside.set()
            goes_on.wait(20)

    other = threading.Thread(target=lambda: elsewhere(vote))
    other.start()
    assert inside.wait(20)
    timer = threading.Timer(0.3, goes_on.set)
    with connection.execute_wrapper(at_the_statement(timer.start)):
        done = act(ann, table, action, "it", table.version)
    other.join(20)
    assert done == services.Outcome(table.version + 2, duplicate=False)
    assert Table.objects.get(pk=table.pk).news["text"] == "slow"
    assert checked(table)[-1][1] == action


def test_d3_outdated_memory_refuses_and_accepts_nothing(there: Recall) -> None:
    ann, table = ann_and_table()
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    action = legal(table)[0]
    with process(there):
        arbiter.pause_table(table_id=table.pk, reason="wait", by=ann)
    assert act(ann, table, action, "it", table.version) == "paused"
    with process(there):
        arbiter.resume_table(table_id=table.pk, by=ann)
    # The memory that said "paused" is outdated again, and so is the one that has the right bank.
    assert act(ann, table, action, "it", table.version).duplicate is False
    assert act(ann, table, action, "it", table.version).duplicate is True
    wake(table)
    before = rows(table)
    # By hand, without a version.
    Table.objects.filter(pk=table.pk).update(status="abandoned", finished_at=table.started_at,
                                             wake_at=None, deadline=None)  # fmt: skip
    assert act(ann, table, legal(table)[0], "late", table.version) == "not_playing"
    assert rows(table)[4] == before[4]


@pytest.mark.parametrize("died", ["before", "after"])
def test_d4_a_process_that_dies_around_the_statement_leaves_all_or_nothing(
    there: Recall, died: str
) -> None:
    ann, table = ann_and_table()
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    action, before = legal(table)[0], rows(table)

    def die() -> None:
        raise Crash

    around = {"before": at_the_statement(die), "after": at_the_statement(lambda: None, die)}
    with pytest.raises(Crash), connection.execute_wrapper(around[died]):
        act(ann, table, action, "it", table.version)
    assert (rows(table) == before) is (died == "before")
    # Whoever takes over, with outdated memory or none, ends with the same.
    again = act(ann, table, action, "it", table.version)
    assert again == services.Outcome(table.version + 1, duplicate=died == "after")
    assert [row for row in checked(table) if row[3]] == [(0, action, "player", "it")]


def test_d3_an_id_of_another_game_is_refused_by_the_statement_itself(there: Recall) -> None:
    ann, old = ann_and_table()
    assert act(ann, old, legal(old)[0], "old", old.version).duplicate is False
    _ann, new = ann_and_table()
    services.vote_to_end(table_id=new.pk, user=ann, yes=False)
    new.refresh_from_db()
    before = rows(new)
    assert act(ann, new, legal(new)[0], "old", new.version) == "used_id"
    assert rows(new) == before


@pytest.mark.parametrize("broke", ["before", "after"])
def test_d2_a_move_on_a_connection_that_broke_is_made_once_on_a_new_one(
    there: Recall, broke: str
) -> None:
    ann, table = ann_and_table()
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    table.refresh_from_db()
    action, version = legal(table)[0], table.version
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()

    def cut() -> None:
        def end() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])

        elsewhere(end)

    def answer_lost() -> None:
        cut()
        raise OperationalError("the answer is lost")

    around = at_the_statement(cut) if broke == "before" else at_the_statement(int, answer_lost)
    calls = []

    def move() -> Any:
        calls.append(connection.connection)
        if len(calls) > 1:
            return act(ann, table, action, "it", version)
        with connection.execute_wrapper(around):
            return act(ann, table, action, "it", version)

    outcome = on_living_connection(move)
    assert outcome == services.Outcome(version + 1, duplicate=broke == "after")
    assert len({id(link) for link in calls}) == 2
    assert [row for row in checked(table) if row[3]] == [(0, action, "player", "it")]
    # What isn't the connection's fault is not tried again.
    calls.clear()
    with pytest.raises(OperationalError):
        on_living_connection(lambda: [calls.append(1), fail()])
    assert calls == [1]


def fail() -> None:
    """Fail as a deadlock does, on a connection that works."""
    connection.ensure_connection()
    raise OperationalError("deadlock detected")
