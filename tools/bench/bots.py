"""Bots of two levels against each other, on the same cards.

A pair is one hand played twice with its sides swapped: first level A has one side and level B the others, then B has that
side. The scores before the hand are drawn too. A bag costs its share of the penalty at once, which is what it costs on
average and scatters less than a penalty now and then. With --score, pairs are whole games from there, with the same deals, and
the figure is the share of games won. Everything is fixed by the pair's number: the figures are the same on every machine, but
for the times.
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
from games.engine.view import GameView

PRESETS = ("cardgames_io", "bicycle_3", "rubl_two_player")
PAIRS = 500
BY_LOT = 0
MOST_HANDS = 60
"""A game that is longer counts as drawn."""
Chooser = Callable[[GameView, random.Random, RuleSet], str]


@dataclass
class Tally:
    """What one level's sides did in all their hands."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    bid_seconds: float = 0.0

    def note(self, state: State, seats: tuple[int, ...]) -> None:
        """Add a scored hand of the side that has these seats."""
        result = state.hand_results[-1]
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
            f"{1000 * self.seconds / max(1, counts['plays']):.2f} ms of processor time a card, "
            f"{1000 * self.bid_seconds / max(1, counts['bids']):.1f} ms a bid"
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
    parser.add_argument(
        "--against",
        type=int,
        default=levels.RELAXED,
        help="0 bids as level 1 and plays random legal cards",
    )
    parser.add_argument("--preset", action="append", help=f"by default {', '.join(PRESETS)}")
    parser.add_argument("--score", action="append", help="play whole games from there: 380:495")
    parser.add_argument("--bags", default="", help="with --score, bags carried: 9:0")
    parser.add_argument(
        "--points",
        action="store_true",
        help="the second bids by rule and plays for the hand's points",
    )
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    asked = parser.parse_args()
    print(f"bots: level {asked.level} against level {asked.against}, {asked.pairs} pairs")
    pairs = range(asked.first, asked.first + asked.pairs)
    one, other = at(asked.level), (for_points if asked.points else at)(asked.against)
    for key in asked.preset or PRESETS:
        for score in asked.score or [""]:
            if score:
                found = games(preset(key), pairs, one, other, _numbers(score), _numbers(asked.bags))
                print(
                    f"  {key} from {score} {asked.bags}: {found.mean:.1%} ±{found.half:.1%} of games"
                )
            else:
                found = duel(preset(key), pairs, one, other)
                print(f"  {key}: {found.mean:+.1f} ±{found.half:.1f} points a hand")
            for level, tally in zip((asked.level, asked.against), found.tallies, strict=True):
                print(f"    level {level}: {tally}", flush=True)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(":")) if text else ()


def at(level: int) -> Chooser:
    """Return how the bots of a level choose."""
    return (
        by_lot
        if level == BY_LOT
        else lambda view, dice, rules: bots.choose(view, rules, dice, level)
    )


def by_lot(view: GameView, dice: random.Random, rules: RuleSet) -> str:
    """Bid as level 1, and play any legal card."""
    if view["phase"] == "play":
        return str(dice.choice(view["legal"]))
    return bots.choose(view, rules, dice, levels.RELAXED)


def for_points(level: int) -> Chooser:
    """Return how bots of a level would choose that bid by rule, and search for the points of the hand."""

    def chosen(view: GameView, dice: random.Random, rules: RuleSet) -> str:
        by_rule = view["phase"] != "play"
        return bots.choose(view, rules, dice, levels.RELAXED if by_rule else level, points=True)

    return chosen


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
    _hand(state, random.Random(pair), side, who, tallies)
    points = {
        seats: _worth(rules, state.hand_results[0].sides[number])
        for number, seats in enumerate(rules.side_seats)
    }
    return points.pop(side) - statistics.fmean(points.values())


def _hand(
    state: State,
    dice: random.Random,
    side: tuple[int, ...],
    who: tuple[Chooser, Chooser],
    tallies: Any,
) -> None:
    """Play a dealt hand: the first chooser has the side, the second the others."""
    before = len(state.hand_results)
    while len(state.hand_results) == before:
        seat = state.to_act[0]
        mine = 0 if seat in side else 1
        view = view_for(state, seat)
        phase, begun = state.phase, time.process_time()
        action = who[mine](view, dice, state.rules)
        spent = time.process_time() - begun
        if phase == "play":
            tallies[mine].seconds += spent
            tallies[mine].counts["plays"] += 1
        elif phase == "bid":
            tallies[mine].bid_seconds += spent
            tallies[mine].counts["bids"] += 1
        state.act(parse_action(action, state.rules.codes), seat)
    for seats in state.rules.side_seats:
        tallies[0 if seats == side else 1].note(state, seats)


def games(
    rules: RuleSet,
    pairs: Iterable[int],
    one: Chooser,
    other: Chooser,
    totals: tuple[int, ...],
    bags: tuple[int, ...] = (),
) -> Duel:
    """Play each pair of whole games: in the first `one` has the pair's side, which begins with the first of the totals, and
    `other` the rest; then they change, and the deals stay. The gain is the share of games that `one` wins.
    """
    tallies = Tally(), Tally()
    gains = []
    for pair in pairs:
        side = pair % len(rules.side_seats)
        first = _won(rules, pair, side, (one, other), tallies, totals, bags)
        second = _won(rules, pair, side, (other, one), tallies[::-1], totals, bags)
        gains.append((1 + first - second) / 2)
    return Duel(gains, tallies)


def _won(
    rules: RuleSet,
    pair: int,
    side: int,
    who: tuple[Chooser, Chooser],
    tallies: Any,
    totals: tuple[int, ...],
    bags: tuple[int, ...],
) -> float:
    """Play a game; return the first chooser's share of the win."""
    sides = len(rules.side_seats)
    turned = [(each - side) % sides for each in range(sides)]
    start = Start(
        totals=tuple(totals[min(each, len(totals) - 1)] for each in turned),
        bags=tuple(bags[min(each, len(bags) - 1)] if bags else 0 for each in turned),
        hands_played=1,
    )
    state = _begun(rules, random.Random(f"game {pair}"), start)
    dice = random.Random(pair)
    seats = rules.side_seats[side]
    for hand in range(MOST_HANDS):
        pack = random.Random(f"game {pair} hand {hand}").sample(rules.pack, len(rules.pack))
        state = deal(state, pack)
        _hand(state, dice, seats, who, tallies)
        if state.result is not None:
            winners = state.result.winners
            return len(set(seats) & set(winners)) / len(winners)
    return 1 / sides


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
    return deal(_begun(rules, dice, start), dice.sample(rules.pack, len(rules.pack)))


def _begun(rules: RuleSet, dice: random.Random, start: Start) -> State:
    """Return a game before its first deal."""
    dealer = dice.randrange(rules.players)
    draw = dice.sample([card for card in rules.pack if card < 52], rules.players)
    if rules.first_dealer == "random":
        return new_game(rules, first_dealer=dealer, start=start)
    return new_game(rules, draw_for_deal=draw, start=start)
