"""How long games took here, as the preview counts on it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from games.tables.models import Table
from games.tables.models.tables import new_public_id
from spades_site.common.clock import now
from tests.events.conftest import Club
from tournaments.organizer.pace import UNMEASURED, Pace, pace_of

pytestmark = pytest.mark.django_db


def played(club: Club, minutes: list[float], **fields: Any) -> None:
    """Let a tournament's table, and copies of it, have taken so many minutes for a game of two hands."""
    cup = club.started(2, **fields)
    (match,) = club.in_play(cup)
    club.finish(match, 300, 200)
    table = Table.objects.get(pk=match.table_id)
    for took in minutes:
        table.pk, table.public_id = None, new_public_id()
        table.finished_at = now()
        table.started_at = table.finished_at - timedelta(minutes=took)
        table.save()
    Table.objects.filter(pk=match.table_id).update(turn_seconds=86400)


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Nothing is known from the test before."""
    cache.clear()


def test_few_games_say_nothing(club: Club) -> None:
    played(club, [10, 10, 10, 10])
    assert pace_of("cardgames_io") == UNMEASURED


def test_the_median_of_a_hand_and_of_a_whole_game_counts(club: Club) -> None:
    # Bots played the first; the last was interrupted.
    played(club, [0.5, 4, 5, 6, 8, 90])
    pace = pace_of("cardgames_io")
    assert (round(pace.hand.total_seconds() / 60, 1), pace.hands, pace.games) == (3.0, 2, 5)
    assert pace_of("bicycle_4") == UNMEASURED
    # Kept for a while, so that the form doesn't ask at every key.
    Table.objects.update(preset="bicycle_4")
    assert pace_of("cardgames_io") == pace


def test_games_of_a_fixed_length_say_nothing_about_the_target(club: Club) -> None:
    played(club, [4, 5, 6, 8, 9], match_hands=2)
    assert pace_of("cardgames_io") == Pace(timedelta(minutes=3), None, 5)
