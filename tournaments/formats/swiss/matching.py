"""The pairings of a round: score group by score group by the fold, and by exact search around conflicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as attribute

from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.fold import bracket
from tournaments.formats.swiss.window import Solved, Window

# A field this small is searched as a whole if the first search around a conflict isn't enough; and immediately, if
# an entry has met a quarter of it.
_SMALL, _CROWDED = 96, 4
# How many entries of the groups next to a conflict are included in the first search, and how fast that grows;
# beyond this part of the field the whole field is searched, because growing further would cost more than that.
_MARGIN, _GROWTH, _PART = 12, 3, 2


@dataclass(slots=True)
class Matching:
    """Pairs of ranks, the bye paired with `field.n`. `whole` is false if a search had to be cut short."""

    pairs: list[tuple[int, int]] = attribute(default_factory=list)
    whole: bool = True


def match(field: Field) -> Matching:
    """Return an optimal matching of the field, in the sense that `window` defines."""
    return _Run(field).run()


class _Run:
    """One draw, from the highest group down. `left` holds the unpaired entries by group.

    `done.pairs` is in the order of the pairs' lower groups; within a group, pairs that float down into it come
    first.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.done = Matching()
        self.left = [list(range(*ends)) for ends in zip(field.start, field.end, strict=True)]
        self.left.append([])
        self.bye = field.first_for_the_bye() if field.n % 2 else None
        if self.bye is not None:
            self.left[field.group[self.bye]].remove(self.bye)
        self.bye_is_open = self.bye is not None
        most = max(map(len, field.met))
        self.crowded = field.n <= min(_SMALL, _CROWDED * most)
        # Runs of finished pairs that are optimal only as a whole: no window may take a part of one.
        self.blocks: list[tuple[int, int]] = []

    def run(self) -> Matching:
        came: int | None = None
        group = 0
        while group < len(self.field.scores):
            drawn = bracket(self.field, came, self.left[group], self.left[group + 1])
            if drawn is None:
                group = self._search(group, came)
                came = None
                continue
            pairs, came = drawn
            self.done.pairs += pairs
            self._settle_bye(group)
            group += 1
        return self.done

    def _settle_bye(self, group: int) -> None:
        if self.bye is not None and self.bye_is_open and self.field.group[self.bye] == group:
            self.done.pairs.append((self.bye, self.field.n))
            self.bye_is_open = False

    def _search(self, group: int, came: int | None) -> int:
        """Draw `group`, into which `came` has floated, by exact search, including as much around it as necessary.

        Returns the group with which to go on: the same one or a lower one, less the entries already drawn.
        """
        above = below = self.field.n if self.crowded else _MARGIN
        stuck = [*self.left[group]] + ([] if came is None else [came])
        if self.bye_is_open and self.bye is not None and self.field.group[self.bye] == group:
            stuck += [self.bye, self.field.n]
        while True:
            kept, upper = self._from_above(stuck, above)
            lower, last, rest = self._from_below(group, len(stuck), below)
            ranks = upper + stuck + lower
            window = Window(self.field, ranks, self._lowest(kept), self._highest(last, rest))
            solved = window.solve()
            if not solved.up and not solved.down:
                return self._commit(kept, solved, last, rest)
            above *= _GROWTH if solved.up else 1
            below *= _GROWTH if solved.down else 1
            if self.field.n <= max(_SMALL, _PART * (len(stuck) + above + below)):
                above = below = self.field.n

    def _from_above(self, stuck: Sequence[int], wanted: int) -> tuple[int, list[int]]:
        """Return how many of the finished pairs stay unchanged, and the entries of the others.

        No entry of an unchanged pair ranks below an entry in the window.
        """
        group, n, pairs = self.field.group, self.field.n, self.done.pairs
        top = min((group[p] for p in stuck if p < n), default=len(self.field.scores))
        kept = len(pairs)
        while kept and (
            2 * (len(pairs) - kept) < wanted
            or self._lower(pairs[kept - 1]) > top
            or any(begin < kept < end for begin, end in self.blocks)
        ):
            kept -= 1
            top = min(top, group[pairs[kept][0]])
        return kept, [p for pair in pairs[kept:] for p in pair]

    def _from_below(self, after: int, stuck: int, wanted: int) -> tuple[list[int], int, list[int]]:
        """Return entries from the groups after `after`, the last of these groups, and which of its entries stay
        outside.

        They make the window's number of entries even. Those of the last group are pairs of its fold.
        """
        taken: list[int] = []
        group = after
        while len(taken) < wanted or (stuck + len(taken)) % 2:
            if group + 1 == len(self.left) - 1:
                return taken, group, []
            group += 1
            members = self.left[group]
            odd = (stuck + len(taken)) % 2
            pairs = max(0, wanted - len(taken) - odd + 1) // 2
            half = len(members) // 2
            if 2 * pairs + odd + 2 < len(members):
                part = members[: pairs + odd] + members[half : half + pairs]
                chosen = set(part)
                return taken + part, group, [p for p in members if p not in chosen]
            taken += members
            if self.bye is not None and self.field.group[self.bye] == group:
                taken += [self.bye, self.field.n]
        return taken, group, []

    def _lower(self, pair: tuple[int, int]) -> int:
        p, q = pair
        return self.field.group[q if q < self.field.n else p]

    def _lowest(self, kept: int) -> int | None:
        return self._lower(self.done.pairs[kept - 1]) if kept else None

    def _highest(self, last: int, rest: Sequence[int]) -> int | None:
        if rest:
            return last
        return last + 1 if last + 1 < len(self.field.scores) else None

    def _commit(self, kept: int, solved: Solved, last: int, rest: list[int]) -> int:
        del self.done.pairs[kept:]
        self.blocks = [block for block in self.blocks if block[1] <= kept]
        group = self.field.group
        # Pairs that float down into a group come before those that stay in it.
        self.done.pairs += sorted(
            solved.pairs, key=lambda pair: (self._lower(pair), group[pair[0]], pair)
        )
        if not self._is_plain(solved.pairs):
            self.blocks.append((kept, len(self.done.pairs)))
        self.done.whole &= solved.whole
        self.bye_is_open = self.bye_is_open and all(
            self.field.n not in pair for pair in solved.pairs
        )
        if rest:
            self.left[last] = rest
            return last
        return last + 1

    def _is_plain(self, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether the pairs cost no more than the group sizes force: then every part of them is optimal."""
        crossed = set()
        for p, q in pairs:
            if q == self.field.n:
                if p != self.bye:
                    return False
                continue
            above, below = self.field.group[p], self.field.group[q]
            if below - above > 1 or above in crossed or not self.field.fits(p, q):
                return False
            if self.field.floats_again(p, q):
                return False
            if below > above:
                crossed.add(above)
        return True
