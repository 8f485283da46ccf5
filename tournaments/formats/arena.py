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

Where partners change, `seat` matches twice: first players become partners, then partnerships meet. The second matching
suffers from what the first couldn't know, so when so few are free that only one table can be filled, all tables are compared
instead.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import rustworkx

from tournaments.formats.shape import lot

AT_A_TABLE = 4
PATIENCE = 60
"""Seconds after which an entry has waited long."""

type Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""The keys of the entries of two sides; the first deals first."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry that is free: how many seconds it has waited, its score, and the keys of its last opponents and partner."""

    key: int
    waited: float
    score: int
    opponents: frozenset[int] = frozenset()
    partner: int | None = None

    @property
    def is_long(self) -> bool:
        """Return whether it has waited long enough to meet its last opponent again."""
        return self.waited >= PATIENCE


type Side = tuple[Waiting, ...]
type Table = tuple[Side, Side]
type Lots = dict[int, int]
type Before = Callable[[Waiting], Collection[int]]
"""With whom an entry shouldn't be joined again: its last opponents, or its last partner."""


def pair(waiting: Sequence[Waiting], seed: str) -> list[Sides]:
    """Return a best pairing of sides of one entry; lots of `seed` choose among equal ones, and who deals first."""
    lots = _lots(waiting, seed)
    return _in_order(_matching([(one,) for one in waiting], last_opponents, lots), lots)


def seat(waiting: Sequence[Waiting], seed: str) -> list[Sides]:
    """Return tables of two partnerships each; lots as in `pair`. Those left over are tried again, until no further table
    can be filled.
    """
    lots, left = _lots(waiting, seed), list(waiting)
    tables: list[Table] = []
    while len(left) >= AT_A_TABLE:
        found = _one_table(left, lots) if len(left) < 2 * AT_A_TABLE else _tables(left, lots)
        if not found:
            break
        tables += found
        seated = {one.key for table in found for side in table for one in side}
        left = [one for one in left if one.key not in seated]
    return _in_order(tables, lots)


def _tables(free: Sequence[Waiting], lots: Lots) -> list[Table]:
    """Match players as partners, then partnerships as opponents."""
    partners = _matching([(one,) for one in free], last_partner, lots)
    return _matching([(*a, *b) for a, b in partners], last_opponents, lots)


def _one_table(free: Iterable[Waiting], lots: Lots) -> list[Table]:
    """Return the best of all tables of these few; none if all would be immediate rematches and nobody has waited long."""
    order = sorted(free, key=lambda one: lots[one.key])
    found = [
        (worth, table)
        for a, b, c, d in combinations(order, AT_A_TABLE)
        for table in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        if (worth := _worth(table)) is not None
    ]
    return [max(found, key=lambda each: each[0])[1]] if found else []


def _worth(table: Table) -> tuple[int, int, int, int] | None:
    """Return what tables are compared by, more is better: long waits, partners and opponents of the last match, differences
    of score. None if the table may not be filled now.
    """
    first, second = table
    partners = [side for side in table if again([side[:1], side[1:]], last_partner)]
    opponents = again(table, last_opponents).total()
    long = sum(one.is_long for side in table for one in side)
    if any(not any(one.is_long for one in side) for side in partners) or (opponents and not long):
        return None
    apart = abs(_score(first) - _score(second))
    apart += sum(abs(a.score - b.score) for a, b in table)
    return long, -len(partners), -opponents, -apart


def last_opponents(one: Waiting) -> Collection[int]:
    """Return the keys of those against whom an entry played last."""
    return one.opponents


def last_partner(one: Waiting) -> Collection[int]:
    """Return the key of the entry with which an entry played last, if there is one."""
    return () if one.partner is None else (one.partner,)


def again(sides: Sequence[Side], before: Before) -> Counter[tuple[int, int]]:
    """Return how many joined two of the sides would be again, for each two places of sides in increasing order."""
    places = {one.key: place for place, side in enumerate(sides) for one in side}
    met = {frozenset((one.key, key)) for side in sides for one in side for key in before(one)}
    both = [sorted({places[key] for key in two}) for two in met if places.keys() >= two]
    return Counter((two[0], two[1]) for two in both if len(two) == 2)


def _lots(waiting: Iterable[Waiting], seed: str) -> Lots:
    return {one.key: lot(seed, one.key) for one in waiting}


def _in_order(tables: Iterable[Table], lots: Lots) -> list[Sides]:
    """Return the keys of tables, the one with the highest score first."""

    def keys(side: Side) -> tuple[int, ...]:
        return tuple(sorted((one.key for one in side), key=lots.__getitem__))

    best = sorted(tables, key=lambda table: -max(one.score for side in table for one in side))
    both = [(keys(a), keys(b)) for a, b in best]
    return [(a, b) if lots[a[0]] < lots[b[0]] else (b, a) for a, b in both]


def _matching(sides: Iterable[Side], before: Before, lots: Lots) -> list[Table]:
    """Return a best pairing of these sides."""
    order = sorted(sides, key=lambda side: (_score(side), min(lots[one.key] for one in side)))
    if len(order) < 2:
        return []
    scores = [_score(side) for side in order]
    long = [sum(one.is_long for one in side) for side in order]
    met = again(order, before)
    pairs = len(order) // 2 + 1
    one_pair = pairs * (scores[-1] - scores[0] + 1)
    no_rematch = pairs * one_pair + 1
    long_wait = pairs * (max(met.values(), default=0) * no_rematch + one_pair) + 1
    edges = []
    for here, there in _near(len(order), met):
        rematch = met.get((here, there), 0)
        waits = long[here] + long[there]
        if waits or not rematch:
            gain = waits * long_wait - rematch * no_rematch + one_pair
            edges.append((here, there, gain - scores[there] + scores[here]))
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(order))
    graph.add_edges_from(edges)
    return [
        (order[min(both)], order[max(both)])
        for both in sorted(map(sorted, rustworkx.max_weight_matching(graph, weight_fn=int)))
    ]


def _near(size: int, met: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, int]]:
    """Yield which two can be paired, as places in the order of scores: those that aren't too far apart."""
    counted = Counter(place for both in met for place in both)
    rematches = [2 * counted[place] for place in range(size)]
    most = max(rematches, default=0)
    for here, own in enumerate(rematches):
        reach = own + most // 2 + 2
        for there in range(here + 1, min(size, here + reach + most + 1)):
            if there - here <= reach + rematches[there]:
                yield here, there


def _score(side: Side) -> int:
    return sum(one.score for one in side)
