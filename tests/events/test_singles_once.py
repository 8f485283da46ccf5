"""Individual formats and shared deals: calls are idempotent, and a crash leaves the previous state."""

import threading
from typing import Any

import pytest
from django.db import close_old_connections, connection

from games.tables.models import SharedDeals, Table
from tests.events.rows import rows_of
from tests.events.singles import alone, begun, finish, seats_of
from tests.support.crashes import crash_everywhere
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.models import Round, Tournament
from tournaments.formats.rotation import search
from tournaments.scheduling import tasks

SHARED = {"comparison": "matchpoints", "match_hands": 2}


@pytest.mark.django_db
def test_a_crash_anywhere_in_the_start_of_a_rotation_changes_nothing(club: Any) -> None:
    cup = alone(club, 9, format="rotation", rounds=3, **SHARED)
    club.hands.forward(3601)
    assert crash_everywhere(lambda: advance.advance(cup.pk)) > 15
    assert (Tournament.objects.get(pk=cup.pk).status, len(club.in_play(cup))) == ("running", 2)
    assert SharedDeals.objects.count() == 1
    done = rows_of(cup)
    advance.advance(cup.pk)
    assert rows_of(cup) == done


@pytest.mark.slow
@pytest.mark.django_db
def test_a_crash_anywhere_in_a_new_draw_changes_nothing(club: Any, monkeypatch: Any) -> None:
    cup = begun(club, 9, format="rotation", rounds=4, **SHARED)
    first, second = club.in_play(cup)
    finish(first, 200, 100)
    entering.withdraw(tournament_id=cup.pk, user=club.player("p5"))
    with monkeypatch.context() as silent:
        silent.setattr("spades_site.common.outbox.emit", lambda topic, payload: None)
        finish(second, 100, 200)
    # Each call that crashes draws anew, and how even the draw is doesn't matter here.
    monkeypatch.setattr(search, "CHANGES_A_SEAT", 64)
    assert crash_everywhere(lambda: advance.advance(cup.pk)) > 15
    assert [round_.status for round_ in cup.rounds.all()] == ["done", "playing"]
    assert SharedDeals.objects.filter(opened_at=None).count() == 1
    assert "p5" not in {name for match in club.in_play(cup) for name in seats_of(match)}


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("format_", ["rotation", "solo"])
def test_several_at_once_have_the_outcome_of_one(club: Any, format_: str) -> None:
    rules = {"rules": {"preset": "bicycle_4"}} if format_ == "solo" else {}
    cup = alone(club, 8, format=format_, rounds=3, **SHARED, **rules)
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
    playing = cup.rounds.get(status=Round.Status.PLAYING)
    assert (playing.number, playing.matches.count()) == (1, 2)
    assert (Table.objects.count(), SharedDeals.objects.count()) == (2, 1)
    assert playing.deals == SharedDeals.objects.get()
