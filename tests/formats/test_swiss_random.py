"""R2: random tournaments with withdrawals, late entries, absences, no-shows, clubs and odd numbers."""

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from tests.formats.swiss_reference import State, tournament
from tournaments.formats import swiss

# The long run is the promise's; the short one takes the same path with other seeds.
SHORT, LONG = 120, 2000


@pytest.mark.sweep(1)
@pytest.mark.parametrize("part", range(4))
def test_r2_random_tournaments(part: int) -> None:
    play(range(10_000 + part, 10_000 + SHORT, 4))


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_r2_two_thousand_random_tournaments(part: int) -> None:
    play(range(part, LONG, 20))


def play(seeds: range) -> None:
    """Play tournaments of 4 to 200 entries and check every draw."""
    rounds = 0
    for seed in seeds:
        rnd = Random(f"R2 {seed}")
        entries = rnd.randint(4, 200) if seed % 2 else rnd.randint(4, 30)
        for state, draw in tournament(seed, entries, rnd.randint(1, min(entries, 14))):
            check(state, draw)
            again = swiss.pair(
                state.entries,
                [list(reversed(past)) for past in state.history],
                f"seed {seed}",
                apart=state.apart,
            )
            assert again == draw
            rounds += 1
    assert rounds > 3 * len(seeds)


def check(state: State, draw: swiss.Draw) -> None:
    """Check that everybody is drawn once, and that nothing gave that need not.

    A draw without a compromise other than floats is seen to be one at once; any other must cost no more than the best
    one of the whole field, and name what it cost.
    """
    costs = state.cost_of(draw)
    assert (draw.bye is not None) == (len(state.entries) % 2 == 1)
    if costs[:5] != state.cheap() or costs[8]:
        assert costs == state.best()
    codes = Counter(flag.code for flag in draw.flags)
    assert (codes["rematch"] > 0) == (costs[0] > 0)
    assert codes["same_club"] + codes["not_kept_apart"] == costs[3]
    assert (codes["second_bye"] + codes["unfair_bye"] > 0) == (costs[2] > 0)
    group = {entrant.key: state.groups[entrant.score] for entrant in state.entries}
    steps = [abs(group[a] - group[b]) for a, b in draw.pairings if b is not None]
    assert codes["float"] == (0 if state.fine else steps.count(1))
    assert codes["far_float"] == sum(step > 1 for step in steps)
    assert codes["down_again"] + codes["up_again"] == costs[8]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_no_draw_is_better_than_ours_by_one_matching_of_the_whole_field(part: int) -> None:
    for seed in range(part, 60, 4):
        entries = Random(seed).randint(4, 56)
        for state, draw in tournament(20_000 + seed, entries, min(entries, 9)):
            assert state.cost_of(draw) == state.best()


@pytest.mark.parametrize("entries", range(2, 9))
def test_no_draw_is_better_than_ours_among_all_there_are(entries: int) -> None:
    for seed in range(12):
        for state, draw in tournament(30_000 + seed, entries, entries + 1):
            if len(state.entries) <= 9:
                assert state.cost_of(draw) == state.best_of_all()


def test_half_as_many_rounds_as_entries_need_no_rematch() -> None:
    for entries in range(2, 33):
        for state, draw in tournament(entries, entries, swiss.sure_rounds(entries), calm=True):
            assert state.cost_of(draw)[:3] == (0, 0, 0)


@pytest.mark.slow
def test_a_large_field_of_fine_scores() -> None:
    for state, draw in tournament(5, 300, 8, calm=True):
        fine = [
            swiss.Entrant(entrant.key, entrant.score * 1000 + entrant.key)
            for entrant in state.entries
        ]
        spread = State(fine, state.history)
        assert spread.cost_of(swiss.pair(fine, state.history, "s"))[:6] == spread.best()[:6]
        assert state.cost_of(draw)[:5] == (0, 0, 0, 0, 0)


PROGRAM = """
from tests.formats.swiss_reference import tournament
for state, draw in tournament(7, 41, 20):
    print(draw)
"""


def test_the_same_arguments_give_the_same_draw_in_another_process() -> None:
    here = "".join(f"{draw}\n" for _, draw in tournament(7, 41, 20))
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout == here
