"""Random Swiss tournaments, and the cost of a round's best draw, computed without the code under test.

The costs are a tuple as in `tournaments.formats.swiss.draw`: rematches, the sum of the rounds of them, free points of
whoever has the bye, pairs that should be kept apart, score groups below the bye, floats by score groups, sum of score
differences, sum of squared floats, entries that float as in the round before.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from random import Random

import rustworkx

from tournaments.formats import swiss

Costs = tuple[int, ...]


@dataclass
class State:
    """What a draw is given."""

    entries: list[swiss.Entrant]
    history: list[list[swiss.Past]]
    apart: set[tuple[int, int]] = field(default_factory=set)

    @cached_property
    def groups(self) -> dict[int, int]:
        """The score group of each score, the highest 0."""
        scores = sorted({entrant.score for entrant in self.entries}, reverse=True)
        return {score: number for number, score in enumerate(scores)}

    @cached_property
    def met(self) -> Counter[frozenset[int]]:
        """How often two keys have met."""
        return Counter(
            frozenset((past.a, past.b))
            for round_ in self.history
            for past in round_
            if past.b is not None and not past.absent
        )

    @cached_property
    def fine(self) -> bool:
        """Whether hardly two have the same score: then everybody floats."""
        return 2 * len(self.groups) > len(self.entries) > 4

    @cached_property
    def latest(self) -> dict[frozenset[int], int]:
        """In which round two keys met last."""
        return {
            frozenset((past.a, past.b)): number
            for number, round_ in enumerate(self.history, start=1)
            for past in round_
            if past.b is not None and not past.absent
        }

    @cached_property
    def free(self) -> Counter[int]:
        """How many free points each key has had."""
        found: Counter[int] = Counter()
        for round_ in self.history:
            for a, b, absent in round_:
                if b is None or absent:
                    found.update({a, b} - {None, *absent})
        return found

    def cost(self, one: swiss.Entrant, other: swiss.Entrant | None) -> Costs:
        """Return the cost of a pair, or of a bye."""
        if other is None:
            below = len(self.groups) - 1 - self.groups[one.score]
            return (0, 0, self.free[one.key], 0, below, 0, 0, 0, 0)
        steps = abs(self.groups[one.score] - self.groups[other.score])
        keys = one.key, other.key
        together = (one.club != "" and one.club == other.club) or bool(
            {keys, keys[::-1]} & self.apart
        )
        high, low = sorted((one, other), key=lambda entrant: -entrant.score)
        again = (high.floated == 1) + (low.floated == -1) if steps and not self.fine else 0
        pair = frozenset(keys)
        return (
            self.met[pair], self.latest.get(pair, 0), 0, int(together), 0,
            steps, abs(one.score - other.score), steps * steps, again,
        )  # fmt: skip

    def cost_of(self, draw: swiss.Draw) -> Costs:
        """Return the cost of a whole draw, after checking that every entry is in it once."""
        by_key = {entrant.key: entrant for entrant in self.entries}
        seen = [key for pairing in draw.pairings for key in pairing]
        seen += [] if draw.bye is None else [draw.bye]
        assert sorted(map(str, seen)) == sorted(map(str, by_key))
        costs = [self.cost(by_key[a], by_key[b]) for a, b in draw.pairings if b is not None]
        costs += [] if draw.bye is None else [self.cost(by_key[draw.bye], None)]
        return added(costs)

    def cheap(self) -> Costs:
        """Return the first five costs of a draw in which nothing but floats had to give."""
        if len(self.entries) % 2 == 0:
            return (0, 0, 0, 0, 0)
        fewest = min(self.free[entrant.key] for entrant in self.entries)
        due = [entrant for entrant in self.entries if self.free[entrant.key] == fewest]
        return (0, 0, fewest, 0, min(self.cost(entrant, None)[4] for entrant in due))

    def best(self) -> Costs:
        """Return the cost of a best draw, by one matching of the whole field."""
        players: list[swiss.Entrant | None] = list(self.entries)
        players += [None] * (len(players) % 2)
        priced = []
        for i, one in enumerate(players):
            for j, other in enumerate(players[:i]):
                assert other is not None
                priced.append((j, i, self.cost(other, one)))
        # Each digit is wider than any sum of its costs: rustworkx computes in 128 bits and panics beyond.
        digits = [
            max(column) * len(players) // 2 + 1
            for column in zip(*(costs for _, _, costs in priced), strict=True)
        ]
        edges = []
        for j, i, costs in priced:
            total = 0
            for digit, cost in zip(digits, costs, strict=True):
                total = total * digit + cost
            edges.append((j, i, (prod(digits) - total, costs)))
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(players)
        graph.add_edges_from(edges)
        found = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=lambda edge: edge[0]
        )
        return added([graph.get_edge_data(i, j)[1] for i, j in found])

    def best_of_all(self) -> Costs:
        """Return the cost of a best draw, by trying every draw: for at most ten entries."""
        players: list[swiss.Entrant | None] = list(self.entries)
        players += [None] * (len(players) % 2)

        def draws(left: list[swiss.Entrant | None]) -> Iterator[list[Costs]]:
            if not left:
                yield []
                return
            first, *others = left
            assert first is not None
            for i, other in enumerate(others):
                for rest in draws(others[:i] + others[i + 1 :]):
                    yield [self.cost(first, other), *rest]

        return min(added(costs) for costs in draws(players))


def added(costs: list[Costs]) -> Costs:
    """Return the sum of costs, place by place."""
    return tuple(map(sum, zip(*costs, strict=True)))


def tournament(
    seed: int, entries: int, rounds: int, *, calm: bool = False
) -> Iterator[tuple[State, swiss.Draw]]:
    """Play a tournament by chance and yield each draw with what it was made from.

    Unless `calm`: withdrawals, late entries, absences, no-shows, clubs, pairs by request, fine or coarse scores.
    """
    rnd = Random(seed)
    fine = not calm and rnd.random() < 0.25
    clubs = 0 if calm else rnd.choice([0, 0, 2, 4, 12])
    score = dict.fromkeys(range(entries), 0)
    club = {key: f"Club {rnd.randrange(clubs)}" if clubs else "" for key in range(2 * entries)}
    asked = 0 if calm else rnd.choice([0, 0, 0, entries // 4, entries])
    apart = {(rnd.randrange(entries), rnd.randrange(entries)) for _ in range(asked)}
    here, history = list(range(entries)), []
    floated: dict[int, int] = {}
    for number in range(rounds):
        if not calm:
            _come_and_go(rnd, here, score, late=number < rounds // 2)
        present = [key for key in here if calm or rnd.random() > 0.03]
        if len(present) < 2:
            return
        drawn_from = State(
            [
                swiss.Entrant(key, score[key], club[key], floated=floated.get(key, 0))
                for key in present
            ],
            list(history),
            apart,
        )
        draw = swiss.pair(drawn_from.entries, history, f"seed {seed}", apart=apart)
        yield drawn_from, draw
        floated = {
            key: (score[key] > score[other]) - (score[key] < score[other])
            for a, b in draw.pairings
            if b is not None
            for key, other in ((a, b), (b, a))
        }
        history.append(_played(rnd, draw, score, fine=fine, calm=calm))


def _come_and_go(rnd: Random, here: list[int], score: dict[int, int], *, late: bool) -> None:
    if rnd.random() < 0.3 and len(here) > 3:
        here.remove(rnd.choice(here))
    if late and rnd.random() < 0.3:
        here.append(len(score))
        score[len(score)] = 0


def _played(
    rnd: Random, draw: swiss.Draw, score: dict[int, int], *, fine: bool, calm: bool
) -> list[swiss.Past]:
    past = []
    for a, b in draw.pairings:
        assert b is not None
        absent: tuple[int, ...] = ()
        points = rnd.randint(0, 2000) if fine else rnd.choice([0, 0, 0, 0, 2, 2, 2, 2, 1])
        if not calm and rnd.random() < 0.02:
            absent = rnd.choice([(a,), (b,), (a, b)])
        whole = 2000 if fine else 2
        score[a] += (0 if a in absent else whole) if absent else points
        score[b] += (0 if b in absent else whole) if absent else whole - points
        past.append(swiss.Past(a, b, absent))
    if draw.bye is not None:
        score[draw.bye] += 1200 if fine else 2
        past.append(swiss.Past(draw.bye, None))
    return past
