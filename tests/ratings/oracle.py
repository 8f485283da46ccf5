"""A second implementation of ratings from docs/ratings.md alone: with fractions, without the code under test."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any


@dataclass
class Played:
    """One game of the log as the oracle keeps it: people by side, and each side's total (the winners' stands out)."""

    table: int
    at: datetime
    pool: str
    sides: list[list[Any]]
    won: list[bool]
    totals: list[int]
    void: bool = False
    left: frozenset[Any] = frozenset()
    early: frozenset[Any] = frozenset()
    """Those of `left` who chose less than half of their cards."""

    def score(self, side: int, other: int) -> Fraction:
        """What a side scored in the comparison with another one."""
        mine, yours = self._standing(side), self._standing(other)
        return Fraction(1 + (mine > yours) - (mine < yours), 2)

    def _standing(self, side: int) -> tuple[bool, int]:
        # Between two sides only the winner counts; of several, points rank those who didn't win.
        return self.won[side], self.totals[side] if len(self.sides) > 2 else 0


class Ledger:
    """Ratings in points, as fractions, worked out game by game."""

    def __init__(self, games: Sequence[Played], pool: str) -> None:
        self.rating: dict[Any, Fraction] = {}
        self.games: Counter[Any] = Counter()
        self.peak: dict[Any, Fraction] = {}
        self.last: dict[Any, datetime] = {}
        self.line: dict[Any, list[int]] = {}
        self.opponents: defaultdict[Any, set[Any]] = defaultdict(set)
        self._log: list[Played] = []
        for game in games:
            if game.pool == pool:
                self._take(game)

    def _take(self, game: Played) -> None:
        everybody = [person for side in game.sides for person in side]
        before = {person: self.rating.setdefault(person, Fraction(1500)) for person in everybody}
        weight = {person: self._weight(game, person) for person in everybody}
        for person, opponents in _against(game).items():
            self.opponents[person] |= opponents
        self._log.append(game)
        if game.void:
            return
        means = [sum((before[one] for one in side), Fraction()) / len(side) for side in game.sides]
        for mine, side in enumerate(game.sides):
            for person in side:
                gain = Fraction()
                for theirs, other in enumerate(game.sides):
                    if theirs != mine:
                        hoped = expectation(means[mine] - means[theirs])
                        score = Fraction(0) if person in game.left else game.score(mine, theirs)
                        if not (score > hoped and game.early & set(other)):
                            gain += (score - hoped) / (len(game.sides) - 1) * weight[person]
                k = 40 if self.games[person] < 30 else 10 if before[person] >= 2400 else 20
                after = max(Fraction(100), before[person] + to_nearest(k * gain * 1000) / 1000)
                self.rating[person] = after
                self.peak[person] = max(self.peak.get(person, Fraction(1500)), after)
                self.last[person] = max(self.last.get(person, game.at), game.at)
                self.line.setdefault(person, []).append(whole(after))
        self.games.update(everybody)

    def _weight(self, game: Played, person: Any) -> Fraction:
        """1 / (games within a day - m) (games within a week - m)², each at least 1; m is 1 for games against the same side, and 3
        for games against the same person; a fifth against people who are new."""
        opponents = _against(game)[person]
        met = [(1, set(side)) for side in game.sides if person not in side]
        met += [(3, {opponent}) for opponent in opponents]
        weights = []
        for free, people in met:
            apart = [abs(old.at - game.at) for old in self._log if _met(old, person, people, free)]
            day, week = (sum(one < timedelta(days=days) for one in apart) for days in (1, 7))
            weights.append(Fraction(1, max(1, day - free) * max(1, week - free) ** 2))
        known = all(len(self.opponents[other]) >= 5 for other in opponents)
        return min(weights) * (1 if known else Fraction(1, 5))


def _met(game: Played, person: Any, people: set[Any], free: int) -> bool:
    """Whether a person faced these people as a side, or (3 free games) one of them with anybody."""
    if free == 1:
        return person in _against(game) and any(set(side) == people for side in game.sides)
    return people <= _against(game).get(person, set())


def _against(game: Played) -> dict[Any, set[Any]]:
    """Everybody's opponents in a game."""
    return {
        person: {other for theirs in game.sides if theirs is not side for other in theirs}
        for side in game.sides
        for person in side
    }


def expectation(difference: Fraction) -> Fraction:
    """1 / (1 + 10^(-d/400)) in millionths, d in whole points and within 400."""
    d = max(-400, min(400, int(to_nearest(difference))))
    return Fraction(round(1_000_000 / (1 + 10 ** (-d / 400))), 1_000_000)


def to_nearest(value: Fraction) -> Fraction:
    """The nearest whole number, halves away from zero."""
    size = Fraction((abs(value) + Fraction(1, 2)) // 1)
    return size if value >= 0 else -size


def whole(points: Fraction) -> int:
    return int((points + Fraction(1, 2)) // 1)
