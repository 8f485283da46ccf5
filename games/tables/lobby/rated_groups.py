"""Who plays a rated game with whom: ranges of ratings that widen with the time waited. Pure.

Two people fit if each is within the other's range. Whoever has waited longest comes first, and of all groups that fit them the
one with the closest ratings plays, so the same people in any order make the same tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

FIRST_RANGE = 100
"""How far apart two people's ratings may be at once, either way."""
WIDER_EVERY, WIDER_BY = timedelta(seconds=10), 50
"""How often the range widens, and by how much."""
EVERYBODY_AFTER = timedelta(seconds=60)
"""After this time, everybody fits."""
NEAREST = 9
"""How many people, the nearest by rating, are considered for a group."""


@dataclass(frozen=True)
class Searcher:
    """Somebody who looks for a rated game. `clock` "" fits every clock; `blocked` are the keys of people blocked either way."""

    key: int
    rating: int
    since: datetime
    clock: str = ""
    blocked: frozenset[int] = frozenset()


def range_after(waited: timedelta) -> int | None:
    """Return how far apart two ratings may be for somebody who has waited that long; None: any distance."""
    if waited >= EVERYBODY_AFTER:
        return None
    return FIRST_RANGE + WIDER_BY * int(max(waited, timedelta()) / WIDER_EVERY)


def fit(one: Searcher, two: Searcher, at: datetime) -> bool:
    """Return whether the two may play together at that moment."""
    apart = abs(one.rating - two.rating)
    ranges = (range_after(at - one.since), range_after(at - two.since))
    return (
        all(most is None or apart <= most for most in ranges)
        and two.key not in one.blocked
        and (one.clock == two.clock or "" in (one.clock, two.clock))
    )


def group_of(searchers: Iterable[Searcher], size: int, at: datetime) -> list[Searcher]:
    """Return the people of the next game, who waited longest first, or [] if nobody finds `size` people who fit."""
    queue = sorted(searchers, key=_longest_first)
    for first in queue:
        others = [one for one in queue if one.key != first.key and fit(first, one, at)]
        others.sort(key=lambda one: (abs(one.rating - first.rating), *_longest_first(one)))
        near = sorted(others[:NEAREST], key=_longest_first)
        groups = [
            (first, *rest)
            for rest in combinations(near, size - 1)
            if all(fit(one, two, at) for one, two in combinations(rest, 2))
        ]
        if groups:
            # Of equally close groups `min` returns the first, whose people have waited longest.
            return list(min(groups, key=_spread))
    return []


def seats_of(group: Sequence[Searcher], *, partners: bool) -> list[Searcher]:
    """Return the group in the order of its seats: as partners, the strongest and the weakest sit opposite each other."""
    if not partners:
        return list(group)
    first, second, third, fourth = sorted(group, key=lambda one: (-one.rating, one.key))
    return [first, second, fourth, third]


def clock_of_group(group: Iterable[Searcher], otherwise: str) -> str:
    """Return the clock that somebody of a group asked for, or `otherwise`."""
    return next((one.clock for one in group if one.clock), otherwise)


def _longest_first(one: Searcher) -> tuple[datetime, int]:
    return one.since, one.key


def _spread(group: Iterable[Searcher]) -> int:
    ratings = [one.rating for one in group]
    return max(ratings) - min(ratings)
