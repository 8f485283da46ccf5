"""Who is seeded first."""

import itertools

import pytest

from tournaments.formats import FormatError
from tournaments.formats.seeding import by_hand, by_lot, by_rating, by_standings


def test_by_rating_the_unrated_come_last() -> None:
    assert by_rating({"a": 1500, "b": None, "c": 1700, "d": 0}, "s") == ("c", "a", "d", "b")


def test_level_ratings_go_by_lot_whatever_the_order_of_the_arguments() -> None:
    ratings = dict.fromkeys(range(6), 1500) | {7: 1501}
    drawn = by_rating(ratings, "seed")
    assert drawn[0] == 7
    assert drawn == by_rating(dict(reversed(ratings.items())), "seed")
    assert len({by_rating(ratings, f"seed {number}") for number in range(8)}) == 8


def test_by_standings_shared_ranks_go_by_lot() -> None:
    ranks = {10: 2, 11: 1, 12: 2, 13: 4}
    orders = {by_standings(ranks, str(number)) for number in range(30)}
    assert orders == {(11, 10, 12, 13), (11, 12, 10, 13)}


def test_by_lot_every_order_comes_up() -> None:
    orders = {by_lot(range(4), str(number)) for number in range(400)}
    assert orders == set(itertools.permutations(range(4)))
    assert by_lot([2, 0, 1], "x") == by_lot([0, 1, 2], "x")


def test_by_hand_all_or_the_first_few() -> None:
    assert by_hand([3, 1, 2], [1, 2, 3]) == (3, 1, 2)
    assert by_hand([3], [1, 2, 3, 4], rest=True) == (3, 1, 2, 4)
    assert by_hand([], [1, 2], rest=True) == (1, 2)


@pytest.mark.parametrize(
    ("chosen", "code", "sentence"),
    [
        ([1, 1, 2], "entered_twice", "1 is in the list more than once. Name everybody once."),
        ([1, 9], "unknown_entry", "9 is not in the field. Seed only those who entered."),
        (
            [3],
            "seeds_missing",
            "1, 2, 4 and 1 more have no seed yet. Seed everybody, or let the others follow by rating.",
        ),
    ],
)
def test_an_order_by_hand_that_is_none_is_refused(
    chosen: list[int], code: str, sentence: str
) -> None:
    with pytest.raises(FormatError) as refusal:
        by_hand(chosen, [1, 2, 3, 4, 5])
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


def test_a_field_with_somebody_twice_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        by_lot([4, 5, 4, 5], "s")
    assert refusal.value.sentence == "4 and 5 are in the list more than once. Name everybody once."
