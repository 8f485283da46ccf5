"""An arena played without people: when tables end, who becomes free, and how good the pairing of those who are free is."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush

from tournaments.formats.arena import (
    PATIENCE,
    Before,
    Side,
    Sides,
    Waiting,
    again,
    last_opponents,
    last_partner,
    pair,
    seat,
)
from tournaments.formats.kinds import USUAL_GAME_MINUTES

Pairing = Callable[[Sequence[Waiting], str], list[Sides]]
Game = Callable[[Sequence[int], Sequence[int]], tuple[int, int]]
"""Plays a game between two sides; returns the points of each."""
SHORTEST, LONGEST = 0.6, 1.5
"""How long games last, as parts of the usual."""


@dataclass
class Evening:
    """What happened in an arena: waits in seconds before each match of each entry, and at the end of those who never
    were paired again; differences of score between the sides; how many matches had an opponent of the last match, how many
    sides the last partners; and the number of matches.
    """

    waits: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    apart: list[int] = field(default_factory=list)
    rematches: int = 0
    partners: int = 0
    met: Counter[frozenset[int]] = field(default_factory=Counter)

    @property
    def matches(self) -> int:
        """Return how many matches were played."""
        return len(self.apart)

    @property
    def long_waits(self) -> int:
        """Return how many waits for a match were longer than a minute."""
        return sum(wait > PATIENCE for wait in self.waits)

    @property
    def mean_wait(self) -> float:
        """Return the mean wait in seconds, for a match or for nothing."""
        return sum([*self.waits, *self.left]) / max(1, len(self.waits) + len(self.left))

    @property
    def longest_wait(self) -> int:
        """Return the longest wait in seconds, for a match or for nothing."""
        return max([*self.waits, *self.left], default=0)

    def note(self, a: Side, b: Side) -> None:
        """Count a match that begins."""
        self.apart.append(abs(sum(one.score for one in a) - sum(one.score for one in b)))
        self.rematches += bool(again([a, b], last_opponents))
        self.partners += sum(bool(again([(one,) for one in side], last_partner)) for side in (a, b))
        self.met.update(frozenset((one.key, other.key)) for one in a for other in b)


def play(
    entries: int, minutes: int, game: Game, dice: random.Random, seed: str, by: Pairing = pair
) -> Evening:
    """Play an arena of `minutes` in which `by` pairs those who are free, whenever somebody becomes free or has waited long."""
    evening = Evening()
    free = {key: Waiting(key, 0, 0) for key in range(entries)}
    since = dict.fromkeys(free, 0)
    score = [0] * entries
    ends: list[tuple[int, int, Sides]] = []
    at, until = 0, minutes * 60
    while at < until:
        waiting = [
            Waiting(key, at - since[key], score[key], one.opponents, one.partner)
            for key, one in sorted(free.items())
        ]
        known = {one.key: one for one in waiting}
        for sides in by(waiting, f"{seed} {evening.matches}"):
            a, b = (tuple(known[key] for key in side) for side in sides)
            evening.note(a, b)
            for one in (*a, *b):
                evening.waits.append(int(one.waited))
                del free[one.key]
            lasts = dice.uniform(SHORTEST, LONGEST) * USUAL_GAME_MINUTES * 60
            heappush(ends, (at + round(lasts), evening.matches, sides))
        patience = [since[key] + PATIENCE for key in free]
        later = [*(each for each in patience if each > at), *(end for end, *_rest in ends[:1])]
        if not later:
            break
        at = min(later)
        for sides in _over(ends, at):
            for (own, other), points in zip(_each(sides), game(*sides), strict=True):
                for key in own:
                    score[key] += points
                    since[key] = at
                    partner = next((each for each in own if each != key), None)
                    free[key] = Waiting(key, 0, score[key], frozenset(other), partner)
    evening.left += [until - since[key] for key in free if since[key] < until]
    for sides in _over(ends, float("inf")):
        game(*sides)
    return evening


def _each(sides: Sides) -> list[Sides]:
    """Return the sides as each of them sees them, its own first."""
    return [sides, (sides[1], sides[0])]


def _over(ends: list[tuple[int, int, Sides]], at: float) -> Iterator[Sides]:
    while ends and ends[0][0] <= at:
        _end, _number, sides = heappop(ends)
        yield sides


def greedy(waiting: Sequence[Waiting], seed: str) -> list[Sides]:
    """Pair the longest wait first with the nearest score that it may meet: what `pair` is compared with."""
    return [
        (tuple(one.key for one in a), tuple(one.key for one in b))
        for a, b in _nearest([(one,) for one in waiting], last_opponents)
    ]


def greedy_seats(waiting: Sequence[Waiting], seed: str) -> list[Sides]:
    """Join partners greedily, then partnerships: what `seat` is compared with."""
    partners = _nearest([(one,) for one in waiting], last_partner)
    tables = _nearest([(*a, *b) for a, b in partners], last_opponents)
    return [(tuple(one.key for one in a), tuple(one.key for one in b)) for a, b in tables]


def _nearest(sides: Sequence[Side], before: Before) -> list[tuple[Side, Side]]:
    def longest(side: Side) -> tuple[float, int]:
        return -max(one.waited for one in side), side[0].key

    def apart(a: Side, b: Side) -> tuple[int, int]:
        scores = (sum(one.score for one in side) for side in (a, b))
        return again([a, b], before).total(), abs(next(scores) - next(scores))

    left, pairs = sorted(sides, key=longest), []
    while left:
        first, *left = left
        others = [
            one
            for one in left
            if any(each.is_long for each in (*first, *one)) or not again([first, one], before)
        ]
        if others:
            other = min(others, key=partial(apart, first))
            left.remove(other)
            pairs.append((first, other))
    return pairs


@dataclass(frozen=True)
class Means:
    """The means of many arenas: matches, those with an opponent of the last match, sides of the last partners, the longest
    wait, and of a wait or match the seconds and the difference of score in points.
    """

    matches: float
    rematches: float
    partners: float
    wait: float
    longest: float
    apart: float


def compare(number: int, entries: int, minutes: int, *, alone: bool) -> tuple[Means, Means]:
    """Play `number` arenas by exact and by greedy pairing, with the same luck; return the means of both. `alone`: of single
    players who change partners.
    """
    both = (seat, greedy_seats) if alone else (pair, greedy)
    exact, simple = (_means(number, entries, minutes, by) for by in both)
    return exact, simple


def _means(number: int, entries: int, minutes: int, by: Pairing) -> Means:
    evenings = []
    for each in range(number):
        luck = random.Random(f"arena {each}")
        strengths = [luck.gauss(0, 1) for _entry in range(entries)]
        evenings.append(play(entries, minutes, _coin(strengths, luck), luck, str(each), by))
    matches = sum(one.matches for one in evenings)
    return Means(
        matches / number,
        sum(one.rematches for one in evenings) / number,
        sum(one.partners for one in evenings) / number,
        sum(one.mean_wait for one in evenings) / number,
        sum(one.longest_wait for one in evenings) / number,
        sum(sum(one.apart) for one in evenings) / matches,
    )


def _coin(strengths: Sequence[float], luck: random.Random) -> Game:
    def game(a: Sequence[int], b: Sequence[int]) -> tuple[int, int]:
        ahead = sum(strengths[key] for key in a) - sum(strengths[key] for key in b)
        return (2, 0) if ahead + luck.gauss(0, 1.5) > 0 else (0, 2)

    return game
