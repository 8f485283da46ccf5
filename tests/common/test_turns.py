"""Tasks with one run at a time."""

from typing import Any

import pytest

from spades_site.common.models import TaskRun
from spades_site.common.turns import LEASE, Turn
from tests.faults.test_every_task import at_once

pytestmark = pytest.mark.django_db


def test_a_second_run_begins_once_the_first_has_ended(hands: Any) -> None:
    first, second, other = Turn("a"), Turn("a"), Turn("b")
    assert [first.take(), second.take(), other.take()] == [True, False, True]
    first.end()
    assert [second.take(), first.take(), first.keep()] == [True, False, False]
    # The end of a run whose turn is over ends no other's.
    first.end()
    assert first.take() is False


def test_a_run_that_died_holds_the_others_up_for_its_lease(hands: Any) -> None:
    died, lives, waits = Turn("a"), Turn("b"), Turn("b")
    assert [died.take(), lives.take()] == [True, True]
    for _each in range(3):
        hands.forward(LEASE.total_seconds() - 1)
        assert [lives.keep(), waits.take()] == [True, False]
    assert Turn("a").take()
    assert died.keep() is False


def test_a_clock_that_is_set_back_holds_nobody_up(hands: Any) -> None:
    assert Turn("a").take()
    hands.forward(-3600)
    assert Turn("a").take()


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_begins() -> None:
    began = []
    at_once(lambda: began.append(Turn("a").take()), times=6)
    assert sorted(began) == [False] * 5 + [True]
    assert TaskRun.objects.count() == 1
