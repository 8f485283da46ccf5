"""E1: games between the same people count less and less, and against people whom few know a fifth."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.engine import preset
from games.ratings import elo, queries, services
from games.ratings.models import Rating, RatingChange
from games.tables.game.rated import is_long_enough, require_long_enough
from spades_site.common.errors import Refused
from tests.ratings.tables import FIRST, finished_table
from tools.bench.farms import SCHEDULES, farm, farm_with_strangers, honest

pytestmark = pytest.mark.django_db
DUEL = "rubl_two_player"


def divisors(people: list[Any], *hours: int) -> list[int]:
    """The divisors of games between two people that end so many hours after the first."""
    for after in hours:
        services.rate_table(
            finished_table(people, (0,), key=DUEL, at=FIRST + timedelta(hours=after)).pk
        )
    rows = RatingChange.objects.filter(user=people[0]).order_by("result_id")
    return list(rows.values_list("divisor", flat=True))


@pytest.mark.usefixtures("everybody_known")
def test_e1_the_same_opponent_with_other_partners(member: Callable[..., Any]) -> None:
    ann, bob, *others = [member(f"p{number}") for number in range(18)]
    for game in range(8):
        four = [ann, bob, *others[2 * game : 2 * game + 2]]
        services.rate_table(finished_table(four, (0,), at=FIRST + timedelta(hours=game)).pk)
    rows = RatingChange.objects.filter(user__in=[ann, bob]).order_by("result_id", "user_id")
    of_two = list(rows.values_list("divisor", flat=True))
    assert of_two == [n for n in (1, 1, 1, 1, 1, 2**3, 3**3, 4**3) for _player in range(2)]
    assert set(RatingChange.objects.filter(user__in=others).values_list("divisor")) == {(1,)}


@pytest.mark.usefixtures("everybody_known")
def test_e1_the_same_opponent_within_a_day_and_a_week(member: Callable[..., Any]) -> None:
    two = [member("ann"), member("bob")]
    hours = (0, 1, 2, 3, 23, 46, 46 + 150, 46 + 150 + 168)
    assert divisors(two, *hours) == [1, 1, 1, 2 * 4, 3 * 9, 16, 1, 1]


def test_e1_against_people_whom_few_know_a_game_counts_a_fifth(member: Callable[..., Any]) -> None:
    ann, *others = [member(f"p{number}") for number in range(7)]
    for number, other in enumerate(others):
        assert divisors([ann, other], 200 * number)[-1] == 5
    changes = RatingChange.objects.filter(user__in=others).order_by("result_id")
    assert list(changes.values_list("divisor", flat=True)) == [5, 5, 5, 5, 5, 1]


def test_e1_void_games_change_no_divisor(member: Callable[..., Any]) -> None:
    two = [member("ann"), member("bob")]
    table = finished_table(two, (0,), key=DUEL)
    services.rate_table(table.pk)
    services.void_result(table.pk, None, "a correction")
    assert divisors(two, 1, 2, 3)[1:] == [5, 5, 5 * 2 * 4]


@pytest.mark.slow
def test_e1_a_farm_of_two_accounts_gains_little(member: Callable[..., Any]) -> None:
    two = [member("ann"), member("bob")]
    divisors(two, *range(12), *(24 * day for day in range(1, 7)))
    rating = Rating.objects.get(user=two[0])
    assert rating.millis - elo.START < 15 * elo.POINT
    assert services.recompute("headsup") == 0
    assert queries.place_of(two[0], "headsup") is None


def test_e1_lists_ask_for_several_opponents(member: Callable[..., Any]) -> None:
    ann, *others = [member(f"p{number}") for number in range(6)]
    for number, other in enumerate(others):
        assert queries.place_of(ann, "headsup") is None
        divisors([ann, other], number)
    assert [place.user for place in queries.leaderboard("headsup")] == [ann]


@pytest.mark.parametrize(
    ("terms", "long"),
    [
        ({}, True),
        ({"max_hands": 3}, False),
        ({"max_hands": 4}, True),
        ({"max_hands": 4, "target": None}, True),
        ({"target": 199}, False),
        ({"target": 200}, True),
        ({"loss_limit": 100}, False),
        ({"loss_limit": 200}, True),
    ],
)
def test_e1_the_shortest_rated_length(terms: dict[str, Any], long: bool) -> None:
    assert is_long_enough(preset("cardgames_io", **terms)) is long


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", SCHEDULES)
def test_e1_simulated_farms_gain_at_most_fifteen_points_a_week(name: str) -> None:
    assert 0 < farm(SCHEDULES[name](), known=False).week < 15


@pytest.mark.parametrize("name", SCHEDULES)
def test_e1_other_partners_leave_little_to_farm(name: str) -> None:
    assert 0 < farm_with_strangers(SCHEDULES[name](), games=elo.NEW_UNTIL).week < 55


def test_e1_honest_players_predictions_hardly_suffer() -> None:
    found = honest(players=120, weeks=10, seed=1, after=5)
    assert found.games > 500
    assert found.difference < 0.01


def test_a_rated_game_isnt_lost_by_one_set() -> None:
    with pytest.raises(Refused) as refused:
        require_long_enough(preset("cardgames_io", set_limit=1))
    assert (refused.value.code, str(refused.value)) == (
        "rated_short",
        "In a rated game 2 sets at least lose. Allow more sets, or open the table as a casual one.",
    )
