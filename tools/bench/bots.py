"""Bots of two levels against each other, on the same cards.

A pair is one hand played twice with its sides swapped: first level A has one side and level B the others, then B has that
side. The scores before the hand are drawn too. A bag costs its share of the penalty at once, which is what it costs on
average and scatters less than a penalty now and then. Everything is fixed by the pair's number: the figures are the same on
every machine, but for the times.
"""

import argparse
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from games import bots
from games.bots import levels
from games.engine import RuleSet, SideResult, Start, State, deal, new_game, preset, view_for
from games.engine.actions import parse_action

PRESETS = ("cardgames_io", "bicycle_3", "rubl_two_player")
PAIRS = 500
Chooser = Callable[[dict[str, Any], random.Random, RuleSet], str]


@dataclass
class Tally:
    """What one level's sides did in all their hands."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def note(self, state: State, seats: tuple[int, ...]) -> None:
        """Add a scored hand of the side that has these seats."""
        result = state.hand_results[0]
        side = result.sides[state.rules.side_of[seats[0]]]
        self.counts["hands"] += 1
        self.counts["sets"] += any(line.code == "set" for line in side.lines)
        self.counts["bags"] += side.bags
        for seat in seats:
            bid = state.bids[seat]
            if bid is not None and bid.nil:
                name = "blind nils" if bid.blind else "nils"
                self.counts[name] += 1
                self.counts[f"{name} kept"] += not result.tricks[seat]

    def __str__(self) -> str:
        """Return the figures, each for a side's hand."""
        counts = self.counts
        hands = counts["hands"]
        nils = " · ".join(
            f"{name} {counts[f'{name} kept']} of {counts[name]} kept"
            for name in ("nils", "blind nils")
            if counts[name]
        )
        return (
            f"sets {counts['sets'] / hands:.0%}, bags {counts['bags'] / hands:.2f} a hand, {nils or 'no nils'}, "
            f"{1000 * self.seconds / max(1, counts['plays']):.2f} ms of processor time a card"
        )


@dataclass
class Duel:
    """Two choosers, and their results."""

    gains: list[float]
    """By pair: the first one's points a hand less the mean of the others'."""
    tallies: tuple[Tally, Tally]

    @property
    def mean(self) -> float:
        """Return the points per hand that the first gains on the second."""
        return statistics.fmean(self.gains)

    @property
    def half(self) -> float:
        """Return half of the 95 % interval of `mean`."""
        return 1.96 * statistics.stdev(self.gains) / math.sqrt(len(self.gains))


def main() -> None:
    """Print the figures of one level against another."""
    parser = argparse.ArgumentParser(prog="script/bench bots", description=__doc__)
    parser.add_argument("part", nargs="*")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--level", type=int, default=levels.STRONG)
    parser.add_argument("--against", type=int, default=levels.RELAXED)
    parser.add_argument("--preset", action="append", help=f"by default {', '.join(PRESETS)}")
    asked = parser.parse_args()
    print(f"bots: level {asked.level} against level {asked.against}, {asked.pairs} pairs")
    for key in asked.preset or PRESETS:
        found = duel(preset(key), range(asked.pairs), at(asked.level), at(asked.against))
        print(f"  {key}: {found.mean:+.1f} ±{found.half:.1f} points a hand")
        for level, tally in zip((asked.level, asked.against), found.tallies, strict=True):
            print(f"    level {level}: {tally}")


def at(level: int) -> Chooser:
    """Return how the bots of a level choose."""
    return lambda view, dice, rules: bots.choose(view, rules, dice, level)


def duel(rules: RuleSet, pairs: Iterable[int], one: Chooser, other: Chooser) -> Duel:
    """Play each pair: `one` has the pair's side first and the other sides afterwards."""
    tallies = Tally(), Tally()
    gains = []
    for pair in pairs:
        side = rules.side_seats[pair % len(rules.side_seats)]
        first = _margin(rules, pair, side, (one, other), tallies)
        second = _margin(rules, pair, side, (other, one), tallies[::-1])
        gains.append((first - second) / 2)
    return Duel(gains, tallies)


def _margin(
    rules: RuleSet, pair: int, side: tuple[int, ...], who: tuple[Chooser, Chooser], tallies: Any
) -> float:
    """Play a hand; return the points of the first chooser's side less the mean of the other sides'."""
    state = started(rules, pair)
    dice = random.Random(pair)
    while not state.hand_results:
        seat = state.to_act[0]
        mine = 0 if seat in side else 1
        view = view_for(state, seat)
        begun = time.process_time()
        action = who[mine](view, dice, rules)
        if state.phase == "play":
            tallies[mine].seconds += time.process_time() - begun
            tallies[mine].counts["plays"] += 1
        state.act(parse_action(action, state.rules.codes), seat)
    points = {}
    for number, seats in enumerate(rules.side_seats):
        tallies[0 if seats == side else 1].note(state, seats)
        points[seats] = _worth(rules, state.hand_results[0].sides[number])
    return points.pop(side) - statistics.fmean(points.values())


def _worth(rules: RuleSet, side: SideResult) -> float:
    """Return a side's points, with each bag's share of the penalty in place of the penalty."""
    share = rules.bag_penalty / rules.bag_limit if rules.bag_limit else 0.0
    points = sum(line.points for line in side.lines if line.code != "bag_penalty")
    return points - share * side.bags


def started(rules: RuleSet, pair: int) -> State:
    """Return the pair's hand, dealt; scores and bags before it are those of a game on its way."""
    dice = random.Random(f"pair {pair}")
    sides = len(rules.side_seats)
    reach = 400 if rules.target is None else max(0, rules.target - 100)
    start = Start(
        totals=tuple(dice.randrange(reach + 1) for _side in range(sides)),
        bags=(0,) * sides,
        hands_played=1,
    )
    dealer = dice.randrange(rules.players)
    draw = dice.sample([card for card in rules.pack if card < 52], rules.players)
    if rules.first_dealer == "random":
        state = new_game(rules, first_dealer=dealer, start=start)
    else:
        state = new_game(rules, draw_for_deal=draw, start=start)
    return deal(state, dice.sample(rules.pack, len(rules.pack)))
