"""Whole random hands: the engine, its batch simulator, and the PyPI package open-spiel's `spades` beside them.

Everything runs in this one process on one core. Each figure is the best of three rounds after a warm-up, by processor
time, and the rounds of those that are compared take turns, so that a busy machine slows all of them alike.
"""

import json
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pyspiel

from games.engine import PRESETS, State, new_game, restore, snapshot
from games.engine.batch import simulate

RULES = PRESETS["cardgames_io"]
ROUNDS = 3
HANDS = 2_000
BATCH = 200_000
ROLLOUTS = 40_000
COPIES = 5_000
Round = Callable[[int, random.Random], None]


def main() -> None:
    """Print the engine's figures."""
    print("engine: whole random hands of cardgames_io a second, one core, best of 3 by CPU time")
    with _on_one_core():
        hand = _stepped()
        _batches()
        _pictures(hand)


@contextmanager
def _on_one_core() -> Iterator[None]:
    """Keep this process to one core, and give the others back to the benchmark's further parts."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def _stepped() -> float:
    """Compare hands stepped from Python, action by action. Returns the seconds that one of ours takes."""
    ours, dealt, checked, plain, seconds = _best(
        (play, HANDS),
        (bids_and_play, HANDS),
        (spiel_checked, HANDS),
        (spiel_plain, HANDS),
        (spiel_given_pack, HANDS),
    )
    print(f"  the engine, every action checked         {1 / ours:11,.0f}")
    print(
        f"  open-spiel from Python                   {1 / plain:11,.0f}   {_ratio(plain, ours)} (wanted: 1.25)"
    )
    print(
        f"  …, every action checked as ours are      {1 / checked:11,.0f}   {_ratio(checked, ours)}"
    )
    print(
        f"  …, given a shuffled pack, unchecked      {1 / seconds:11,.0f}   {_ratio(seconds, ours)}"
    )
    print(f"  the engine without shuffling and dealing {1 / dealt:11,.0f}")
    return ours


def _batches() -> None:
    """Compare compiled hands."""
    ours, theirs = _best((batch, BATCH), (spiel_rollouts, ROLLOUTS))
    print(f"  the batch simulator                      {1 / ours:11,.0f}")
    print(
        f"  open-spiel's rollouts in C++, from a deal{1 / theirs:11,.0f}   {_ratio(theirs, ours)} (wanted: 5)"
    )


def _pictures(hand: float) -> None:
    """Print the time of copying and of snapshotting a state, relative to a hand."""
    state = _in_the_middle()
    data = snapshot(state)
    text = json.dumps(data)
    jobs: dict[str, Callable[[], object]] = {
        "State.copy()": state.copy,
        "snapshot()": lambda: snapshot(state),
        "snapshot() as JSON": lambda: json.dumps(snapshot(state)),
        "restore() from JSON": lambda: restore(json.loads(text)),
    }
    costs = _best(*((_repeated(job), COPIES) for job in jobs.values()))
    for name, cost in zip(jobs, costs, strict=True):
        print(f"  {name:<41}{cost * 1e6:8.1f} µs   {cost / hand:.3f} of a hand")
    print(f"  (a state amid its third hand; its JSON has {len(text):,} characters)")


def play(hands: int, dice: random.Random) -> None:
    """Play whole hands through the engine: shuffle, deal, bids, tricks, score."""
    roll = dice.random
    start = new_game(RULES, first_dealer=0)
    for _ in range(hands):
        state = start.copy()
        state.deal(_shuffled(RULES.pack, dice))
        while state.turn >= 0:
            codes = state.legal_codes()
            state.act(codes[int(roll() * len(codes))])


def bids_and_play(hands: int, dice: random.Random) -> None:
    """Play hands that are dealt already, from copies of one deal."""
    roll = dice.random
    start = new_game(RULES, first_dealer=0)
    start.deal(tuple(dice.sample(RULES.pack, len(RULES.pack))))
    for _ in range(hands):
        state = start.copy()
        while state.turn >= 0:
            codes = state.legal_codes()
            state.act(codes[int(roll() * len(codes))])


def spiel_plain(hands: int, dice: random.Random) -> None:
    """Step open-spiel through whole hands: 52 cards dealt, bids and tricks, each chosen from legal_actions."""
    game, roll = pyspiel.load_game("spades"), dice.random
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            codes = state.legal_actions()
            state.apply_action(codes[int(roll() * len(codes))])


def spiel_checked(hands: int, dice: random.Random) -> None:
    """Step open-spiel through whole hands with the call that checks the action."""
    game, roll = pyspiel.load_game("spades"), dice.random
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            codes = state.legal_actions()
            state.apply_action_with_legality_check(codes[int(roll() * len(codes))])


def spiel_given_pack(hands: int, dice: random.Random) -> None:
    """Step open-spiel through hands whose cards come from a pack shuffled in Python: the least it can be asked."""
    game, roll = pyspiel.load_game("spades"), dice.random
    for _ in range(hands):
        state = game.new_initial_state()
        for card in _shuffled(range(52), dice):
            state.apply_action(card)
        while not state.is_terminal():
            codes = state.legal_actions()
            state.apply_action(codes[int(roll() * len(codes))])


def batch(hands: int, dice: random.Random) -> None:
    """Play whole hands in the batch simulator, shuffling, dealing and scoring too."""
    simulate(RULES, hands, dice.getrandbits(64))


def spiel_rollouts(hands: int, dice: random.Random) -> None:
    """Have open-spiel play hands at random in C++ from one deal.

    Its rollouts are reached through the tree search: one simulation evaluates its first node, by as many as we ask for.
    """
    game = pyspiel.load_game("spades")
    state = game.new_initial_state()
    for card in dice.sample(range(52), 52):
        state.apply_action(card)
    evaluator = pyspiel.RandomRolloutEvaluator(hands, dice.getrandbits(30))
    search: Any = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)
    search.step(state)


def _shuffled(pack: Iterable[int], dice: random.Random) -> tuple[int, ...]:
    """Return the pack in a random order, quicker than Random.shuffle does: shuffling isn't what is measured."""
    roll = dice.random
    return tuple(sorted(pack, key=lambda _card: roll()))


def _in_the_middle() -> State:
    dice = random.Random(3)
    state = new_game(RULES, first_dealer=0)
    for _ in range(3):
        state.deal(tuple(dice.sample(RULES.pack, len(RULES.pack))))
        while state.turn >= 0:
            if state.hand_no == 3 and state.tricks_left == 7 and len(state.trick) == 2:
                return state
            state.act(dice.choice(state.legal_codes()))
    raise AssertionError("the third hand has a seventh trick")


def _repeated(job: Callable[[], object]) -> Round:
    def repeat(times: int, _dice: random.Random) -> None:
        for _ in range(times):
            job()

    return repeat


def _best(*rounds: tuple[Round, int]) -> list[float]:
    """Return for each function its least processor seconds per run, over alternating rounds."""
    best = [float("inf")] * len(rounds)
    for run, count in rounds:
        run(max(1, count // 10), random.Random(0))
    for number in range(ROUNDS):
        for place, (run, count) in enumerate(rounds):
            begun = time.process_time()
            run(count, random.Random(number))
            best[place] = min(best[place], (time.process_time() - begun) / count)
    return best


def _ratio(theirs: float, ours: float) -> str:
    return f"ours is {theirs / ours:5.2f} ×"
