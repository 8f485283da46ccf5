"""The batch simulator's arguments and refusals."""

import subprocess
import sys

import numpy as np
import pytest

from games.engine import PRESETS, preset
from games.engine.batch import simulate


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        (PRESETS["bicycle_3"], "players"),
        (PRESETS["rubl_two_player"], "players, deal"),
        (preset("cardgames_io", bidding="suicide"), "bidding"),
        (preset("cardgames_io", min_side_bid=4), "min_side_bid"),
        (preset("cardgames_io", forbidden_total=13), "forbidden_total"),
        (preset("cardgames_io", nil_pass=2), "nil_pass"),
        (preset("playingcards_io", blind_nil_pass=2), "blind_nil_pass"),
        (preset("cardgames_io", revoke="penalised"), "revoke"),
    ],
)
def test_rules_that_it_does_not_play_are_refused_by_name(rules, fields) -> None:
    with pytest.raises(ValueError) as refusal:
        simulate(rules, 1, 1)
    assert str(refusal.value) == (
        f"The batch simulator doesn't play these rules: {fields}. Use the engine's states instead."
    )


@pytest.mark.slow
def test_one_score_for_all_hands() -> None:
    batch = simulate(PRESETS["cardgames_io"], 3, 1, totals=[250, 300], bags=[9, 0])
    assert batch.totals.tolist() == [[250, 300]] * 3
    assert batch.carried.tolist() == [[9, 0]] * 3
    assert batch.totals_after.tolist() == (batch.totals + batch.points).tolist()


@pytest.mark.slow
def test_a_dealer_for_each_hand_or_in_turn() -> None:
    rules = PRESETS["cardgames_io"]
    assert simulate(rules, 6, 1).dealers.tolist() == [0, 1, 2, 3, 0, 1]
    assert simulate(rules, 2, 1, dealers=3).dealers.tolist() == [3, 3]
    with pytest.raises(ValueError, match=r"^dealers: a dealer is a seat from 0 to 3\.$"):
        simulate(rules, 2, 1, dealers=[0, 4])


def test_a_score_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^totals: give numbers of the shape \(2, 2\)"):
        simulate(PRESETS["cardgames_io"], 2, 1, totals=[1, 2, 3])


def test_what_the_caller_gave_stays_his_own() -> None:
    totals = np.zeros((2, 2), dtype=np.int64)
    batch = simulate(PRESETS["cardgames_io"], 2, 1, totals=totals)
    batch.totals[0, 0] = 7
    assert totals.tolist() == [[0, 0], [0, 0]]


def test_the_server_never_loads_it() -> None:
    program = (
        "import sys, games.engine, games.bots.choosing, games.bots.search, games.fairness\n"
        "print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
