"""An arena played without people: when tables end, who becomes free, and how good the pairing of those who are free is."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from tournaments.formats.arena import PATIENCE, Pairs, Waiting, pair
from tournaments.formats.kinds import USUAL_GAME_MINUTES

Pairing = Callable[[Sequence[Waiting], str], Pairs]
Game = Callable[[int, int], tuple[int, int]]
"""Plays a game between two entries; returns the points of each."""
SHORTEST, LONGEST = 0.6, 1.5
"""How long games last, as parts of the usual."""


@dataclass
class Evening:
    """What happened in an arena: waits in seconds before each match of each entry, differences of score, immediate
    rematches, and the number of matches.
    """

    waits: list[int] = field(default_factory=list)
    apart: list[int] = field(default_factory=list)
    rematches: int = 0
    met: dict[frozenset[int], int] = field(default_factory=dict)

    @property
    def matches(self) -> int:
        """Return how many matches were played."""
        return len(self.apart)

    @property
    def long_waits(self) -> int:
        """Return how many waits were longer than a minute."""
        return sum(wait > PATIENCE for wait in self.waits)

    @property
    def mean_wait(self) -> float:
        """Return the mean wait in seconds."""
        return sum(self.waits) / max(1, len(self.waits))


def play(
    entries: int, minutes: int, game: Game, dice: random.Random, seed: str, by: Pairing = pair
) -> Evening:
    """Play an arena of `minutes` in which `by` pairs those who are free, whenever somebody becomes free or has waited long."""
    evening = Evening()
    score, last = [0] * entries, dict[int, int]()
    since = dict.fromkeys(range(entries), 0)
    ends: list[tuple[int, int, int]] = []
    at, until = 0, minutes * 60
    while at < until:
        free = [
            Waiting(key, at - begun, score[key], last.get(key))
            for key, begun in sorted(since.items())
        ]
        for a, b in by(free, f"{seed} {evening.matches}"):
            evening.waits += [at - since.pop(a), at - since.pop(b)]
            evening.apart.append(abs(score[a] - score[b]))
            evening.rematches += last.get(a) == b or last.get(b) == a
            both = frozenset((a, b))
            evening.met[both] = evening.met.get(both, 0) + 1
            last[a], last[b] = b, a
            lasts = dice.uniform(SHORTEST, LONGEST) * USUAL_GAME_MINUTES * 60
            heappush(ends, (at + round(lasts), a, b))
        patience = [min(since.values()) + PATIENCE] if len(since) > 1 else []
        if not ends and not patience:
            break
        at = min([*patience, *(end for end, _a, _b in ends[:1])])
        for a, b in _over(ends, at):
            for who, points in zip((a, b), game(a, b), strict=True):
                score[who] += points
                since[who] = at
    for a, b in _over(ends, float("inf")):
        game(a, b)
    return evening


def _over(ends: list[tuple[int, int, int]], at: float) -> Iterator[tuple[int, int]]:
    while ends and ends[0][0] <= at:
        _end, a, b = heappop(ends)
        yield a, b


def greedy(waiting: Sequence[Waiting], seed: str) -> Pairs:
    """Pair the longest wait first with the nearest score that it may meet: what `pair` is compared with."""
    left = sorted(waiting, key=lambda one: (-one.waited, one.key))
    pairs: Pairs = []
    while left:
        first, *left = left
        others = [one for one in left if first.may_meet(one)]
        if others:
            other = min(others, key=lambda one: (first.met(one), abs(first.score - one.score)))
            left.remove(other)
            pairs.append((first.key, other.key))
    return pairs


@dataclass(frozen=True)
class Means:
    """The means of many arenas: matches, immediate rematches, waits over a minute, and of a match or wait the
    difference of score in points and the seconds.
    """

    matches: float
    rematches: float
    long_waits: float
    wait: float
    apart: float


def compare(number: int, entries: int, minutes: int) -> tuple[Means, Means]:
    """Play `number` arenas by exact and by greedy pairing, with the same luck; return the means of both."""
    exact, simple = (_means(number, entries, minutes, by) for by in (pair, greedy))
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
        sum(one.long_waits for one in evenings) / number,
        sum(sum(one.waits) for one in evenings) / (2 * matches),
        sum(sum(one.apart) for one in evenings) / matches,
    )


def _coin(strengths: Sequence[float], luck: random.Random) -> Game:
    def game(a: int, b: int) -> tuple[int, int]:
        ahead = strengths[a] - strengths[b] + luck.gauss(0, 1.5)
        return (2, 0) if ahead > 0 else (0, 2)

    return game
