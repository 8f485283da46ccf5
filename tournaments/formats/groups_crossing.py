"""Crossing the qualifiers of groups: seating them in a knock-out so that those of one group meet as late as
possible.

Two seeds meet in round r if both win until then and r is the first round after which one part of the bracket holds
both. So entries of one group can't meet before round r exactly if no part of 2^(r-1) places, called a block here,
holds two of one group.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from games.engine.sentences import message
from tournaments.formats.elimination.bracket import seed_order, size_for
from tournaments.formats.groups import Qualifier


@dataclass(frozen=True, slots=True)
class Crossing:
    """The qualifiers as a bracket's seeds, and the first round in which two of one group can meet (None: never).

    `flags` are sentences for the organizer.
    """

    seeds: tuple[Qualifier, ...]
    earliest: int | None
    flags: tuple[str, ...] = ()


def cross(qualifiers: Sequence[Qualifier]) -> Crossing:
    """Return the qualifiers in the order of a knock-out's seeds, those of one group as far apart as possible.

    Group winners keep their order; the entries on each further place are reordered among themselves. The result
    maximizes the earliest round in which two of one group can meet, by exact search. From there each place in turn
    is reassigned at minimum cost until nothing changes: first the fewest early meetings, then the smallest
    distance from the given order.

    Raises FormatError as a knock-out of that size would.
    """
    size = size_for(len(qualifiers), message("knock-out"))
    at = {seed: place for place, seed in enumerate(seed_order(size))}
    seeds = sorted(qualifiers, key=lambda one: one.place)
    rounds = size.bit_length() - 1
    for earliest in range(rounds, 1, -1):
        blocks = [at[seed] >> (earliest - 1) for seed in range(len(seeds))]
        found = _Search(seeds, blocks).run()
        if found is not None:
            seeds = found
            break
    _settle(seeds, qualifiers, at)
    meetings = (
        _meeting(at, first, second)
        for second in range(len(seeds))
        for first in range(second)
        if seeds[first].group == seeds[second].group
    )
    found_earliest = min(meetings, default=None)
    return Crossing(tuple(seeds), found_earliest, _flags(found_earliest, size))


def _flags(earliest: int | None, size: int) -> tuple[str, ...]:
    if earliest == 1 and size > 2:
        return (
            message(
                "Two of the same group meet again in the first round: no crossing avoids it while the"
                " group winners keep their seeds."
            ),
        )
    return ()


class _Search:
    """The search for an order of the seeds in which no block holds two of one group; `blocks` gives each seed's
    block.

    Depth first: the qualifier with the fewest possible blocks is placed first, in the block with the most room. A
    branch ends when a flow shows that it can't be completed: from each place's qualifiers to blocks, from all of
    them to blocks, or from each block's seats to groups.
    """

    def __init__(self, seeds: Sequence[Qualifier], blocks: Sequence[int]) -> None:
        self.seeds, self.blocks = seeds, blocks
        winners = min(one.place for one in seeds)
        self.found: dict[tuple[int, int], int] = {}
        self.room: dict[int, Counter[int]] = {}
        self.left: dict[int, set[int]] = {}
        self.used: dict[int, set[int]] = {one.group: set() for one in seeds}
        for one, block in zip(seeds, blocks, strict=True):
            if one.place == winners:
                self.used[one.group].add(block)
            else:
                self.room.setdefault(one.place, Counter())[block] += 1
                self.left.setdefault(one.place, set()).add(one.group)

    def run(self) -> list[Qualifier] | None:
        """Return the seeds in an order that keeps groups apart, or None where there is none."""
        if not self._complete():
            return None
        order = list(self.seeds)
        for place, room in self.room.items():
            seats = [seed for seed, one in enumerate(self.seeds) if one.place == place]
            band = [self.seeds[seed] for seed in seats]
            for one in band:
                block = self.found[place, one.group]
                seat = next(seed for seed in seats if self.blocks[seed] == block)
                seats.remove(seat)
                order[seat] = one
            assert not +room
        return order

    def _complete(self) -> bool:
        if not self._may_be_completed():
            return False
        open_ = [(place, group) for place, groups in self.left.items() for group in groups]
        if not open_:
            return True
        place, group = min(open_, key=lambda one: (len(self._free(*one)), one))
        room = self.room[place]
        self.left[place].remove(group)
        for block in sorted(self._free(place, group), key=lambda block: (-room[block], block)):
            room[block] -= 1
            self.used[group].add(block)
            self.found[place, group] = block
            if self._complete():
                return True
            self.used[group].remove(block)
            room[block] += 1
        self.left[place].add(group)
        return False

    def _free(self, place: int, group: int) -> list[int]:
        used = self.used[group]
        return [block for block, seats in self.room[place].items() if seats and block not in used]

    def _may_be_completed(self) -> bool:
        total: Counter[int] = Counter()
        for place, room in self.room.items():
            total += room
            wanted = dict.fromkeys(self.left[place], 1)
            if not _flows(wanted, room, partial(self._free, place)):
                return False
        wanted = Counter(group for groups in self.left.values() for group in groups)
        if not _flows(wanted, total, lambda group: total.keys() - self.used[group]):
            return False
        return all(self._block_can_be_filled(block) for block in total)

    def _block_can_be_filled(self, block: int) -> bool:
        wanted = {place: room[block] for place, room in self.room.items() if room[block]}
        once = dict.fromkeys(self.used, 1)
        return _flows(
            wanted,
            once,
            lambda place: [group for group in self.left[place] if block not in self.used[group]],
        )


def _flows[From: Hashable, To: Hashable](
    wanted: Mapping[From, int], room: Mapping[To, int], ways: Callable[[From], Iterable[To]]
) -> bool:
    """Return whether each source gets as many different targets as it wants, by augmenting paths (Ford and Fulkerson)."""
    held: dict[To, list[From]] = {target: [] for target in room}
    near = {source: list(ways(source)) for source in wanted}

    def gives(source: From, seen: set[To]) -> bool:
        for target in near[source]:
            if target in seen or source in held[target]:
                continue
            seen.add(target)
            if len(held[target]) < room[target]:
                held[target].append(source)
                return True
            for place, other in enumerate(held[target]):
                held[target][place] = source
                if gives(other, seen):
                    return True
                held[target][place] = other
        return False

    return all(gives(source, set()) for source, count in wanted.items() for _ in range(count))


def _settle(seeds: list[Qualifier], qualifiers: Sequence[Qualifier], at: Mapping[int, int]) -> None:
    """Assign each place's qualifiers to its seats at minimum cost, in place, until nothing changes.

    Uses H. W. Kuhn's method (1955) in the O(n³) form with potentials. Each step lowers one total cost, so it
    terminates, and never makes the earliest meeting of group mates earlier.
    """
    home = {one: seed for seed, one in enumerate(sorted(qualifiers, key=lambda one: one.place))}
    places = sorted({one.place for one in seeds})[1:]
    changed = bool(places)
    while changed:
        changed = False
        for place in places:
            seats = [seed for seed, one in enumerate(seeds) if one.place == place]
            band = [seeds[seed] for seed in seats]
            costs = [
                [
                    early * len(seeds) ** 3 + (seat - home[one]) ** 2
                    for seat, early in zip(seats, row, strict=True)
                ]
                for one, row in ((one, _early(at, seeds, one, seats)) for one in band)
            ]
            given = _assign(costs)
            if sum(costs[row][given[row]] for row in range(len(band))) < sum(
                costs[row][row] for row in range(len(band))
            ):
                changed = True
                for row, one in enumerate(band):
                    seeds[seats[given[row]]] = one


def _meeting(at: Mapping[int, int], first: int, second: int) -> int:
    """Return the round in which two seeds meet if both win until then."""
    return (at[first] ^ at[second]).bit_length()


def _early(
    at: Mapping[int, int], seeds: Sequence[Qualifier], one: Qualifier, seats: Sequence[int]
) -> list[int]:
    """Return the costs of seating an entry where it can meet group mates: one earlier round outweighs any number
    of later ones.
    """
    last = len(at).bit_length()
    mates = [
        seed
        for seed, mate in enumerate(seeds)
        if mate.group == one.group and mate.place != one.place
    ]
    return [
        sum(len(at) ** (2 * (last - _meeting(at, mate, seat))) for mate in mates) for seat in seats
    ]


def _assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row the column of an assignment with minimum total cost; `costs` is square."""
    count = len(costs)
    rows, columns = [0] * (count + 1), [0] * (count + 1)
    taken_by = [0] * (count + 1)
    for row in range(1, count + 1):
        taken_by[0], column = row, 0
        slack: list[int | None] = [None] * (count + 1)
        before, done = [0] * (count + 1), [False] * (count + 1)
        while taken_by[column]:
            done[column] = True
            holder, step, best = taken_by[column], None, 0
            for other in range(1, count + 1):
                if done[other]:
                    continue
                reduced = costs[holder - 1][other - 1] - rows[holder] - columns[other]
                known = slack[other]
                if known is None or reduced < known:
                    slack[other], before[other] = reduced, column
                    known = reduced
                if step is None or known < step:
                    step, best = known, other
            assert step is not None
            for other in range(count + 1):
                known = slack[other]
                if done[other]:
                    rows[taken_by[other]] += step
                    columns[other] -= step
                elif known is not None:
                    slack[other] = known - step
            column = best
        while column:
            taken_by[column] = taken_by[before[column]]
            column = before[column]
    assigned = [0] * count
    for column in range(1, count + 1):
        assigned[taken_by[column] - 1] = column - 1
    return assigned
