"""Shared deals: comparison over the tables."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tournaments.formats import FormatError
from tournaments.formats.round_robin import rounds
from tournaments.formats.shared_deals import (
    DealScore,
    Fault,
    Play,
    Total,
    Unplayed,
    comparable,
    differences,
    matchpoints,
    totals,
)


def plays(*points: tuple[int, int], deal: int = 1) -> list[Play]:
    """One deal at several tables: entries 0, 2, … in the first direction, 1, 3, … in the second."""
    return [
        Play(deal, ((2 * table,), (2 * table + 1,)), score) for table, score in enumerate(points)
    ]


def values(scores: list[DealScore]) -> dict[int, Fraction]:
    return {score.entry: score.value for score in scores}


def test_matchpoints_of_four_tables_by_hand() -> None:
    scores = matchpoints(plays((63, 40), (50, 50), (40, -50), (23, 0)))
    # Differences 23, 0, 90, 23: two level ones, of 6 possible points.
    assert values(scores) == {
        0: Fraction(3, 6),
        1: Fraction(3, 6),
        2: Fraction(0, 6),
        3: Fraction(6, 6),
        4: Fraction(6, 6),
        5: Fraction(0, 6),
        6: Fraction(3, 6),
        7: Fraction(3, 6),
    }
    assert [score.compared for score in scores] == [3] * 8


def test_differences_of_four_tables_by_hand() -> None:
    scores = differences(plays((63, 40), (50, 50), (40, -250), (23, 0)))
    # Differences 23, 0, 290, 23; the means of the others are 313/3, 112, 46/3, 313/3.
    assert values(scores) == {
        0: Fraction(-244, 3),
        1: Fraction(244, 3),
        2: Fraction(-112),
        3: Fraction(112),
        4: Fraction(150),
        5: Fraction(-150),
        6: Fraction(-244, 3),
        7: Fraction(244, 3),
    }
    assert values(differences(plays((63, 40), (50, 50)), cap=10)) == {0: 10, 1: -10, 2: -10, 3: 10}


def test_partners_who_change_and_solo_players_get_their_sides_score() -> None:
    scores = matchpoints([Play(1, ((1, 2), (3, 4)), (5, 0)), Play(1, ((5, 6), (7, 8)), (0, 5))])
    assert values(scores) == {1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 1}
    solo = differences(
        [Play(1, ((1,), (2,), (3,)), (10, 20, 30)), Play(1, ((4,), (5,), (6,)), (30, 20, 10))]
    )
    assert values(solo) == {1: -30, 2: 0, 3: 30, 4: 30, 5: 0, 6: -30}


def test_a_deal_played_less_often_by_neubergs_formula() -> None:
    four = plays((40, 0), (30, 0), (20, 0), (10, 0), deal=1)
    three = plays((40, 0), (30, 0), (20, 0), deal=2)
    single = plays((40, 0), deal=3)
    scores = [score for score in matchpoints([*four, *three, *single]) if score.direction == 0]
    assert [score.value for score in scores] == [
        *(Fraction(1), Fraction(2, 3), Fraction(1, 3), Fraction(0)),
        *(Fraction(17, 18), Fraction(1, 2), Fraction(1, 18)),
        Fraction(1, 2),
    ]


def test_the_english_bridge_unions_example_of_neubergs_formula() -> None:
    """Ten results where others have eleven: 19.9, 17.7, … 0.1 of 20 ("The Neuberg Formula – the Principle")."""
    eleven = plays(*((score, 0) for score in range(11)), deal=1)
    ten = plays(*((score, 0) for score in range(10, 0, -1)), deal=2)
    got = [
        score.value * 20
        for score in matchpoints([*eleven, *ten])
        if (score.deal, score.direction) == (2, 0)
    ]
    assert got == [Fraction(tenths, 10) for tenths in range(199, 0, -22)]


def test_one_table_alone_is_average() -> None:
    assert values(matchpoints(plays((40, 0)))) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert values(differences(plays((40, 0)))) == {0: 0, 1: 0}
    assert matchpoints([]) == differences([]) == []


def test_unplayed_deals_by_fault() -> None:
    gaps = [
        Unplayed(1, 0, (10, 11), Fault.OTHERS),
        Unplayed(1, 1, (12,), Fault.OWN),
        Unplayed(1, 0, (13,), Fault.SHARED),
    ]
    assert values(matchpoints([], gaps)) == {
        10: Fraction(3, 5),
        11: Fraction(3, 5),
        12: Fraction(2, 5),
        13: Fraction(1, 2),
    }
    assert values(differences([], gaps)) == {10: 30, 11: 30, 12: -30, 13: 0}


def test_totals_stand_by_the_mean() -> None:
    scores = [
        DealScore(1, 0, 7, Fraction(1, 2), 3),
        DealScore(2, 0, 7, Fraction(1), 3),
        DealScore(1, 1, 8, Fraction(3, 4), 3),
        DealScore(1, 1, 5, Fraction(4, 5), 3),
    ]
    assert totals(scores) == [
        Total(5, 1, Fraction(4, 5), Fraction(4, 5)),
        Total(7, 2, Fraction(3, 2), Fraction(3, 4)),
        Total(8, 1, Fraction(3, 4), Fraction(3, 4)),
    ]


def test_every_comparison_by_brute_force() -> None:
    for outcome in product((-20, 0, 35), repeat=4):
        table = plays(*((score, 0) for score in outcome))
        shares = matchpoints(table)
        assert sum(score.value for score in shares) == 4
        for score in shares:
            own, sign = outcome[score.entry // 2], 1 - 2 * score.direction
            rest = [o for place, o in enumerate(outcome) if place != score.entry // 2]
            got = sum(Fraction(1) if sign * own > sign * o else Fraction(own == o, 2) for o in rest)
            assert score.value == got / 3
        if max(outcome) - min(outcome) < 150:
            assert sum(score.value for score in differences(table)) == 0


@pytest.mark.parametrize("n", [4, 6, 9, 16, 32, 64])
def test_whole_tournaments(n: int) -> None:
    dice = Random(n)
    played, gaps = [], []
    for plan in rounds(n):
        for a, b in plan:
            if b is None:
                gaps.append(Unplayed(plan.number, 0, (a,), Fault.OTHERS))
            else:
                won = dice.randrange(-100, 160), dice.randrange(-100, 160)
                played.append(Play(plan.number, ((a,), (b,)), won))
    shares = matchpoints(played, gaps)
    assert Counter(score.entry for score in shares) == Counter(
        dict.fromkeys(range(n), len(rounds(n)))
    )
    assert sum(score.value for score in shares if score.compared) == len(played)
    assert all(0 <= score.value <= 1 for score in shares)
    capped = differences(played, gaps, cap=90)
    assert all(-90 <= score.value <= 90 for score in capped)
    assert [row.entry for row in totals(shares)] != list(range(n))
    assert comparable(played) == (tuple(range(n)),)


def test_entries_that_never_change_direction_form_a_field_of_their_own() -> None:
    mitchell = [
        Play(deal, ((home,), (4 + (home + deal) % 4,)), (0, 0))
        for deal in range(4)
        for home in range(4)
    ]
    assert comparable(mitchell) == ((0, 1, 2, 3), (4, 5, 6, 7))
    switched = [
        Play(play.deal, play.sides[::-1], play.points) if play.deal == 3 and home == 0 else play
        for home, play in zip([*range(4)] * 4, mitchell, strict=True)
    ]
    assert comparable(switched) == (tuple(range(8)),)
    assert comparable([]) == ()


@pytest.mark.parametrize(
    ("wrong", "code", "sentence"),
    [
        (
            [Play(1, ((1,), (2,)), (0, 0)), Play(1, ((1,), (3,)), (0, 0))],
            "played_twice",
            "Entry 1 has two results on deal 1. Nobody plays a deal twice: remove one.",
        ),
        (
            [Play(3, ((1,), (2,)), (0, 0)), Play(3, ((4,), (5,), (6,)), (0, 0, 0))],
            "sides_differ",
            "Deal 3 was not played by the same number of sides at each table. "
            "Compare only tables that play the same game.",
        ),
    ],
)
def test_results_that_cannot_be_compared_are_refused(
    wrong: list[Play], code: str, sentence: str
) -> None:
    for scale in (matchpoints, differences):
        with pytest.raises(FormatError) as refusal:
            scale(wrong)
        assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


def test_a_deal_both_played_and_not_and_a_cap_of_nothing_are_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        matchpoints(plays((1, 0)), [Unplayed(1, 0, (0,), Fault.OWN)])
    assert refusal.value.code == "played_twice"
    with pytest.raises(FormatError) as cap:
        differences([], cap=0)
    assert cap.value.sentence == "A cap of 0 leaves nothing to count. Choose 1 or more."
