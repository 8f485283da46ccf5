"""Single entrants become partnerships."""

import pytest

from tournaments.formats import FormatError, Partnerships, Single, team_up


def singles(*ratings: int) -> list[Single]:
    return [Single(key, rating) for key, rating in enumerate(ratings, start=1)]


def test_high_plays_with_low() -> None:
    made = team_up(singles(1500, 1900, 1700, 1300, 1600, 1400), "seed")
    assert made == Partnerships(pairs=((2, 4), (3, 6), (5, 1)), odd=None)


def test_the_last_to_enter_is_left_over() -> None:
    made = team_up(singles(1500, 1900, 1700, 1300, 2100), "seed")
    assert made == Partnerships(pairs=((2, 4), (3, 1)), odd=5)


def test_one_and_nobody() -> None:
    assert team_up(singles(1500), "seed") == Partnerships(pairs=(), odd=1)
    assert team_up([], "seed") == Partnerships(pairs=(), odd=None)


def test_equal_ratings_go_by_a_lot_that_the_seed_decides() -> None:
    entered = singles(*[1500] * 12)
    draws = [team_up(entered, f"seed {number}") for number in range(5)]
    assert draws == [team_up(entered, f"seed {number}") for number in range(5)]
    assert len({made.pairs for made in draws}) == 5
    for made in draws:
        assert sorted(key for pair in made.pairs for key in pair) == list(range(1, 13))


def test_the_order_of_entry_decides_nothing_but_who_is_left_over() -> None:
    entered = singles(1500, 1500, 1700, 1500, 1600, 1500)
    assert team_up(entered, "s") == team_up(list(reversed(entered)), "s")


def test_somebody_twice_in_the_list_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        team_up([Single(7, 1500), Single(7, 1500)], "seed")
    assert refusal.value.code == "entered_twice"
