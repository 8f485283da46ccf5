"""Endings solved by the kernel against every line of play tried with the engine."""

import random
import subprocess
import sys
import threading
from fractions import Fraction
from time import sleep

import pytest

from games import bots
from games.bots import endings
from games.engine import State, new_game, preset, view_for
from games.engine.actions import parse_action
from games.engine.rules import RuleSet
from games.engine.state import PLAY

RULES = {
    "classic": preset("cardgames_io"),
    "blind nil": preset("playingcards_io"),
    "spades only when void": preset("cardgames_io", spade_lead="only_when_void", failed_nil="help_partner"),
    "odd shares": preset("cardgames_io", bag_limit=7, boston_bonus=200, ten_for_200=True, nil_pass=1),
    "no bags, jokers": preset("bicycle_partnership_jokers"),
    "high deuces": preset("cardgames_io", jokers=True, high_deuces=("2D", "2S"), removed=("2H", "2C")),
    "two": preset("rubl_two_player"),
    "three": preset("bicycle_3"),
    "four alone": preset("bicycle_4"),
    "five": preset("bicycle_5"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_a_solved_ending_is_worth_what_every_line_of_play_tried_says(name: str) -> None:
    dice = random.Random(f"open {name}")
    for left in (1, 3, 4, 5) if RULES[name].players < 5 else (1, 2, 3, 4):
        state = _ending(RULES[name], left, dice)
        known: dict[object, Fraction] = {}
        side = state.rules.side_of[state.turn]
        tried = {
            state.rules.names[card]: _tried(_after(state, card), side, known)
            for card in state.legal
        }
        found = endings.solve(endings.ending_of(state))
        assert list(found) == list(tried)
        assert found == {card: float(worth) for card, worth in tried.items()}
        assert endings.solve(endings.ending_of(state)) == found


def test_what_cannot_be_solved_is_refused_and_nothing_is_loaded_before_it_is_needed() -> None:
    dice = random.Random(1)
    far = _ending(RULES["classic"], 9, dice)
    assert not endings.can_solve(endings.ending_of(far))
    with pytest.raises(ValueError, match="too many tricks"):
        endings.solve(endings.ending_of(far))
    with pytest.raises(ValueError, match="no card"):
        endings.ending_of(new_game(RULES["classic"], first_dealer=0))
    revokes = endings.ending_of(_ending(preset("cardgames_io", revoke="penalised"), 2, dice))
    assert not endings.can_solve(revokes)
    loaded = "import sys; from games.bots import endings; print('numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_other_threads_run_while_an_ending_is_solved() -> None:
    state = endings.ending_of(_ending(RULES["classic"], 8, random.Random(3)))
    endings.solve(state)
    steps, progress, over = [0], [], threading.Event()

    def solving() -> None:
        # With so long a switch interval, this thread keeps the lock unless the solver releases it.
        for _time in range(50):
            before = steps[0]
            endings.solve(state)
            progress.append(steps[0] - before)
            if progress[-1]:
                break
        over.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread = threading.Thread(target=solving)
        thread.start()
        while not over.is_set():
            steps[0] += 1
            sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert progress[-1] > 0


def _ending(rules: RuleSet, left: int, dice: random.Random) -> State:
    """Return a position with so many tricks left, somewhere in a trick, after bids of bots or at random and random cards."""
    drawn = rules.first_dealer == "high_card"
    state = (
        new_game(rules, draw_for_deal=dice.sample(rules.pack[:39], rules.players))
        if drawn
        else new_game(rules, first_dealer=dice.randrange(rules.players))
    )
    pack = list(rules.pack)
    dice.shuffle(pack)
    state.deal(tuple(pack))
    while state.phase != PLAY or state.tricks_left > left:
        seat = state.to_act[0]
        if state.phase == PLAY or (state.legal and dice.random() < 0.4):
            state.act(dice.choice(state.legal), seat)
        else:
            state.act(
                parse_action(
                    bots.choose(view_for(state, seat), state.rules, dice), state.rules.codes
                ),
                seat,
            )
    for _card in range(dice.randrange(rules.players) if left > 1 else 0):
        state.act(dice.choice(state.legal))
    return state


def _after(state: State, card: int) -> State:
    after = state.copy()
    after.act(card)
    return after


def _tried(state: State, side: int, known: dict[object, Fraction]) -> Fraction:
    """Return what a position is worth to a side: every line of play is tried."""
    if state.phase != PLAY:
        return _worth(state, side)
    key = (*map(tuple, state.suits), *state.trick, state.turn, state.broken, *state.won)
    if key not in known:
        worths = [_tried(_after(state, card), side, known) for card in state.legal]
        ours = state.rules.side_of[state.turn] == side
        known[key] = max(worths) if ours else min(worths)
    return known[key]


def _worth(state: State, side: int) -> Fraction:
    rules = state.rules
    share = Fraction(rules.bag_penalty, rules.bag_limit) if rules.bag_limit else Fraction(0)
    sides = [
        sum(line.points for line in each.lines if line.code != "bag_penalty") - share * each.bags
        for each in state.hand_results[-1].sides
    ]
    own = sides.pop(side)
    return own - sum(sides, Fraction(0)) / len(sides)
