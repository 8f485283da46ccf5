"""How often the analysis of a hand finds costly cards that a much larger search doesn't confirm, and its time per hand.

Bots of the levels 1 and 2 play hands, and every seat is examined as a person's. A finding is confirmed if in far more deals of
other dice the card named as better is worth at least the least cost more than the card played (`games.analysis.plays`);
it is wrong if that card is worth no more at all. Everything but the times is fixed by the hands' numbers.
"""

import argparse
import math
import random
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.analysis import plays
from games.analysis.study import Hand, study
from games.bots import levels
from games.bots.search import position_of, search
from games.engine import State, preset, view_for
from games.engine.actions import parse_action
from games.engine.cards import parse_card
from tools.bench.bots import PRESETS, at, started

HANDS = 60
REFERENCE = 10_000
SEED = 20_261_123
MOST_RATE, MOST_SECONDS = 0.05, 0.5


class Finding(NamedTuple):
    """A costly card that was found, and how much more the better one is worth in the large search."""

    hand: int
    cost: float
    reference: float


def main() -> None:
    """Print rates of findings that aren't confirmed, with 95 % intervals, and processor time a hand."""
    parser = argparse.ArgumentParser(prog="script/bench analysis", description=__doc__)
    parser.add_argument("part", nargs="*")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--preset", action="append", help=f"by default {', '.join(PRESETS)}")
    asked = parser.parse_args()
    print(f"analysis: {asked.hands} hands of each preset and level, {REFERENCE} deals to compare")
    everything: list[Finding] = []
    for key in asked.preset or PRESETS:
        for level in (levels.RELAXED, levels.CLUB):
            seconds: list[float] = []
            found = list(findings(key, level, range(asked.hands), seconds))
            everything += found
            print(f"  {key}, level {level}: {_times(seconds)}\n    {rates(found)}")
    print(f"  together: {rates(everything)}; the target is {MOST_RATE:.0%} not confirmed")


def findings(
    key: str, level: int, hands: Iterable[int], seconds: list[float] | None = None
) -> Iterator[Finding]:
    """Have bots of a level play hands, and analyse each: its findings, and, in `seconds`, its processor time."""
    for number in hands:
        hand = _played(key, level, number)
        begun = time.process_time()
        found = study(hand)["plays"]
        if seconds is not None:
            seconds.append(time.process_time() - begun)
        states = _states(hand)
        for play in found:
            yield Finding(number, play["cost"], _reference(states[play["step"]], play))


def rates(found: Sequence[Finding]) -> str:
    """Return how many findings weren't confirmed, and how many were wrong, with 95 % intervals."""
    doubtful = sum(each.reference < plays.LEAST for each in found)
    wrong = sum(each.reference <= 0 for each in found)
    return f"{len(found)} findings, {_share(doubtful, len(found))} not confirmed, {_share(wrong, len(found))} wrong"


def _share(count: int, total: int) -> str:
    low, high = interval(count, total)
    return f"{count} ({low:.1%} to {high:.1%})"


def interval(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    if not total:
        return 0.0, 1.0
    square = 1.96**2
    middle = (count + square / 2) / (total + square)
    half = 1.96 * math.sqrt(count * (total - count) / total + square / 4) / (total + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def _times(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    p95 = ordered[math.ceil(0.95 * len(ordered)) - 1]
    late = sum(each > MOST_SECONDS for each in ordered)
    return (
        f"a hand {statistics.fmean(ordered):.2f} s of processor time, p95 {p95:.2f} s, at most {ordered[-1]:.2f} s; "
        f"{late} of {len(ordered)} above {MOST_SECONDS} s"
    )


def _played(key: str, level: int, number: int) -> Hand:
    rules, choose, dice = preset(key), at(level), random.Random(f"analysis {number}")
    state = started(rules, number)
    dealt, actions = state.copy(), []
    while not state.hand_results:
        seat = state.to_act[0]
        code = parse_action(choose(view_for(state, seat), dice, rules))
        actions.append((seat, code))
        state.act(code, seat)
    return Hand(dealt, actions, range(len(actions)), f"bench {key} {level} {number}")


def _states(hand: Hand) -> list[State]:
    state = hand.dealt.copy()
    states = []
    for seat, code in hand.actions:
        states.append(state.copy())
        state.act(code, seat)
    return states


def _reference(state: State, play: dict[str, Any]) -> float:
    """Return how much more the better card is worth than the one played, in many deals of other dice."""
    position = position_of(view_for(state, play["seat"]), state.rules)
    both = tuple(parse_card(play[name]) for name in ("card", "better"))
    worth = search(replace(position, legal=both), REFERENCE, SEED + play["step"]).mean
    return worth[play["better"]] - worth[play["card"]]
