"""Results of individual formats: each member of a side gets the side's points and score."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tournaments.standings import Ending, Entrant, MatchResult, Policy, Side, StandingsError, rank

FOUR = [Entrant(key, f"P{key}") for key in (1, 2, 3, 4)]


def table(**changes: Any) -> MatchResult:
    """Return a table of two pairs, of which the first has won, with some of it changed."""
    values: dict[str, Any] = {
        "sides": ((1, 3), (2, 4)),
        "places": (1, 2),
        "scores": (310, 262),
        "bags": (3, 5),
        "ending": Ending.PLAYED,
        "points": None,
    }
    values |= changes
    rows = zip(values["sides"], values["places"], values["scores"], values["bags"], strict=True)
    sides = tuple(Side(*row) for row in rows)
    return MatchResult(1, sides, values["ending"], values["points"])


def lines(result: MatchResult) -> dict[int, tuple[Any, ...]]:
    """Return points, won, drawn, lost, score for and against of each entrant after one table."""
    return {
        row.key: (row.points, row.won, row.drawn, row.lost, row.score_for, row.score_against)
        for row in rank(FOUR, [result], Policy.individual())
    }


@pytest.mark.parametrize(
    ("result", "first", "second"),
    [
        (table(), (2, 1, 0, 0, 310, 262), (0, 0, 0, 1, 262, 310)),
        (table(places=(1, 1)), (1, 0, 1, 0, 310, 262), (1, 0, 1, 0, 262, 310)),
        (table(ending=Ending.FORFEIT), (2, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)),
        (table(ending=Ending.FORFEIT, places=(2, 2)), (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)),
        (table(points=("62.5", "37.5")), (Decimal("62.5"), 1, 0, 0, 310, 262), None),
    ],
)
def test_both_members_get_what_the_side_got(result: Any, first: Any, second: Any) -> None:
    found = lines(result)
    second = second or (Decimal("37.5"), 0, 0, 1, 262, 310)
    assert found == {1: first, 3: first, 2: second, 4: second}


def test_at_a_solo_table_the_others_mean_stands_against_one() -> None:
    found = lines(
        table(
            sides=((1,), (2,), (3,), (4,)),
            places=(1, 2, 2, 4),
            scores=(400, 200, 200, -11),
            bags=(0, 1, 2, 3),
        )
    )
    assert found == {
        1: (12, 1, 0, 0, 400, 130),
        2: (6, 0, 0, 1, 200, 196),
        3: (6, 0, 0, 1, 200, 196),
        4: (0, 0, 0, 1, -11, 267),
    }


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"points": (1,)}, "impossible_result"),
        ({"sides": ((1, 3), (1, 4))}, "impossible_result"),
        (
            {"sides": ((1, 2, 3, 4),), "places": (1,), "scores": (1,), "bags": (1,)},
            "impossible_result",
        ),
        ({"sides": ((1, 3), (2, 9))}, "unknown_entry"),
    ],
)
def test_impossible_results_are_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(StandingsError) as refusal:
        lines(table(**changes))
    assert refusal.value.code == code


def test_nobody_has_two_tables_in_a_round() -> None:
    with pytest.raises(StandingsError) as refusal:
        rank(FOUR, [table(), table()], Policy.individual())
    assert refusal.value.code == "twice_in_a_round"


@pytest.mark.parametrize(
    ("played", "worth"),
    [
        # Without a match that was played the fixed points stay.
        ([], "12"),
        # The winners' mean, half up to a hundredth: (15 + 16.01) / 2.
        ([(1, 3, "15"), (1, 4, "16.01")], "15.51"),
        # What others won against the absent side: (17 + 18) / 2.
        ([(1, 3, "11"), (3, 2, "17"), (4, 2, "18")], "17.5"),
        ([(1, 3, "2"), (2, 3, "20")], "12"),
    ],
)
def test_a_walkover_is_worth_twelve_or_an_average(
    played: list[tuple[int, int, str]], worth: str
) -> None:
    walkover = MatchResult(9, (Side((1,), 1), Side((2,), 2)), Ending.FORFEIT)
    results = [walkover]
    for number, (one, other, points) in enumerate(played, start=1):
        sides = (Side((one,), 1, 100), Side((other,), 2, 0))
        both = (Decimal(points), 20 - Decimal(points))
        results.append(MatchResult(number, sides, points=both))
    policy = Policy(win=20, draw=10, bye=0, forfeit_win=12, predetermined=True)
    own = sum((Decimal(points) for one, _other, points in played if one == 1), Decimal(0))

    def points_of(which: Policy) -> Decimal:
        return rank(FOUR, results, which).row(1).points

    assert points_of(replace(policy, walkover_average=True)) == own + Decimal(worth)
    assert points_of(policy) == own + 12
    # The absent side gets nothing, whatever the winners get.
    assert rank(FOUR, [walkover], replace(policy, walkover_average=True)).row(2).points == 0
