"""Calls are idempotent, and after a crash between any two statements the same call finishes the work."""

import threading
from typing import Any

import pytest
from django.db import close_old_connections, connection

from games.tables.models import Table
from tests.events.rows import rows_of, versions_of
from tests.support.crashes import crash_everywhere
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.models import Tournament
from tournaments.scheduling import tasks


@pytest.mark.django_db
def test_a_crash_anywhere_in_the_start_changes_nothing(club: Any) -> None:
    cup = club.with_entries(3)
    for name in ("sue", "tom"):
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
    club.hands.forward(3601)
    assert crash_everywhere(lambda: advance.advance(cup.pk)) > 15
    assert (Tournament.objects.get(pk=cup.pk).status, len(club.in_play(cup))) == ("running", 2)
    done = rows_of(cup)
    advance.advance(cup.pk)
    assert rows_of(cup) == done


@pytest.mark.slow
@pytest.mark.django_db
def test_a_crash_anywhere_in_taking_a_result_in_changes_nothing(
    club: Any, monkeypatch: Any
) -> None:
    cup = club.started(4)
    first, second = club.in_play(cup)
    club.finish(first, 500, 100)
    with monkeypatch.context() as silent:
        silent.setattr("spades_site.common.outbox.emit", lambda topic, payload: None)
        club.finish(second, 100, 500)
    assert crash_everywhere(lambda: advance.advance(cup.pk)) > 8
    second.refresh_from_db()
    assert versions_of(second) == [(1, "played", 1, True)]
    assert [round_.status for round_ in cup.rounds.all()] == ["done", "playing", "confirmed"]
    assert len(club.in_play(cup)) == 2


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_several_at_once_have_the_outcome_of_one(club: Any) -> None:
    cup = club.with_entries(4)
    club.hands.forward(3601)
    barrier, failures = threading.Barrier(4), []

    def sweep() -> None:
        try:
            barrier.wait(timeout=10)
            tasks.advance_due()
            advance.advance(cup.pk)
        except Exception as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=sweep) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    close_old_connections()
    assert failures == []
    rows = rows_of(cup)
    assert (rows["status"], len(rows["rounds"]), len(rows["matches"])) == ("running", 3, 6)
    assert [match[4] for match in rows["matches"]] == ["playing"] * 2 + ["drawn"] * 4
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_the_task_is_the_sweep(club: Any) -> None:
    cup = club.with_entries(2)
    tasks.advance_due()
    assert rows_of(cup)["status"] == "registration"
    club.hands.forward(3601)
    tasks.advance_due()
    assert rows_of(cup)["status"] == "running"
