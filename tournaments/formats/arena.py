"""Pairing in an arena: whoever is free meets somebody free, near in score, and not the last opponent again.

A pairing is better than another if it, in this order: 1. takes in more of those who have waited long, 2. has fewer
immediate rematches, 3. has more pairs, 4. has the smaller sum of differences of score. `pair` returns a best one, by
a maximum-weight matching. An immediate rematch is possible only if one of the two has waited long, so the others wait
for somebody else meanwhile.

Each entry is joined only to the nearest in the order of scores, and yet no pairing of the whole field is better. Let d
count with how many of those who wait an entry's match would be an immediate rematch, and D be the highest d. If two that
are paired, a and b, have another pair with an end between them, the four can be exchanged for two pairs that aren't
farther apart, unless one of the new pairs would be a rematch; that bars at most d(a) + d(b) pairs, with two ends each.
Each exchange lessens the sum of the squared distances in the order, so they end. Those who are left over would all be
rematches for each other, so they are D + 1 at most. So some best pairing has at most 2(d(a) + d(b)) + D + 1 entries
between any a and b that are paired.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rustworkx

from tournaments.formats.shape import lot

PATIENCE = 60
"""Seconds after which an entry has waited long."""

Pairs = list[tuple[int, int]]


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
    paired = _matching(order)
    return [
        (a.key, b.key) if lots[a.key] < lots[b.key] else (b.key, a.key)
        for a, b in sorted(paired, key=lambda both: -max(one.score for one in both))
    ]


def _rematches(waiting: Iterable[Waiting]) -> Counter[int]:
    """Return for how many others a match with an entry would be an immediate rematch, by key."""
    here = {one.key for one in waiting}
    met = {frozenset((one.key, one.last)) for one in waiting if one.last in here}
    return Counter(key for two in met for key in two)


def _matching(order: Sequence[Waiting]) -> list[tuple[Waiting, Waiting]]:
    """Return a best pairing of entries in the order of their scores."""
    rematches = _rematches(order)
    most = max(rematches.values(), default=0)
    near = 5 * most + 2
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
        if there - here <= 2 * (rematches[a.key] + rematches[b.key]) + most + 2 and a.may_meet(b)
    ]
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(order))
    graph.add_edges_from(edges)
    return [
        (order[min(both)], order[max(both)])
        for both in sorted(map(sorted, rustworkx.max_weight_matching(graph, weight_fn=int)))
    ]
