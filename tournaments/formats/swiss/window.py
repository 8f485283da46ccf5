"""The exact search: part of the field drawn by a maximum-weight matching, with proof that no more of it is needed.

The cost of a pair is a list of numbers, compared lexicographically and packed into one integer:

1. how often the two have met, 2. the number of the round in which they last did, 3. free points had before (for
the bye), 4. whether they should be kept apart, 5. how far above the lowest score (for the bye), 6. floats: the
score groups that one of them goes down, 7. the difference of their scores, 8. the square of the floats, which
makes several short ones dearer than none and cheaper than one long one, 9. how many of the two float as in the
round before, 10. exits, see below, 11. how far the pair is from the simple fold.

A window is part of the field, while the rest has been drawn at the least cost that the sizes of its groups allow.
Two more vertices stand for "paired with an entry above the window", two for "below", at a lower bound of the cost
of such a pair: its cost within the window plus half of the step to the next group outside. As many entries go up
as come down over the window's upper edge, or two more or less, since the number of entries above is even; so the
two vertices of an edge are paired with each other at no cost, or with those of the other edge at the cost of a
pair that spans the window. If the optimal matching sends nobody out, nothing outside could improve on it: a better
draw of the whole field would differ from it along paths that leave the window, two over one edge or one over each,
and the four vertices have room for any such two. Otherwise they show in which direction the window must grow. So
the draw is optimal for costs 1 to 9, as one matching of the whole field would be.
"""

from dataclasses import dataclass

import rustworkx

from tournaments.formats.swiss.field import Field

# rustworkx computes in 128 bits and panics beyond.
_BITS = 118
# In a window larger than this, each entry is joined only to its nearest.
_WHOLE, _NEAREST = 500, 40


@dataclass(frozen=True, slots=True)
class Solved:
    """A window's pairs, and the directions in which it must grow before they count."""

    pairs: list[tuple[int, int]]
    up: bool
    down: bool
    whole: bool = True


class Window:
    """The ranks to be drawn, `field.n` among them for the bye.

    `above` is the lowest group that has entries outside and above, `below` the highest that has some below; None
    if there are none.
    """

    def __init__(
        self, field: Field, ranks: list[int], above: int | None, below: int | None
    ) -> None:
        self.field = field
        self.bye = field.n in ranks
        self.ranks = sorted(p for p in ranks if p < field.n)
        self.above, self.below = above, below
        self.sparse = len(self.ranks) > _WHOLE
        self._weigh()

    def _weigh(self) -> None:
        """Set the unit of each cost so that no sum of lesser costs reaches it."""
        field, ranks = self.field, self.ranks
        top, low = field.group[ranks[0]], field.group[ranks[-1]]
        span = low - top + 1
        pairs = len(ranks) // 2 + 2
        scores = field.scores[max(top - 1, 0)] - field.scores[min(low + 1, len(field.scores) - 1)]
        self.fold, self.square, self.shift = 1, 1, 0
        while True:
            far = self.fold * (ranks[-1] - ranks[0] + 1)
            self.unit_exit = pairs * far + 1
            self.unit_again = self.unit_exit * (pairs + 1)
            self.unit_square = self.unit_again * (2 * pairs + 1)
            squares = self.square * pairs * (2 * span + 1) ** 2
            self.unit_score = self.unit_square * (squares + 1)
            points = (2 * scores >> self.shift) + 1
            self.unit_step = self.unit_score * (pairs * points + 1)
            self.unit_low = self.unit_step * (pairs * (2 * span + 1) + 1)
            self.unit_apart = self.unit_low * (len(field.scores) + 2)
            self.unit_free = self.unit_apart * (pairs + 1)
            self.unit_late = self.unit_free * (max(field.byes) + 2)
            late = max(max(field.latest[p].values(), default=0) for p in ranks)
            self.unit_met = self.unit_late * (pairs * late + 1)
            most = max(max(field.met[p].values(), default=0) for p in ranks)
            self.most = self.unit_met * (most + 2)
            if self.most.bit_length() + pairs.bit_length() <= _BITS:
                return
            if self.fold:
                self.fold = 0
            elif self.square:
                self.square = 0
            else:
                self.shift += 8

    def solve(self) -> Solved:
        """Return the optimal pairs. Pairs that don't fit are allowed only where the others aren't enough.

        That includes the case in which somebody would have a second bye to keep two of a club apart.
        """
        size = len(self.ranks) + self.bye
        exits = 2 * (self.above is not None) + 2 * (self.below is not None)
        for barred, sparse in ((False, self.sparse), (True, self.sparse), (True, False)):
            graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
            graph.add_nodes_from([None] * (size + exits))
            # A smaller range keeps the numbers short, and the matching fast.
            top = self.most if barred else self.unit_late if self.bye else self.unit_low
            graph.add_edges_from(self._edges(top, barred, sparse))
            graph.add_edges_from(self._exits(top, size))
            found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
            if 2 * len(found) == size + exits:
                solved = self._read(found, sparse)
                if barred or not self._bye_is_unfair(solved):
                    return solved
        raise AssertionError("any two entries can be paired at some cost")

    def _bye_is_unfair(self, solved: Solved) -> bool:
        byes, due = self.field.byes, self.field.first_for_the_bye
        return any(q == self.field.n and byes[p] > byes[due()] for p, q in solved.pairs)

    def _edges(self, top: int, barred: bool, sparse: bool) -> list[tuple[int, int, int]]:
        """Return the window's edges, with `top` less their cost as weight; those that don't fit only if `barred`."""
        field, fold = self.field, self.fold
        edges: list[tuple[int, int, int]] = []
        for g, block, lower in self._blocks(top):
            far = (field.end[g] - field.start[g]) // 2
            for place, (i, p) in enumerate(block):
                edge = fold * (field.end[g] - 1 - p)
                down = edge + self.unit_again * (field.floated[p] == 1)
                near = [(j, q, top - fold * abs(q - p - far)) for j, q in block[place + 1 :]]
                near += [(j, q, weight - down) for j, q, weight in lower]
                if sparse:
                    near = [
                        one
                        for one in near
                        if one[1] - p <= _NEAREST or abs(one[1] - p - far) <= _NEAREST
                    ]
                shut = field.shut(p)
                edges += [(i, j, weight) for j, q, weight in near if q not in shut]
                if barred:
                    edges += [
                        (i, j, weight - self._barred(p, q)) for j, q, weight in near if q in shut
                    ]
                if self.bye:
                    cost = field.byes[p] * self.unit_free + self._low(g) * self.unit_low + edge
                    edges.append((i, len(self.ranks), top - cost))
        return edges

    def _blocks(
        self, top: int
    ) -> list[tuple[int, list[tuple[int, int]], list[tuple[int, int, int]]]]:
        """Return the window's score groups: number, places in the window and ranks, and the same for all lower
        groups.

        Each lower group also has the weight of a pair of it with the group's lowest entry.
        """
        field = self.field
        blocks: dict[int, list[tuple[int, int]]] = {}
        for j, q in enumerate(self.ranks):
            blocks.setdefault(field.group[q], []).append((j, q))
        found = []
        for g, block in blocks.items():
            lower = []
            for h, others in blocks.items():
                if h > g:
                    weight = top - self._floats(h - g, field.scores[g] - field.scores[h])
                    weight += self.fold * field.start[h]
                    lower += [
                        (j, q, weight - self.fold * q - self.unit_again * (field.floated[q] == -1))
                        for j, q in others
                    ]
            found.append((g, block, lower))
        return found

    def _exits(self, top: int, size: int) -> list[tuple[int, int, int]]:
        """Return the edges of the vertices that represent entries outside: first the two above, then those below."""
        field, scores = self.field, self.field.scores
        upper, lower = field.group[self.ranks[0]], field.group[self.ranks[-1]]
        edges: list[tuple[int, int, int]] = []
        exit_ = size
        for outside, edge in ((self.above, upper), (self.below, lower)):
            if outside is None:
                continue
            edges.append((exit_, exit_ + 1, top))
            for i, p in enumerate(self.ranks):
                g = field.group[p]
                cost = self._floats_in_halves(
                    abs(2 * g - edge - outside), abs(2 * scores[g] - scores[edge] - scores[outside])
                )
                weight = top - self.unit_exit - cost
                edges += [(i, exit_, weight), (i, exit_ + 1, weight)]
            if self.bye:
                weight = top - self.unit_exit - self._bye_outside()
                edges += [(size - 1, exit_, weight), (size - 1, exit_ + 1, weight)]
            exit_ += 2
        if self.above is not None and self.below is not None:
            weight = top - self._floats_in_halves(
                lower + self.below - upper - self.above,
                scores[upper] + scores[self.above] - scores[lower] - scores[self.below],
            )
            edges += [(u, d, weight) for u in (size, size + 1) for d in (size + 2, size + 3)]
        return edges

    def _bye_outside(self) -> int:
        """Return a lower bound for the cost of the bye if nobody in the window has it."""
        due = self.field.first_for_the_bye()
        low = self._low(self.field.group[due]) + 1
        return self.field.byes[due] * self.unit_free + low * self.unit_low

    def _floats(self, steps: int, points: int) -> int:
        return self._floats_in_halves(2 * steps, 2 * points) if steps else 0

    def _floats_in_halves(self, steps: int, points: int) -> int:
        return (
            steps * self.unit_step
            + (points >> self.shift) * self.unit_score
            + self.square * steps * steps * self.unit_square
        )

    def _barred(self, p: int, q: int) -> int:
        field = self.field
        return (
            field.met[p].get(q, 0) * self.unit_met
            + field.latest[p].get(q, 0) * self.unit_late
            + field.kept_apart(p, q) * self.unit_apart
        )

    def _low(self, group: int) -> int:
        return len(self.field.scores) - 1 - group

    def _read(self, found: set[tuple[int, int]], sparse: bool) -> Solved:
        size = len(self.ranks) + self.bye
        pairs, up, down = [], False, False
        for i, j in sorted((min(pair), max(pair)) for pair in found):
            if j < size:
                q = self.ranks[j] if j < len(self.ranks) else self.field.n
                pairs.append((self.ranks[i], q))
            elif i < size:
                is_up = self.above is not None and j < size + 2
                up, down = up or is_up, down or not is_up
        return Solved(pairs, up, down, whole=not sparse)
