"""Sentences about why one entry ranks above another."""

from decimal import Decimal

import pytest

from tests.standings.crosstables import TEC_SWISS_NINE_ROUNDS, chess_swiss, read
from tests.standings.duels import Duel, Outcome, rank
from tournaments.standings import Entrant, Policy, StandingsError

ANN, BEN, CAS, DEE = 1, 2, 3, 4
FOUR = [Entrant(ANN, "Ann"), Entrant(BEN, "Ben"), Entrant(CAS, "Cas"), Entrant(DEE, "Dee")]
RESULTS = [
    Duel(1, ANN, BEN, Outcome.A_WON, (500, 300)),
    Duel(1, CAS, DEE, Outcome.DRAWN, (400, 400)),
    Duel(2, ANN, CAS, Outcome.B_WON, (300, 420)),
    Duel(2, BEN, DEE, Outcome.A_WON, (500, 350)),
    Duel(3, ANN, DEE, Outcome.DRAWN, (390, 390)),
    Duel(3, BEN, CAS, Outcome.DRAWN, (310, 310)),
]


def test_points() -> None:
    standings = rank(FOUR, RESULTS, Policy.round_robin())
    reason = standings.why_above(CAS, ANN)
    assert (reason.code, reason.values) == ("points", (Decimal(4), Decimal(3)))
    assert reason.sentence == "Cas ranks above Ann: 4 points against 3."
    assert standings.why_above(ANN, CAS) == reason


def test_head_to_head_of_two() -> None:
    reason = rank(FOUR, RESULTS, Policy.round_robin()).why_above(ANN, BEN)
    assert (reason.code, reason.values) == ("head_to_head", (Decimal(2), Decimal(0)))
    assert reason.sentence == (
        "Ann ranks above Ben: both have 3 points, and head-to-head decided, 2 points against 0."
    )


def test_a_tie_break_after_others() -> None:
    results = RESULTS[:-2]
    level = rank(FOUR[:2], RESULTS[:1], Policy(win=0, draw=0, bye=0, half_bye=0))
    assert level.why_above(ANN, BEN).sentence == (
        "Ann and Ben share rank 1: they are tied on points (0)."
    )
    policy = Policy(tie_breaks=("wins", "head_to_head", "score_difference"))
    standings = rank([*FOUR, Entrant(5, "Eve"), Entrant(6, "Fay")], results, policy)
    reason = standings.why_above(BEN, ANN)
    assert reason.sentence == (
        "Ann ranks above Ben: both have 2 points and are tied on wins, and head-to-head decided, 2 points against 0."
    )
    assert standings.why_above(5, 6).sentence == (
        "Eve and Fay share rank 5: they are tied on points (0) and in every tie-break."
    )


def test_a_signed_difference() -> None:
    results = [
        Duel(1, ANN, CAS, Outcome.A_WON, (500, 380)),
        Duel(1, BEN, DEE, Outcome.A_WON, (500, 420)),
    ]
    reason = rank(FOUR, results, Policy(tie_breaks=("wins", "score_difference"))).why_above(1, 2)
    assert reason.sentence == (
        "Ann ranks above Ben: both have 2 points and are tied on wins, and score difference decided, +120 against +80."
    )
    assert reason.params == {
        "above": "Ann",
        "below": "Ben",
        "points": Decimal(2),
        "values": (Decimal(120), Decimal(80)),
        "level": ("points", "wins"),
        "rank": 0,
        "among": 2,
        "complete": True,
    }


def test_lots() -> None:
    standings = rank(FOUR[:2], [], Policy.swiss(seed="x"))
    first, second = (row.name for row in standings)
    assert standings.why_above(ANN, BEN).sentence == (
        f"{first} ranks above {second}: both have 0 points and are tied on head-to-head,"
        " Buchholz cut-1, Buchholz, Sonneborn-Berger, score difference, points for and fewest"
        " forfeits, and the draw of lots decided."
    )


def test_a_table_of_four_that_are_level() -> None:
    entries = [Entrant(key, f"No. {key}") for key in range(1, 17)]
    standings = rank(entries, read(TEC_SWISS_NINE_ROUNDS), chess_swiss("head_to_head"))
    assert standings.why_above(6, 2).sentence == (
        "No. 6 ranks above No. 2: both have 6 points, and head-to-head decided, 2 points against 1 in the matches among the 4 who are level."
    )
    assert standings.why_above(1, 4).sentence == (
        "No. 1 and No. 4 share rank 3: they are tied on points (6) and in every tie-break."
    )


def test_matches_that_were_not_played() -> None:
    results = [
        Duel(1, ANN, BEN, Outcome.A_WON),
        Duel(2, ANN, CAS, Outcome.A_WON),
        Duel(3, ANN, None, Outcome.ZERO_BYE),
        Duel(1, CAS, None, Outcome.BYE),
        Duel(2, BEN, None, Outcome.BYE),
        Duel(3, BEN, None, Outcome.BYE),
        Duel(3, CAS, None, Outcome.BYE),
    ]
    policy = Policy(win=2, bye=2, tie_breaks=("head_to_head",))
    standings = rank(FOUR[:3], results, policy)
    reason = standings.why_above(ANN, CAS)
    assert (reason.complete, reason.among) == (False, 3)
    assert reason.sentence == (
        "Ann ranks above Cas: both have 4 points, and Ann comes before Cas in the matches among the 3 tied entries, whatever the unplayed ones would bring."
    )


def test_only_one_has_a_rating() -> None:
    entries = [Entrant(ANN, "Ann"), Entrant(BEN, "Ben"), Entrant(CAS, "Cas", 1700), FOUR[3]]
    results = [
        Duel(1, ANN, CAS, Outcome.DRAWN),
        Duel(1, BEN, DEE, Outcome.DRAWN),
    ]
    standings = rank(entries, results, Policy(tie_breaks=("average_rating",)))
    assert standings.why_above(ANN, BEN).sentence == (
        "Ann ranks above Ben: both have 1 point, and only Ann has a value in average opponent’s rating."
    )


def test_questions_that_make_no_sense() -> None:
    standings = rank(FOUR, RESULTS, Policy())
    for first, second, code in ((ANN, ANN, "same_entry"), (ANN, 9, "unknown_entry")):
        with pytest.raises(StandingsError) as refusal:
            standings.why_above(first, second)
        assert refusal.value.code == code


def test_numbers_below_nothing_have_a_true_minus() -> None:
    entries = [Entrant(1, "Ann"), Entrant(2, "Bea"), Entrant(3, "Cem")]
    results = [
        Duel(1, 1, None, Outcome.ZERO_BYE),
        Duel(1, 2, 3, Outcome.DRAWN, (-50, -50)),
        Duel(2, 2, 1, Outcome.A_WON, (100, 20)),
        Duel(3, 3, 1, Outcome.A_WON, (60, 10)),
    ]
    policy = Policy(loss="-0.5", zero_bye="-1", tie_breaks=("score_difference",))
    standings = rank(entries, results, policy)
    assert [row.name for row in standings] == ["Bea", "Cem", "Ann"]
    assert standings.why_above(1, 3).sentence == "Cem ranks above Ann: 3 points against −2."
    assert standings.why_above(2, 3).sentence == (
        "Bea ranks above Cem: both have 3 points, and score difference decided, +80 against +50."
    )
