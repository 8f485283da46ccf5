"""Pairing in an arena: whoever is free meets somebody free, near in score, and not the last opponent again.

A pairing is better than another if it, in this order: 1. takes in more of those who have waited long, 2. has fewer
immediate rematches, 3. has more pairs, 4. has the smaller sum of differences of score. `pair` returns a best one, by
a maximum-weight matching. An immediate rematch is possible only if one of the two has waited long, so the others wait
for somebody else meanwhile.

Most steps need no matching. If rematches were no matter, neighbours in the order of scores would be a best pairing,
and no pairing beats that bound: where entries with equal scores can change places so that nobody meets the last
opponent again, the neighbours are a best pairing. Otherwise each entry is joined to the nearest in that order, and to
more of them until the matching reaches the bound or everybody is joined to everybody.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import rustworkx

from tournaments.formats.shape import lot

PATIENCE = 60
"""Seconds after which an entry has waited long."""
_WHOLE, _NEAREST = 48, 8
"""Fields up to this size are matched as a whole; of a larger one each entry is first joined to its nearest."""

Pairs = list[tuple[int, int]]
Worth = tuple[int, int, int, int]
"""What a pairing is compared by, more is better: long waits, rematches (negative), pairs, differences (negative)."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry that is free: how many seconds it has waited, its score, and the key of its last opponent."""

    key: int
    waited: float
    score: int
    last: int | None = None

    @property
    def is_long(self) -> bool:
        """Return whether it has waited long enough to meet its last opponent again."""
        return self.waited >= PATIENCE

    def met(self, other: "Waiting") -> bool:
        """Return whether a match of the two would be an immediate rematch."""
        return self.last == other.key or other.last == self.key

    def may_meet(self, other: "Waiting") -> bool:
        """Return whether the two may be paired now."""
        return self.is_long or other.is_long or not self.met(other)


def pair(waiting: Sequence[Waiting], seed: str) -> Pairs:
    """Return a best pairing, as keys; lots of `seed` choose among equal ones, and who of a pair deals first."""
    lots = {one.key: lot(seed, one.key) for one in waiting}
    order = sorted(waiting, key=lambda one: (one.score, lots[one.key]))
    if len(order) < 2:
        return []
    paired = _neighbours(order, lots) or _matched(order)
    return [
        (a.key, b.key) if lots[a.key] < lots[b.key] else (b.key, a.key)
        for a, b in sorted(paired, key=lambda both: -max(one.score for one in both))
    ]


def worth(pairs: Iterable[tuple[Waiting, Waiting]]) -> Worth:
    """Return what a pairing is compared by."""
    found = list(pairs)
    return (
        sum(a.is_long + b.is_long for a, b in found),
        -sum(a.met(b) for a, b in found),
        len(found),
        -sum(abs(a.score - b.score) for a, b in found),
    )


def _without(order: Sequence[Waiting], lots: dict[int, int]) -> list[Waiting]:
    """Return an even number of entries: of an odd field without the one whose absence leaves neighbours the nearest.

    It is one that hasn't waited long, if there is one; of several the one that has waited least.
    """
    if len(order) % 2 == 0:
        return list(order)
    gaps = [b.score - a.score for a, b in pairwise(order)]
    # Neighbours (0, 1), (2, 3), … before the one left out, and (1, 2), (3, 4), … after it.
    before = [0, *accumulate(gaps[0::2])]
    after = [0, *accumulate(gaps[1::2])]

    def cost(place: int) -> int:
        half = place // 2
        # An odd place leaves its two neighbours to each other.
        spans = gaps[place - 1] + gaps[place] if place % 2 else 0
        return before[half] + spans + after[-1] - after[half + place % 2]

    left = [n for n, one in enumerate(order) if not one.is_long] or list(range(len(order)))
    out = min(left, key=lambda n: (cost(n), order[n].waited, lots[order[n].key]))
    return [*order[:out], *order[out + 1 :]]


def _neighbours(
    order: Sequence[Waiting], lots: dict[int, int]
) -> list[tuple[Waiting, Waiting]] | None:
    """Return the neighbours in the order of scores, without rematches; None if equal scores leave no such order."""
    even = _without(order, lots)
    for first in range(0, len(even), 2):
        if even[first].met(even[first + 1]) and not _repair(even, first):
            return None
    return [(even[n], even[n + 1]) for n in range(0, len(even), 2)]


def _repair(even: list[Waiting], first: int) -> bool:
    """Exchange one of the two from `first` on with somebody of the same score, so that both pairs are no rematches."""
    for mine in (first + 1, first):
        partner = even[mine ^ 1]
        for step in (1, -1):
            place = (first + 2) if step > 0 else first - 1
            while 0 <= place < len(even) and even[place].score == even[mine].score:
                theirs, other = even[place], even[place ^ 1]
                if not partner.met(theirs) and not other.met(even[mine]):
                    even[mine], even[place] = theirs, even[mine]
                    return True
                place += step
    return False


def _matched(order: Sequence[Waiting]) -> list[tuple[Waiting, Waiting]]:
    """Return a best pairing by a maximum-weight matching."""
    size = len(order)
    bound = _bound(order)
    near = size if size <= _WHOLE else _NEAREST
    while True:
        found = _matching(order, near)
        if near >= size or worth(found) == bound:
            return found
        near *= 2


def _bound(order: Sequence[Waiting]) -> Worth:
    """Return what no pairing can exceed: that of the neighbours, as if none of them had met."""
    even = _without(order, {one.key: 0 for one in order})
    long, _met, pairs, apart = worth((even[n], even[n + 1]) for n in range(0, len(even), 2))
    return long, 0, pairs, apart


def _matching(order: Sequence[Waiting], near: int) -> list[tuple[Waiting, Waiting]]:
    """Return a best pairing in which nobody meets anybody more than `near` places away."""
    pairs = len(order) // 2 + 1
    one_pair = pairs * (order[-1].score - order[0].score + 1)
    no_rematch = pairs * one_pair + 1
    long_wait = pairs * (no_rematch + one_pair) + 1
    edges = [
        (
            here,
            there,
            (a.is_long + b.is_long) * long_wait
            - a.met(b) * no_rematch
            + one_pair
            - (b.score - a.score),
        )
        for here, a in enumerate(order)
        for there, b in enumerate(order[here + 1 : here + 1 + near], start=here + 1)
        if a.may_meet(b)
    ]
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(order))
    graph.add_edges_from(edges)
    return [
        (order[min(both)], order[max(both)])
        for both in sorted(map(sorted, rustworkx.max_weight_matching(graph, weight_fn=int)))
    ]
