"""What the rules against farming cost honest players' predictions, and what they leave to somebody with a second account."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, cycle, permutations
from math import log, sqrt
from random import Random
from typing import NamedTuple

from games.ratings import elo

HOURS_A_DAY, HOURS_A_WEEK = 24, 168
WEEKS = 8
PLAYERS, HONEST_WEEKS = 1_000, 26
CIRCLE = 8
"""How many friends a player's circle has; half of all evenings are spent in it."""
GAMES_AN_EVENING = 3
SPREAD = 200.0

Sides = Sequence[Sequence[int]]


class Ledger:
    """Ratings of a pool in memory: with the rules about opponents (`elo.divisor`), or with every game in full."""

    def __init__(self, *, rules: bool = True) -> None:
        self.forms: dict[int, elo.Form] = {}
        self._rules = rules
        self._opponents: dict[int, set[int]] = defaultdict(set)
        self._met: dict[tuple[int, frozenset[int]], list[float]] = defaultdict(list)

    def points(self, player: int) -> float:
        """Return a player's rating in points."""
        return self.forms.get(player, elo.Form()).rating / elo.POINT

    def expected(self, sides: Sides) -> float:
        """Return the predicted chance that the first of two sides wins."""
        means = [sum(map(self.points, side)) / len(side) for side in sides]
        return elo.expected(round(means[0] - means[1])) / elo.WHOLE

    def play(self, sides: Sides, places: Sequence[int], at: float) -> None:
        """Rate a game that ends at the hour `at`."""
        forms = [[self.forms.get(one, elo.Form()) for one in side] for side in sides]
        divisors: list[list[int]] = []
        if self._rules:
            divisors = [[self._divisor(one, sides, side, at) for one in side] for side in sides]
        for side, changes in zip(sides, elo.rate(forms, places, (), divisors), strict=True):
            for one, change in zip(side, changes, strict=True):
                self.forms[one] = elo.Form(change.after, change.games_before + 1)
        for side, other in permutations(sides, 2):
            for one in side:
                self._opponents[one].update(other)
                for met in {frozenset(other), *(frozenset([each]) for each in other)}:
                    self._met[one, met].append(at)

    def make_known(self, player: int, games: int) -> None:
        """Let a player have had `games` games against several other people, and the rating that everybody starts with."""
        self._opponents[player] = set(range(-elo.SEVERAL, 0))
        self.forms[player] = elo.Form(elo.START, games)

    def _divisor(self, player: int, sides: Sides, own: Sequence[int], at: float) -> int:
        others = [side for side in sides if side is not own]
        known = all(len(self._opponents[one]) >= elo.SEVERAL for side in others for one in side)
        met = [self._lately(self._met[player, frozenset(side)], at) for side in others]
        alone = [
            self._lately(self._met[player, frozenset([one])], at) for side in others for one in side
        ]
        return elo.divisor(met, alone, all_known=known)

    @staticmethod
    def _lately(times: list[float], at: float) -> tuple[int, int]:
        while times and times[0] <= at - HOURS_A_WEEK:
            times.pop(0)
        return sum(time > at - HOURS_A_DAY for time in times), len(times)


class Honest(NamedTuple):
    """The mean log-loss of predictions with and without the rules, and their difference with its standard error."""

    games: int
    rules: float
    none: float
    difference: float
    error: float


def honest(players: int, weeks: int, seed: int, after: int = 0) -> Honest:
    """Let people of constant strengths play, and compare the predictions of the games from the week `after` on.

    Everybody has about four evenings in two weeks. Half of them are within a circle of friends, who change partners in every
    game. On the others strangers meet, and play on in the same seats with a chance of one half after each game.
    """
    dice = Random(seed)
    strength = [dice.gauss(1500, SPREAD) for _ in range(players)]
    ledgers = [Ledger(rules=True), Ledger(rules=False)]
    losses: list[tuple[float, float]] = []
    tables = players // 2
    for evening in range(weeks * tables):
        at = evening * HOURS_A_WEEK / tables
        circle = dice.randrange(players // CIRCLE) * CIRCLE
        friends = bool(evening % 2)
        four = dice.sample(range(circle, circle + CIRCLE) if friends else range(players), 4)
        for game in range(GAMES_AN_EVENING if friends else _until(dice)):
            if friends:
                dice.shuffle(four)
            sides = (four[:2], four[2:])
            gap = sum(strength[one] for one in four[:2]) - sum(strength[one] for one in four[2:])
            won = dice.random() < 1 / (1 + 10 ** (-gap / 2 / 400))
            if evening >= after * tables:
                chances = (each.expected(sides) for each in ledgers)
                with_rules, without = (-log(p if won else 1 - p) for p in chances)
                losses.append((with_rules, without))
            for each in ledgers:
                each.play(sides, (0, 1) if won else (1, 0), at + game)
    gaps = [one - two for one, two in losses]
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / len(gaps)
    return Honest(
        len(losses),
        sum(one for one, _ in losses) / len(losses),
        sum(two for _, two in losses) / len(losses),
        mean,
        sqrt(variance / len(gaps)),
    )


def _until(dice: Random) -> int:
    """Return how many games strangers play in a row."""
    games = 1
    while dice.random() < 0.5:
        games += 1
    return games


SCHEDULES: dict[str, Callable[[], list[float]]] = {
    "62 games at once, every week": lambda: [
        week * HOURS_A_WEEK + n / 48 for week in range(WEEKS) for n in range(62)
    ],
    "62 games every day": lambda: [
        day * 24 + n / 48 for day in range(7 * WEEKS) for n in range(62)
    ],
    "a game a day": lambda: [24.0 * day for day in range(7 * WEEKS)],
    "a game every other day": lambda: [48.0 * n for n in range(7 * WEEKS // 2)],
    "a game a day for a week, then a week off": lambda: [
        24.0 * day for day in range(7 * WEEKS) if day // 7 % 2 == 0
    ],
    "three games a week": lambda: [
        float(HOURS_A_WEEK) * week + n for week in range(WEEKS) for n in range(3)
    ],
    "a game a week": lambda: [float(HOURS_A_WEEK) * week for week in range(WEEKS)],
}


class Farm(NamedTuple):
    """What a farm gained: the most within any seven days, and altogether."""

    week: float
    total: float


def farm(times: Iterable[float], *, known: bool, rules: bool = True, games: int = 0) -> Farm:
    """Let one account beat another one at these hours. `known`: both had `games` games against several other people."""
    ledger = Ledger(rules=rules)
    if known:
        for one in (0, 1):
            ledger.make_known(one, games)
    return _gained(ledger, ((at, ([0], [1])) for at in times))


def farm_with_strangers(times: Iterable[float], *, rules: bool = True, games: int = 0) -> Farm:
    """Let one account beat another one at tables of four, with other partners in every game.

    Everybody has had `games` games against several other people. The strangers have the rating that everybody starts with.
    """
    ledger = Ledger(rules=rules)
    tables = []
    for game, at in enumerate(times):
        own, other = 2 * game + 2, 2 * game + 3
        tables.append((at, ([0, own], [1, other])))
        for one in (own, other):
            ledger.make_known(one, games)
    for one in (0, 1):
        ledger.make_known(one, games)
    return _gained(ledger, tables)


def farm_of(accounts: int, times: Iterable[float], *, rules: bool = True) -> Farm:
    """Let one account beat `accounts` - 1 others at tables of four, partners and opponents by turns; all new at first."""
    seats = [
        ([0, partner], list(opponents))
        for partner in range(1, accounts)
        for opponents in combinations([one for one in range(1, accounts) if one != partner], 2)
    ]
    Random(1).shuffle(seats)
    return _gained(Ledger(rules=rules), zip(times, cycle(seats), strict=False))


def farm_of_duels(accounts: int, times: Iterable[float], *, known: bool) -> Farm:
    """Let one account beat `accounts` - 1 others at tables of two by turns. `known`: all these have met several people."""
    ledger = Ledger()
    if known:
        for one in range(1, accounts):
            ledger.make_known(one, elo.SEVERAL)
    duels = cycle([([0], [other]) for other in range(1, accounts)])
    return _gained(ledger, zip(times, duels, strict=False))


def _gained(ledger: Ledger, games: Iterable[tuple[float, Sides]]) -> Farm:
    """Let the first side win these games, and say what account 0 gained."""
    line = [(float("-inf"), elo.START / elo.POINT)]
    most = 0.0
    for at, sides in games:
        ledger.play(sides, (0, 1), at)
        line.append((at, ledger.points(0)))
        before = max(points for when, points in line if when <= at - HOURS_A_WEEK)
        most = max(most, ledger.points(0) - before)
    return Farm(most, ledger.points(0) - elo.START / elo.POINT)


def main() -> None:
    """Print the tables of docs/ratings.md."""
    print("farms: one account that always beats a second one, points gained")
    for name, times in SCHEDULES.items():
        found = [
            farm(times(), known=False),
            farm(times(), known=True, games=elo.NEW_UNTIL),
            farm(times(), known=True, games=elo.SEVERAL),
            farm(times(), known=False, rules=False),
        ]
        cells = "  ".join(f"{one.week:6.1f} {one.total:6.1f}" for one in found)
        print(f"  {name:42} {cells}")
    print(
        "  (most in a week, in 8 weeks: two new accounts; two known ones with 30 games; with 5; no rules)"
    )
    print("at tables of four, with other partners in every game; in full")
    for name, times in SCHEDULES.items():
        found = [
            farm_with_strangers(times(), games=elo.NEW_UNTIL),
            farm_with_strangers(times(), games=elo.SEVERAL),
            farm_with_strangers(times(), games=elo.NEW_UNTIL, rules=False),
        ]
        print(f"  {name:42} " + "  ".join(f"{one.week:6.1f} {one.total:6.1f}" for one in found))
    print("four, six, eight accounts of one person among themselves; eight in full")
    for name, times in SCHEDULES.items():
        found = [*(farm_of(n, times()) for n in (4, 6, 8)), farm_of(8, times(), rules=False)]
        print(f"  {name:42} " + "  ".join(f"{one.week:6.1f} {one.total:6.1f}" for one in found))
    print("the same at tables of two: four, eight, twenty new ones; then known ones")
    for name, times in SCHEDULES.items():
        found = [
            farm_of_duels(n, times(), known=known) for known in (False, True) for n in (4, 8, 20)
        ]
        print(f"  {name:42} " + "  ".join(f"{one.week:6.1f} {one.total:6.1f}" for one in found))
    for after in (0, HONEST_WEEKS // 2):
        one = honest(PLAYERS, HONEST_WEEKS, seed=1, after=after)
        print(
            f"honest, {PLAYERS:,} players, weeks {after + 1} to {HONEST_WEEKS}: {one.games:,} games, log-loss "
            f"{one.rules:.4f} with the rules, {one.none:.4f} without, difference {one.difference:+.4f} ±{1.96 * one.error:.4f}"
        )


if __name__ == "__main__":
    main()
