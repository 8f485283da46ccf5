"""Ranking: counted results, the order of tie-breaks, shared ranks, and impossible results."""

from dataclasses import asdict
from decimal import Decimal
from itertools import permutations, product

import pytest

from tests.standings.crosstables import TEC_SWISS, chess_swiss, read
from tests.standings.duels import Duel, Outcome, rank
from tournaments.standings import TIE_BREAKS, Entrant, Policy, StandingsError

ANN, BEN, CAS, DEE = 1, 2, 3, 4
FOUR = [Entrant(ANN, "Ann"), Entrant(BEN, "Ben"), Entrant(CAS, "Cas"), Entrant(DEE, "Dee")]
A_WON, B_WON, DRAWN = Outcome.A_WON, Outcome.B_WON, Outcome.DRAWN


def test_a_row_says_everything() -> None:
    results = [
        Duel(1, ANN, BEN, A_WON, (512, 340), (3, 7)),
        Duel(2, CAS, ANN, DRAWN, (400, 400), (2, 1)),
        Duel(3, ANN, DEE, Outcome.B_FORFEITS, (99, 99), (9, 9)),
        Duel(4, ANN, BEN, B_WON, (200, 505), (4, 0)),
        Duel(5, ANN, None, Outcome.BYE),
    ]
    policy = Policy(tie_breaks=("score_difference", "points_for", "wins", "bags"))
    row = rank(FOUR, results, policy).row(ANN)
    assert {**asdict(row), "tie_breaks": dict(row.tie_breaks)} == {
        "rank": 1,
        "shared": False,
        "key": ANN,
        "name": "Ann",
        "played": 3,
        "won": 1,
        "drawn": 1,
        "lost": 1,
        "forfeits_won": 1,
        "forfeits_lost": 0,
        "byes": 1,
        "points": Decimal(7),
        "penalty": Decimal(0),
        "brought": Decimal(0),
        "score_for": 1112,
        "score_against": 1245,
        "tie_breaks": {
            "score_difference": Decimal(172 - 305),
            "points_for": Decimal(1112),
            "wins": Decimal(1),
            "bags": Decimal(8),
        },
    }


OUTCOMES = {
    Outcome.A_WON: ("3", "0.5"),
    Outcome.B_WON: ("0.5", "3"),
    Outcome.DRAWN: ("1", "1"),
    Outcome.A_FORFEITS: ("0", "2.75"),
    Outcome.B_FORFEITS: ("2.75", "0"),
    Outcome.BOTH_FORFEIT: ("0", "0"),
    Outcome.BYE: ("2", None),
    Outcome.HALF_BYE: ("1.25", None),
    Outcome.ZERO_BYE: ("0.25", None),
}


@pytest.mark.parametrize("outcome", list(Outcome))
def test_points_are_what_the_policy_says(outcome: Outcome) -> None:
    policy = Policy(
        win=3,
        draw=1,
        loss="0.5",
        bye=2,
        half_bye="1.25",
        zero_bye=Decimal("0.25"),
        forfeit_win="2.75",
        forfeit_loss=0,
    )
    for_a, for_b = OUTCOMES[outcome]
    result = Duel(1, ANN, None if for_b is None else BEN, outcome)
    standings = rank(FOUR, [result], policy)
    assert standings.row(ANN).points == Decimal(for_a)
    assert standings.row(BEN).points == Decimal(for_b or 0)


def test_victory_points_replace_those_of_the_policy() -> None:
    results = [Duel(1, ANN, BEN, A_WON, (300, 250), points=("12.23", "7.77"))]
    standings = rank(FOUR[:2], results, Policy())
    assert [(row.name, row.points) for row in standings] == [
        ("Ann", Decimal("12.23")),
        ("Ben", Decimal("7.77")),
    ]


def test_no_results_and_nobody() -> None:
    assert [(row.rank, row.shared, row.name) for row in rank(FOUR, [], Policy())] == [
        (1, True, "Ann"),
        (1, True, "Ben"),
        (1, True, "Cas"),
        (1, True, "Dee"),
    ]
    assert list(rank([], [], Policy.swiss())) == []


def test_the_tie_breaks_are_used_in_the_organizers_order() -> None:
    results = [
        Duel(1, ANN, CAS, A_WON, (500, 400)),
        Duel(1, BEN, DEE, A_WON, (300, 100)),
    ]
    by_difference = rank(FOUR, results, Policy(tie_breaks=("score_difference", "points_for")))
    assert [row.name for row in by_difference] == ["Ben", "Ann", "Cas", "Dee"]
    by_points_for = rank(FOUR, results, Policy(tie_breaks=("points_for", "score_difference")))
    assert [row.name for row in by_points_for] == ["Ann", "Ben", "Cas", "Dee"]


def test_the_cap_holds_each_match() -> None:
    results = [
        Duel(1, ANN, CAS, A_WON, (500, 0)),
        Duel(2, ANN, DEE, B_WON, (100, 200)),
        Duel(1, BEN, DEE, A_WON, (300, 100)),
        Duel(2, BEN, CAS, B_WON, (100, 110)),
    ]
    free = rank(FOUR, results, Policy(tie_breaks=("score_difference",)))
    held = rank(FOUR, results, Policy(tie_breaks=("score_difference",), difference_cap=150))
    assert [free.row(key).tie_breaks["score_difference"] for key in (ANN, BEN)] == [400, 190]
    assert [held.row(key).tie_breaks["score_difference"] for key in (ANN, BEN)] == [50, 140]


def test_fewer_bags_and_fewer_forfeits_are_better() -> None:
    results = [
        Duel(1, ANN, BEN, DRAWN, (300, 300), (5, 4)),
        Duel(1, CAS, DEE, DRAWN, (300, 300), (6, 5)),
    ]
    standings = rank(FOUR, results, Policy(tie_breaks=("bags",)))
    assert [(row.rank, row.name) for row in standings] == [
        (1, "Ben"),
        (2, "Ann"),
        (2, "Dee"),
        (4, "Cas"),
    ]
    forfeits = [
        Duel(1, ANN, BEN, Outcome.A_FORFEITS),
        Duel(2, ANN, BEN, Outcome.B_FORFEITS),
        Duel(3, ANN, CAS, Outcome.A_FORFEITS),
        Duel(3, BEN, DEE, B_WON),
    ]
    ranked = rank(FOUR[:2], forfeits[:2], Policy(tie_breaks=("fewest_forfeits",)))
    assert [(row.rank, row.shared) for row in ranked] == [(1, True), (1, True)]
    ranked = rank(FOUR, forfeits, Policy(tie_breaks=("fewest_forfeits",)))
    assert [(row.name, row.tie_breaks["fewest_forfeits"]) for row in ranked] == [
        ("Cas", 0),
        ("Dee", 0),
        ("Ben", 1),
        ("Ann", 2),
    ]


def test_a_round_robin_counts_forfeits_as_games_and_a_swiss_does_not() -> None:
    results = [
        Duel(1, ANN, BEN, Outcome.B_FORFEITS),
        Duel(2, ANN, CAS, B_WON),
        Duel(3, BEN, CAS, A_WON),
    ]
    codes = ("head_to_head", "wins")
    fixed = rank(FOUR[:3], results, Policy(tie_breaks=codes, predetermined=True))
    drawn = rank(FOUR[:3], results, Policy(tie_breaks=codes))
    assert [dict(row.tie_breaks) for row in fixed] == [{"head_to_head": 2, "wins": 1}] * 3
    assert [(row.name, *row.tie_breaks.values()) for row in drawn] == [
        ("Ben", 2, 1),
        ("Cas", 2, 1),
        ("Ann", 0, 0),
    ]


def test_head_to_head_takes_the_average_of_several_matches() -> None:
    results = [
        Duel(1, ANN, BEN, A_WON),
        Duel(2, BEN, ANN, DRAWN),
        Duel(3, ANN, CAS, B_WON),
        Duel(3, BEN, DEE, A_WON),
        Duel(4, ANN, DEE, A_WON),
        Duel(4, BEN, CAS, A_WON),
    ]
    standings = rank(FOUR, results, Policy(tie_breaks=("head_to_head",), predetermined=True))
    assert [(row.name, row.points, row.tie_breaks["head_to_head"]) for row in standings] == [
        ("Ann", 5, Decimal("1.5")),
        ("Ben", 5, Decimal("0.5")),
        ("Cas", 2, None),
        ("Dee", 0, None),
    ]


def orders_of(missing: list[tuple[int, int]], results: list[Duel]) -> list[dict[int, int]]:
    """Return the points in the table of four for every way in which the missing matches could have ended."""
    tables = []
    for outcomes in product((A_WON, DRAWN, B_WON), repeat=len(missing)):
        played = [*results]
        for (a, b), outcome in zip(missing, outcomes, strict=True):
            played.append(Duel(9, a, b, outcome))
        points = dict.fromkeys((ANN, BEN, CAS, DEE), 0)
        for result in played:
            assert result.b is not None
            points[result.a] += {A_WON: 2, DRAWN: 1, B_WON: 0}[result.outcome]
            points[result.b] += {A_WON: 0, DRAWN: 1, B_WON: 2}[result.outcome]
        tables.append(points)
    return tables


PAIRS = [(ANN, BEN), (ANN, CAS), (ANN, DEE), (BEN, CAS), (BEN, DEE), (CAS, DEE)]


@pytest.mark.parametrize("known", range(6))
def test_head_to_head_with_matches_missing_agrees_with_trying_every_outcome(known: int) -> None:
    """An entry ranked first is first in every outcome, and no such entry is missed (C.07, 6.3)."""
    for outcomes in product((A_WON, DRAWN, B_WON), repeat=known):
        among = [
            Duel(number, a, b, outcome)
            for number, ((a, b), outcome) in enumerate(
                zip(PAIRS[:known], outcomes, strict=True), start=1
            )
        ]
        level = _made_level(among)
        standings = rank(FOUR + OTHERS, level, Policy(tie_breaks=("head_to_head",)))
        head = [row for row in standings if row.key in (ANN, BEN, CAS, DEE)]
        assert len({row.points for row in head}) == 1
        certain = [
            key
            for key in (ANN, BEN, CAS, DEE)
            if all(
                points[key] > max(value for other, value in points.items() if other != key)
                for points in orders_of(PAIRS[known:], among)
            )
        ]
        alone = [row.key for row in head if row.rank == head[0].rank and not row.shared]
        assert alone == certain


OTHERS = [Entrant(key, f"Other {key}") for key in range(10, 40)]


def _made_level(among: list[Duel]) -> list[Duel]:
    """Add wins over outsiders until the four have the same points; draws make the odd ones even."""
    points = orders_of([], among)[0]
    outsiders = iter(OTHERS)
    results, number = list(among), 20
    for key, has in points.items():
        while has < 8:
            outcome = A_WON if has <= 6 else DRAWN
            results.append(Duel(number, key, next(outsiders).key, outcome))
            has += 2 if outcome is A_WON else 1
            number += 1
    return results


def test_lots_are_the_seeds_and_leave_nobody_level() -> None:
    policies = [Policy(tie_breaks=("lots",), seed=f"seed {number}") for number in range(8)]
    orders = [[row.key for row in rank(FOUR, [], policy)] for policy in policies]
    assert orders == [[row.key for row in rank(FOUR, [], policy)] for policy in policies]
    assert len({tuple(order) for order in orders}) > 1
    assert [row.shared for row in rank(FOUR, [], policies[0])] == [False] * 4


def test_the_order_in_which_results_come_changes_nothing() -> None:
    entries = [Entrant(key) for key in range(1, 17)]
    policy = chess_swiss("head_to_head", "buchholz_cut1", "sonneborn_berger", "lots")
    results = read(TEC_SWISS)
    expected = [asdict(row) for row in rank(entries, results, policy)]
    for turned in (results[::-1], results[7:] + results[:7]):
        assert [asdict(row) for row in rank(entries[::-1], turned, policy)] == expected


def test_an_absent_entrant_of_a_swiss_has_a_zero_point_bye() -> None:
    results = [Duel(1, ANN, BEN, A_WON), Duel(2, ANN, CAS, A_WON)]
    said = [*results, Duel(2, BEN, None, Outcome.ZERO_BYE)]
    policy = Policy(tie_breaks=("buchholz",))
    silent = rank(FOUR[:3], results, policy)
    # Cas was away in round 1, Ben in round 2. Ben's absence ends the tournament: it counts as a draw for Ann.
    assert {row.name: row.tie_breaks["buchholz"] for row in silent} == {
        "Ann": 1,
        "Ben": 4,
        "Cas": 4,
    }
    assert {row.name: row.tie_breaks["buchholz"] for row in rank(FOUR[:3], said, policy)} == {
        "Ann": 1,
        "Ben": 4,
        "Cas": 4,
    }
    # While round 2 is on, nobody has been away from it yet.
    early = rank(FOUR[:3], results, policy, rounds=1)
    assert {row.name: row.tie_breaks["buchholz"] for row in early} == {"Ann": 0, "Ben": 4, "Cas": 4}


def test_ranks_follow_points_then_tie_breaks_whatever_the_results() -> None:
    codes = ("score_difference", "points_for")
    for first, second in permutations(product((A_WON, DRAWN, B_WON), ((0, 0), (5, 3))), 2):
        results = [
            Duel(1, ANN, BEN, first[0], first[1]),
            Duel(1, CAS, DEE, second[0], second[1]),
        ]
        rows = list(rank(FOUR, results, Policy(tie_breaks=codes)))
        keys = [(row.points, *row.tie_breaks.values()) for row in rows]
        assert keys == sorted(keys, reverse=True)
        for row, key in zip(rows, keys, strict=True):
            assert row.rank == 1 + sum(other > key for other in keys)
            assert row.shared == (keys.count(key) > 1)


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ([Duel(1, ANN, 77, A_WON)], "unknown_entry"),
        ([Duel(1, 77, None, Outcome.BYE)], "unknown_entry"),
        ([Duel(1, ANN, None, A_WON)], "impossible_result"),
        ([Duel(1, ANN, BEN, Outcome.BYE)], "impossible_result"),
        ([Duel(1, ANN, ANN, A_WON)], "impossible_result"),
        ([Duel(1, ANN, BEN, A_WON), Duel(1, CAS, ANN, A_WON)], "twice_in_a_round"),
        ([Duel(1, ANN, BEN, A_WON, points=("1.234", 0))], "points_unclear"),
        ([Duel(1, ANN, BEN, A_WON, points=("many", 0))], "points_unclear"),
    ],
)
def test_results_that_cannot_be_are_refused(results: list[Duel], code: str) -> None:
    with pytest.raises(StandingsError) as refusal:
        rank(FOUR, results, Policy())
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith(".")


def test_an_entry_twice_is_refused() -> None:
    with pytest.raises(StandingsError) as refusal:
        rank([FOUR[0], FOUR[0]], [], Policy())
    assert refusal.value.code == "entered_twice"


@pytest.mark.parametrize(
    ("chosen", "code", "sentence"),
    [
        (
            {"win": 1, "draw": 2},
            "points_out_of_order",
            "A win must be worth at least a draw, and a draw at least a loss. Change the points.",
        ),
        (
            {"win": 1, "bye": 2},
            "bye_above_win",
            "A bye can’t be worth more than a win. Lower the points for byes.",
        ),
        (
            {"difference_cap": 0},
            "cap_too_low",
            "The cap on the score difference must be at least 1. Raise it or leave it out.",
        ),
        (
            {"spread": 85, "deal_cap": 0},
            "scale_too_low",
            "The spread of a deal and the cap on its difference must be at least 1. Raise them or leave them out.",
        ),
        (
            {"tie_breaks": ("wins", "wins")},
            "tie_break_twice",
            "“Wins” is in the tie-breaks twice. Remove one.",
        ),
        (
            {"tie_breaks": ("buchholz",), "predetermined": True},
            "tells_nothing",
            "“Buchholz” means nothing in a round robin, where everybody meets everybody. Choose Sonneborn-Berger or the score difference.",
        ),
        (
            {"tie_breaks": ("lots", "wins")},
            "lots_not_last",
            "The draw of lots breaks every tie. Put it last.",
        ),
        (
            {"tie_breaks": ("luck",)},
            "unknown_tie_break",
            f"“luck” isn’t a tie-break. Choose from: {', '.join(TIE_BREAKS)}.",
        ),
        (
            {"win": "two"},
            "points_unclear",
            "“two” isn’t a number of points. Use a number with at most two decimals.",
        ),
    ],
)
def test_a_policy_that_contradicts_itself_is_refused(
    chosen: dict[str, object], code: str, sentence: str
) -> None:
    with pytest.raises(StandingsError) as refusal:
        Policy(**chosen)
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


def test_a_policy_survives_json() -> None:
    policy = Policy.swiss(draw="0.5", bye=Decimal("1.5"), seed="s", difference_cap=200)
    assert policy.to_dict() == {
        "win": 2,
        "draw": "0.5",
        "loss": 0,
        "bye": "1.5",
        "half_bye": "0.5",
        "zero_bye": 0,
        "forfeit_win": 2,
        "forfeit_loss": 0,
        "tie_breaks": [
            "head_to_head",
            "buchholz_cut1",
            "buchholz",
            "sonneborn_berger",
            "score_difference",
            "points_for",
            "fewest_forfeits",
            "lots",
        ],
        "predetermined": False,
        "difference_cap": 200,
        "spread": None,
        "deal_cap": None,
        "walkover_average": False,
        "seed": "s",
    }
    again = Policy.from_dict(policy.to_dict())
    assert again.to_dict() == policy.to_dict()
    with pytest.raises(StandingsError) as refusal:
        Policy.from_dict({"wins": 3})
    assert refusal.value.code == "unknown_setting"


def test_what_is_taken_off_lowers_ones_own_points_alone() -> None:
    """Opponents' tie-breaks see what the results gave."""
    results = [Duel(1, ANN, BEN, A_WON), Duel(1, CAS, DEE, A_WON), Duel(2, ANN, CAS, DRAWN)]
    policy = Policy(tie_breaks=("buchholz", "sonneborn_berger"))
    whole = rank(FOUR, results, policy)
    less = rank([Entrant(ANN, "Ann", None, "1.5"), *FOUR[1:]], results, policy)
    assert [(row.name, row.points, row.penalty) for row in less] == [
        ("Cas", 3, 0),
        ("Ann", Decimal("1.5"), Decimal("1.5")),
        ("Ben", 0, 0),
        ("Dee", 0, 0),
    ]
    for one in FOUR:
        assert less.row(one.key).tie_breaks == whole.row(one.key).tie_breaks
    assert less.why_above(ANN, CAS).sentence == "Cas ranks above Ann: 3 points against 1.5."
    with pytest.raises(StandingsError) as refused:
        rank([Entrant(ANN, "Ann", None, "0.001")], [], policy)
    assert refused.value.code == "points_unclear"


@pytest.mark.parametrize(
    "name", ["win", "draw", "loss", "bye", "half_bye", "zero_bye", "forfeit_win", "forfeit_loss"]
)
@pytest.mark.parametrize("points", [None, "NaN", "much", 2.001, True, []])
def test_unclear_points_are_refused_at_their_setting(name: str, points: object) -> None:
    with pytest.raises(StandingsError) as refusal:
        Policy(**{name: points})  # type: ignore[arg-type]
    assert (refusal.value.code, refusal.value.field) == ("points_unclear", name)
