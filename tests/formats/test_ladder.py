"""A ladder's rules: small ladders in every order, against the rules as people tell them."""

import random
from itertools import permutations, product

import pytest

from tournaments.formats.ladder import (
    ALL,
    ENTER,
    FAILURE,
    HALF,
    IDLE,
    JOIN,
    LEAVE,
    MOVE,
    RESULT,
    SWAP,
    Record,
    Rungs,
    Step,
    Taken,
    climb,
    highest_to_challenge,
    rewound,
    rung_after_win,
)


def _ladder(size: int) -> Rungs:
    return climb(Step(JOIN, entry) for entry in range(1, size + 1))


def _order(start: Rungs, *steps: Step) -> tuple[int, ...]:
    return climb(steps, start).order


def test_new_entries_begin_at_the_bottom() -> None:
    assert _ladder(4).order == (1, 2, 3, 4)
    assert _order(_ladder(3), Step(JOIN, 2)) == (1, 2, 3)


@pytest.mark.parametrize(
    ("rung", "highest"), [(1, 1), (2, 1), (10, 1), (11, 6), (12, 6), (13, 7), (30, 15), (31, 16)]
)
def test_the_top_ten_reach_everybody_and_others_half_way(rung: int, highest: int) -> None:
    assert highest_to_challenge(rung, top=10, reach=HALF) == highest


def test_the_reach_is_half_the_distance_rounded_up() -> None:
    for rung in range(1, 200):
        distance = rung - 1
        highest = highest_to_challenge(rung, top=0, reach=HALF)
        assert rung - highest == (distance + 1) // 2
        assert highest_to_challenge(rung, top=0, reach=ALL) == 1


def test_a_winner_climbs_half_the_distance_rounded_up() -> None:
    assert [rung_after_win(9, above, HALF) for above in range(1, 9)] == [5, 5, 6, 6, 7, 7, 8, 8]
    assert [rung_after_win(9, above, SWAP) for above in range(1, 9)] == list(range(1, 9))


@pytest.mark.parametrize("size", range(2, 7))
def test_every_result_on_a_small_ladder(size: int) -> None:
    start = _ladder(size)
    for winner, loser in permutations(range(1, size + 1), 2):
        order = _order(start, Step(RESULT, winner, loser))
        assert sorted(order) == list(start.order)
        if winner < loser:
            # A win over a lower rung moves nobody.
            assert order == start.order
            continue
        rung = order.index(winner) + 1
        distance = winner - loser
        assert winner - rung == -(-distance // 2)
        # A loss costs nothing, except against the rung directly below: they change places.
        assert order.index(loser) + 1 == (loser + 1 if distance == 1 else loser)
        # Those between slide down one; nobody else moves.
        for other in range(1, size + 1):
            if other != winner:
                slides = rung <= other < winner
                assert order.index(other) + 1 == other + slides
        swapped = list(start.order)
        swapped[winner - 1], swapped[loser - 1] = loser, winner
        assert list(_order(start, Step(RESULT, winner, loser, climb=SWAP))) == swapped


def test_failures_in_a_row_cost_rungs_and_a_match_clears_them() -> None:
    start = _ladder(6)
    failure = Step(FAILURE, 2, limit=3, drop=2)
    assert _order(start, failure, failure) == start.order
    assert _order(start, failure, failure, failure) == (1, 3, 4, 2, 5, 6)
    # The last rung is the lowest to which one can drop.
    last = Step(FAILURE, 6, limit=1, drop=9)
    assert _order(start, last) == start.order
    played = Step(RESULT, 2, 3)
    after = climb([failure, failure, played, failure], start)
    assert (after.order, after.records[2].failures) == (start.order, 1)
    # Who loses by not coming has failed: the loss clears nothing.
    forfeit = Step(RESULT, 1, 2, forfeit=True)
    assert _order(start, failure, failure, forfeit, failure) == (1, 3, 4, 2, 5, 6)
    assert climb([failure] * 9, start).records[2] == Record(failures=0, best=2)
    assert climb([Step(FAILURE, 2)] * 9, start).order == start.order


def test_days_without_a_match_cost_rungs_and_a_newcomer_takes_the_rung_of_who_loses() -> None:
    start = _ladder(5)
    assert _order(start, Step(IDLE, 2, drop=2)) == (1, 3, 4, 2, 5)
    assert _order(start, Step(IDLE, 4, drop=9)) == (1, 2, 3, 5, 4)
    assert _order(start, Step(IDLE, 7, drop=1)) == start.order
    assert _order(start, Step(RESULT, 5, 2, climb=ENTER)) == (1, 5, 2, 3, 4)
    assert _order(start, Step(RESULT, 2, 5, climb=ENTER)) == start.order


def test_leaving_and_moving() -> None:
    start = _ladder(5)
    assert _order(start, Step(LEAVE, 2)) == (1, 3, 4, 5)
    assert _order(start, Step(MOVE, 5, to=1)) == (5, 1, 2, 3, 4)
    assert _order(start, Step(MOVE, 1, to=99)) == (2, 3, 4, 5, 1)
    # Steps of entries that aren't there move nobody, but the result counts.
    gone = climb([Step(LEAVE, 2), Step(RESULT, 5, 2), Step(MOVE, 2, to=1)], start)
    assert gone.order == (1, 3, 4, 5)
    assert gone.records[5] == Record(wins=1, best=4)


def test_records_keep_the_best_rung() -> None:
    rungs = climb([Step(RESULT, 4, 1), Step(RESULT, 3, 4)], _ladder(4))
    assert rungs.order == (1, 4, 3, 2)
    assert {entry: record.best for entry, record in rungs.records.items()} == {
        1: 1,
        2: 2,
        3: 3,
        4: 2,
    }


@pytest.mark.parametrize("mode", [HALF, SWAP])
def test_no_sequence_of_results_loses_or_doubles_an_entry(mode: str) -> None:
    pairs = list(permutations(range(1, 4), 2))
    for results in product(pairs, repeat=3):
        steps = [Step(RESULT, winner, loser, climb=mode) for winner, loser in results]
        rungs = climb(steps, _ladder(3))
        assert sorted(rungs.order) == [1, 2, 3]
        assert sum(record.wins for record in rungs.records.values()) == 3


@pytest.mark.parametrize("mode", [HALF, SWAP])
def test_steps_are_taken_back_from_the_order_alone(mode: str) -> None:
    dice = random.Random(20261129)
    rungs, orders, taken = Rungs(), [], []
    for _ in range(300):
        entry, other = dice.sample(range(1, 9), 2)
        step = dice.choice(
            [
                Step(JOIN, entry),
                Step(LEAVE, entry),
                Step(MOVE, entry, to=dice.randint(1, 9)),
                *[Step(RESULT, entry, other, climb=mode)] * 4,
                Step(FAILURE, entry, limit=2, drop=2),
                Step(IDLE, entry, drop=2),
                Step(RESULT, entry, other, climb=ENTER),
            ]
        )
        following = climb([step], rungs)
        orders.append(rungs.order)
        taken.append(Taken(step, rungs.rung_of(entry), following.rung_of(entry)))
        rungs = following
    for number, order in enumerate(orders):
        assert tuple(rewound(rungs.order, reversed(taken[number:]))) == order


def test_an_order_read_before_the_latest_steps_is_rewound_without_failing() -> None:
    joined, won = Taken(Step(JOIN, 3), 0, 3), Taken(Step(RESULT, 3, other=1, climb=SWAP), 3, 1)
    assert rewound([1, 2], [won, joined]) == [1, 2]
    assert rewound([1, 2, 3], [Taken(Step(LEAVE, 3), 3, 0)]) == [1, 2, 3]
