"""What a process keeps of a game counts only as long as the table's row says the same."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from games import engine
from games.tables.game import locked_table
from games.tables.game.locked_table import lock_table
from games.tables.models import Table
from games.tables.storage.game_cache import Game, Recall
from games.tables.timing.timers import Timers
from spades_site.common.clock import now
from tests.tables.playing import seated, state_of, wake

pytestmark = pytest.mark.both

GAME = Game({"version": 1}, None, [])


@pytest.fixture
def table(member: Any, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table in play, in a process that keeps nothing yet."""
    monkeypatch.setattr(locked_table, "_recall", Recall())
    return wake(seated([member("ann")]))


def test_the_longest_unused_games_are_given_up() -> None:
    kept = Recall(most=2)
    for table_id in (1, 2, 1, 3):
        kept.keep(table_id, (table_id,), GAME)
    assert [kept.game(table_id, (table_id,)) for table_id in (1, 2, 3)] == [GAME, None, GAME]
    kept.drop(3)
    assert kept.game(3, (3,)) is None
    assert kept.game(1, (2,)) is None


@pytest.mark.django_db(transaction=True)
def test_a_game_that_this_process_wrote_is_not_read_again(table: Table) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as asked, lock_table(table.pk) as opened:
            assert engine.snapshot(opened.game) == engine.snapshot(state_of(table))
            assert (opened.table.rules, opened.table.state) == (table.rules, table.state)
            assert list(map(model_to_dict, opened.seats)) == list(map(model_to_dict, seats))
        return len(asked)

    seats = list(table.seats.all())

    kept = statements()
    locked_table._recall.drop(table.pk)
    assert statements() == kept + 2


@pytest.mark.django_db(transaction=True)
def test_what_another_process_did_is_read(table: Table) -> None:
    state = state_of(table)
    (seat,) = state.to_act
    state = engine.apply(state, seat, engine.legal_actions(state, seat)[0])
    # As another process does it, with a version of its own.
    Table.objects.filter(pk=table.pk).update(
        version=table.version + 1, state=engine.position(state)
    )
    table.seats.filter(index=1).update(wants_end=True)
    with lock_table(table.pk) as opened:
        assert engine.snapshot(opened.game) == engine.snapshot(state)
        assert [seat.wants_end for seat in opened.seats] == [False, True, False, False]


@pytest.mark.django_db(transaction=True)
def test_of_a_seat_only_what_was_changed_is_written(table: Table) -> None:
    seen = now() + timedelta(seconds=7)
    table.seats.update(last_seen=seen)
    with lock_table(table.pk) as opened:
        opened.seats[0].bank_left = 7.5
        opened.touch(opened.seats[0])
        opened.save()
    with lock_table(table.pk) as opened:
        assert [seat.bank_left for seat in opened.seats] == [7.5, 0, 0, 0]
    assert list(table.seats.values_list("bank_left", "last_seen")) == [
        (7.5, seen), (0, seen), (0, seen), (0, seen),
    ]  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_a_player_restored_to_their_seat_sits_there(table: Table) -> None:
    with lock_table(table.pk) as opened:
        seat = opened.seats[0]
        opened.vacate(seat)
        opened.touch(seat)
        opened.save()
    assert table.seats.get(index=0).user is not None


def play_and_fail(table: Table) -> None:
    with transaction.atomic(), lock_table(table.pk) as opened:
        (seat,) = opened.game.to_act
        opened.state = engine.apply(opened.game, seat, engine.legal_actions(opened.game, seat)[0])
        opened.seats[0].missed = 9
        opened.touch(opened.seats[0])
        opened.save()
        raise RuntimeError


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_not_kept(table: Table) -> None:
    with pytest.raises(RuntimeError):
        play_and_fail(table)
    with lock_table(table.pk) as opened:
        assert engine.snapshot(opened.game) == engine.snapshot(state_of(table))
        assert [seat.missed for seat in opened.seats] == [0] * 4


def test_a_moment_that_was_put_off_wakes_nobody(hands: Any) -> None:
    rung: list[int] = []
    both = threading.Event()

    def ring(table_id: int) -> None:
        rung.append(table_id)
        if len(rung) == 2:
            both.set()

    timers = Timers(ring, lambda: None)
    sooner, later = now() + timedelta(hours=1), now() + timedelta(hours=2)
    for moment, table_id in ((sooner, 7), (later, 7), (later, 8)):
        timers.at(moment, table_id)
    hands.forward(timedelta(hours=3).total_seconds())
    assert both.wait(20)
    assert sorted(rung) == [7, 8]
