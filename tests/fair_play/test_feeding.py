"""Pairs of accounts of which one keeps winning against the other, as the staff's page names them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.fair_play.feeding import Feeding, feeding_pairs
from games.ratings import services
from spades_site.common.clock import now
from tests.ratings.tables import finished_table

pytestmark = pytest.mark.django_db


def play(people: list[Any], winner: int, games: int, days: int = 0) -> None:
    at = now() - timedelta(days=days)
    for _game in range(games):
        table = finished_table(people, (winner,), key="rubl_two_player", at=at)
        services.rate_table(table.pk)


def test_e1_staff_see_pairs_of_which_one_always_wins(member: Callable[..., Any]) -> None:
    ann, bob, cy, di = (member(name) for name in ("ann", "bob", "cy", "di"))
    play([ann, bob], 0, 9)
    assert feeding_pairs() == []
    play([ann, bob], 1, 2)
    play([ann, bob], 0, 1)
    # Friends who both win, others who play rarely, and games of long ago are none.
    play([cy, di], 0, 6)
    play([cy, di], 1, 6)
    play([bob, di], 0, 12, days=31)
    assert feeding_pairs() == [Feeding(ann, bob, 12, 10)]
    play([ann, cy], 0, 9)
    play([ann, di], 0, 4)
    # Now they are less than half of ann's games.
    assert feeding_pairs() == []
