"""How often thinking times (games/fair_play/pace.py) make a signal about people as they might be, and about programs and signs.

Bots play the hands, which say where a card was forced and what its player held. The times are drawn from a model of a person. Nobody has measured
people here: the kinds are meant to be wider apart than real ones.
"""

import argparse
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games import bots
from games.engine import preset, view_for
from games.engine.actions import parse_action
from games.engine.state import PLAY
from games.fair_play import pace
from tools.bench.bots import started

HANDS_A_TABLE = 10
GAMES = (10, 20, 40, 80)
POPULATION = 60
Follow = tuple[bool, tuple[bool, ...]]
"""Whether there was a choice, and what was held."""


@dataclass
class Person:
    """How long a person takes: medians in seconds, and how they vary."""

    forced: float = 1.1
    choice: float = 1.7
    """A choice takes so many times as long."""
    spread: float = 0.6
    """The standard deviation of the logarithm."""
    ahead: tuple[float, float] = (0.0, 0.0)
    """The shares of forced cards and of choices that are chosen ahead."""
    network: float = 0.12
    jitter: float = 0.05
    planning: float = 1.0
    """A forced card takes so many times as long with the highest spade in hand: they think about the next trick."""

    def evening(self, dice: random.Random) -> Callable[[Follow], float]:
        """Return their times at one table: some evenings are slower, as some connections are."""
        slow, line = math.exp(dice.gauss(0, 0.25)), dice.expovariate(1 / self.network)

        def seconds(follow: Follow) -> float:
            choice, held = follow
            delay = line + dice.expovariate(1 / self.jitter)
            if dice.random() < self.ahead[choice]:
                return 0.35 + delay
            middle = self.forced * slow * (self.choice if choice else 1.0)
            if not choice and held[0]:
                middle *= self.planning
            away = dice.expovariate(1 / 8) if dice.random() < 0.04 else 0.0
            return middle * math.exp(dice.gauss(0, self.spread)) + away + delay

        return seconds


def anybody(dice: random.Random) -> Person:
    """Return a person of the population: most think longer about choices, some hardly."""
    steady = dice.random() < 0.1
    return Person(
        forced=math.exp(dice.gauss(math.log(1.1), 0.35)),
        choice=dice.uniform(1.15, 1.4) if steady else math.exp(dice.gauss(math.log(1.8), 0.2)),
        spread=dice.uniform(0.45, 0.8),
        ahead=(dice.betavariate(1, 3), dice.betavariate(1, 12)),
        jitter=dice.expovariate(1 / 0.1) + 0.01,
        planning=math.exp(dice.gauss(0, 0.1)),
    )


class Program(Person):
    """A program that waits the same for everything, or as long as chance says."""

    def __init__(self, draw: Callable[[random.Random], float]) -> None:
        super().__init__()
        self.draw = draw

    def evening(self, dice: random.Random) -> Callable[[Follow], float]:
        """Return its times at one table."""
        return lambda _follow: self.draw(dice) + 0.1 + dice.expovariate(1 / 0.05)


class Signaller(Person):
    """Somebody who waits with the highest spade in hand, for a share of the cards, and plays at once without it."""

    def __init__(self, share: float, wait: float) -> None:
        super().__init__()
        self.share, self.wait = share, wait

    def evening(self, dice: random.Random) -> Callable[[Follow], float]:
        """Return their times at one table."""
        usual = super().evening(dice)

        def seconds(follow: Follow) -> float:
            sign = follow[1][0] and dice.random() < self.share
            return usual(follow) + (self.wait if sign else 0.0)

        return seconds


KINDS: dict[str, Callable[[random.Random], Person]] = {
    "anybody of the population": anybody,
    "choices take 1.3 times as long": lambda _: Person(choice=1.3),
    "choices take 1.15 times as long": lambda _: Person(choice=1.15),
    "choices take no longer": lambda _: Person(choice=1.0),
    "choices take no longer, and half as spread": lambda _: Person(
        forced=2.0, choice=1.0, spread=0.3
    ),
    "slow at everything (4 s), choices 1.4 times": lambda _: Person(forced=4.0, choice=1.4),
    "choices 1.5 times, a line that wavers by 1 s": lambda _: Person(choice=1.5, jitter=1.0),
    "choices 1.5 times, a line that wavers by 3 s": lambda _: Person(choice=1.5, jitter=3.0),
    "chooses 60 % of all cards ahead": lambda _: Person(ahead=(0.6, 0.6)),
    "chooses 80 % of forced cards ahead": lambda _: Person(ahead=(0.8, 0.1)),
    "plans at forced cards: 1.5 times with the top spade": lambda _: Person(planning=1.5),
    "plans at forced cards: 2 times with the top spade": lambda _: Person(planning=2.0),
    "program: 2 s ± 0.2": lambda _: Program(lambda dice: dice.gauss(2.0, 0.2)),
    "program: 1.5 to 2.5 s": lambda _: Program(lambda dice: dice.uniform(1.5, 2.5)),
    "program: 1 to 4 s": lambda _: Program(lambda dice: dice.uniform(1.0, 4.0)),
    "program: as widely as people": lambda _: Program(
        lambda dice: 1.8 * math.exp(dice.gauss(0, 0.6))
    ),
    "sign: 3 s more with the top spade": lambda _: Signaller(1.0, 3.0),
    "sign: 3 s more for every second such card": lambda _: Signaller(0.5, 3.0),
    "sign: 1 s more with the top spade": lambda _: Signaller(1.0, 1.0),
}


def main() -> None:
    """Print for each kind of person how often a signal is made, of either sort, after so many games."""
    parser = argparse.ArgumentParser(prog="script/bench pace", description=__doc__)
    parser.add_argument("part", nargs="*")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--preset", default="cardgames_io")
    asked = parser.parse_args()
    hands = [follows for number in range(asked.hands) for follows in _played(asked.preset, number)]
    forced = sum(not choice for hand in hands for choice, _held in hand) / len(hands)
    print(
        f"{forced:.2f} forced cards a hand, {sum(map(len, hands)) / len(hands) - forced:.2f} choices"
    )
    dice = random.Random(1)
    others = [_tables(anybody(dice), hands, 40, dice) for _ in range(POPULATION)]
    shares = [pace.share_of([one.choice for one in tables]) for tables in others]
    print(f"the population's choices are longer in {min(shares):.2f} to {max(shares):.2f}")
    spreads = [pace.spread_of(tables) for tables in others]
    least = pace.least_spread(spreads)
    print(f"spread: {min(spreads):.2f} to {max(spreads):.2f}, bound {least:.2f}")
    told = []
    for which, name in enumerate(pace.HOLDINGS):
        held = [pace.share_of([one.holding[which] for one in tables]) for tables in others]
        told.append(pace.most_told(held))
        print(f"{name}: {min(held):.2f} to {max(held):.2f}, bound {told[-1]:.2f}")
    for name, person in KINDS.items():
        counts = [[0, 0] for _ in GAMES]
        for _ in range(asked.people):
            tables = _tables(person(dice), hands, GAMES[-1], dice)
            for place, games in enumerate(GAMES):
                seen = tables[:games]
                counts[place][0] += pace.regular(seen, least, POPULATION) is not None
                looks = (pace.telling(seen, each, told[each], POPULATION) for each in range(3))
                counts[place][1] += any(look is not None for look in looks)
        cells = " | ".join(f"{a / asked.people:.1%}, {b / asked.people:.1%}" for a, b in counts)
        print(f"{name} | {cells}", flush=True)


def _tables(
    person: Person, hands: Sequence[Sequence[Follow]], games: int, dice: random.Random
) -> list[pace.AtTable]:
    found = []
    for _ in range(games):
        seconds = person.evening(dice)
        follows = [follow for hand in dice.choices(hands, k=HANDS_A_TABLE) for follow in hand]
        times = [pace.Time(seconds(follow), *follow) for follow in follows]
        found.append(pace.at_table([one for one in times if one.seconds <= pace.LONGEST]))
    return found


def _played(key: str, number: int) -> list[list[Follow]]:
    """Play a hand; return for each seat the cards with which it followed to a trick before the last."""
    state = started(preset(key), number)
    dice = random.Random(f"pace {number}")
    found: list[list[Follow]] = [[] for _ in range(state.rules.players)]
    while not state.hand_results:
        seat = state.to_act[0]
        code = parse_action(str(bots.choose(view_for(state, seat), state.rules, dice, 1)))
        if state.phase == PLAY and state.trick and state.tricks_left > 1:
            found[seat].append((len(state.legal) > 1, pace.holding(state, seat, code)))
        state.act(code, seat)
    return found


if __name__ == "__main__":
    main()
