"""Groups: drawing them, their rounds, who goes on, and how those who do are crossed.

Groups count from 0 and entries are seeds from 0. Each group plays a round robin of its own, all groups side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.engine.said import counted, said
from tournaments.formats import round_robin
from tournaments.formats.elimination_bracket import seed_order, size_for
from tournaments.formats.shape import FormatError, Pairing, RoundPlan, lot

Groups = tuple[tuple[int, ...], ...]


def snake(entries: int, groups: int) -> Groups:
    """Return the groups filled to and fro: seeds 1 … g into groups 1 … g, the next g from the last group back.

    Each group gets one of each `groups` neighbouring seeds, so sizes differ by one at the most.

    Raises FormatError "too_few_groups" and "groups_too_small".
    """
    _check(entries, groups)
    drawn: list[list[int]] = [[] for _ in range(groups)]
    for seed in range(entries):
        row, place = divmod(seed, groups)
        drawn[place if row % 2 == 0 else groups - 1 - place].append(seed)
    return tuple(map(tuple, drawn))


def pots(entries: int, groups: int, seed: str) -> Groups:
    """Return the groups drawn by lot under `seed` out of pots: the first `groups` seeds are one pot, and so on.

    The last pot may hold fewer; the lot says which groups get somebody from it. Raises as `snake` does.
    """
    _check(entries, groups)
    drawn: list[list[int]] = [[] for _ in range(groups)]
    for first in range(0, entries, groups):
        pot = range(first, min(first + groups, entries))
        order = sorted(range(groups), key=lambda group: lot(seed, "pot", first, group))
        for entry, group in zip(pot, order, strict=False):
            drawn[group].append(entry)
    return tuple(map(tuple, drawn))


def rounds(groups: Groups, double: bool = False) -> tuple[RoundPlan, ...]:
    """Return the rounds of all groups side by side: in each round the tables of the first group, then the next …

    A smaller group is done a round or two before the others; its entries have no pairing then, not even a bye.
    """
    plans = [round_robin.rounds(len(group), double) for group in groups]
    drawn = []
    for number in range(1, max(map(len, plans)) + 1):
        played: list[Pairing] = []
        byes: list[Pairing] = []
        for group, plan in zip(groups, plans, strict=True):
            for a, b in plan[number - 1] if number <= len(plan) else ():
                if b is None:
                    byes.append(Pairing(group[a], None))
                else:
                    played.append(Pairing(group[a], group[b]))
        drawn.append(RoundPlan(number, (*played, *byes)))
    return tuple(drawn)


class Finisher(NamedTuple):
    """Somebody who has finished a group: its entry, and what compares it with other groups' (more is better).

    Groups may differ in size: give averages (points a match, score difference a match), not sums.
    """

    entry: int
    merit: tuple[Fraction | int, ...] = ()


class Qualifier(NamedTuple):
    """Somebody who goes on: entry, group, and place in the group from 1."""

    entry: int
    group: int
    place: int


def qualify(
    tables: Sequence[Sequence[Finisher]], places: int, *, best_next: int = 0, seed: str
) -> tuple[Qualifier, ...]:
    """Return who goes on, in the order in which they are seeded: all firsts by merit, then all seconds, and so on.

    `tables` are the groups' final tables, best first: `places` of each go on, and of those on the next place the
    `best_next` with the most merit. Who is level in merit goes by lot under `seed`.

    Raises FormatError "too_many_qualifiers" when a group hasn't that many, "nobody_qualifies" when it is none at all.
    """
    _check_places(tables, places, best_next)
    chosen: list[Qualifier] = []
    for place in range(1, places + 2):
        band = [
            (table[place - 1], group) for group, table in enumerate(tables) if len(table) >= place
        ]
        band.sort(key=lambda row: lot(seed, "qualify", row[0].entry))
        band.sort(key=lambda row: row[0].merit, reverse=True)
        kept = band if place <= places else band[:best_next]
        chosen += [Qualifier(finisher.entry, group, place) for finisher, group in kept]
    return tuple(chosen)


def _check_places(tables: Sequence[Sequence[Finisher]], places: int, best_next: int) -> None:
    """Raise FormatError where there aren't so many to go on."""
    smallest = min(map(len, tables))
    if places < 0 or best_next < 0 or places + best_next == 0:
        raise FormatError(
            "nobody_qualifies",
            said("Nobody would go on. Let at least the first of each group go on."),
        )
    if places > smallest:
        raise FormatError(
            "too_many_qualifiers",
            said(
                "The first %(places)s of each group can't go on: the smallest group has "
                "%(smallest)s. Let at most %(smallest)s go on.",
                places=places,
                smallest=smallest,
            ),
        )
    nexts = sum(len(table) > places for table in tables)
    if best_next > nexts:
        raise FormatError(
            "too_many_qualifiers",
            counted(
                "Only %(n)s finishes in place %(place)s, so the best %(wanted)s of them can't go on. "
                "Choose at most %(n)s.",
                "Only %(n)s finish in place %(place)s, so the best %(wanted)s of them can't go on. "
                "Choose at most %(n)s.",
                nexts,
                place=places + 1,
                wanted=best_next,
            ),
        )


@dataclass(frozen=True, slots=True)
class Crossing:
    """The qualifiers as a bracket's seeds, and the first round of it in which two of one group can meet (None: never).

    `flags` are sentences for the organizer.
    """

    seeds: tuple[Qualifier, ...]
    earliest: int | None
    flags: tuple[str, ...] = ()


def cross(qualifiers: Sequence[Qualifier]) -> Crossing:
    """Return the qualifiers in the order of a knock-out's seeds, those of one group as far apart as possible.

    Group winners keep the order in which they come; those on each further place change seats among themselves so that
    two of one group meet as late as can be (of two out of each group: never before the final), and beyond that stay as
    close to their order as that allows: for each place in turn an assignment of least cost (the Hungarian method,
    H. W. Kuhn 1955, in the O(n³) form with potentials).

    Raises FormatError as a knock-out of that many would.
    """
    size = size_for(len(qualifiers), said("knock-out"))
    at = {seed: place for place, seed in enumerate(seed_order(size))}
    seeds: list[Qualifier] = []
    for place in sorted({qualifier.place for qualifier in qualifiers}):
        band = [qualifier for qualifier in qualifiers if qualifier.place == place]
        free = range(len(seeds), len(seeds) + len(band))
        costs = [
            [
                _early(at, seeds, qualifier.group, seed) * len(band) ** 3 + (seed - home) ** 2
                for seed in free
            ]
            for home, qualifier in zip(free, band, strict=True)
        ]
        given = _assign(costs)
        seeds += [band[row] for row in sorted(range(len(band)), key=given.__getitem__)]
    earliest = min(
        (
            _meeting(at, first, second)
            for second in range(len(seeds))
            for first in range(second)
            if seeds[first].group == seeds[second].group
        ),
        default=None,
    )
    return Crossing(tuple(seeds), earliest, _flags(earliest, size))


def _flags(earliest: int | None, size: int) -> tuple[str, ...]:
    if earliest == 1 and size > 2:
        return (
            said("Two of the same group meet again in the first round: no crossing avoids it."),
        )
    return ()


def _meeting(at: dict[int, int], first: int, second: int) -> int:
    """The round in which two seeds meet if both win until then."""
    return (at[first] ^ at[second]).bit_length()


def _early(at: dict[int, int], seeds: Sequence[Qualifier], group: int, seed: int) -> int:
    """What it costs to seat somebody where group mates can be met: a round earlier outweighs any number later."""
    mates = [number for number, other in enumerate(seeds) if other.group == group]
    last = len(at).bit_length()
    return sum(len(at) ** (last - _meeting(at, mate, seed)) for mate in mates)


def _assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row the column of an assignment of least total cost; `costs` is square."""
    count = len(costs)
    rows, columns = [0] * (count + 1), [0] * (count + 1)
    taken_by = [0] * (count + 1)
    for row in range(1, count + 1):
        taken_by[0], column = row, 0
        slack: list[int | None] = [None] * (count + 1)
        before, done = [0] * (count + 1), [False] * (count + 1)
        while taken_by[column]:
            done[column] = True
            here, step, best = taken_by[column], None, 0
            for other in range(1, count + 1):
                if done[other]:
                    continue
                reduced = costs[here - 1][other - 1] - rows[here] - columns[other]
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
    given = [0] * count
    for column in range(1, count + 1):
        given[taken_by[column] - 1] = column - 1
    return given


def _check(entries: int, groups: int) -> None:
    if groups < 1:
        raise FormatError(
            "too_few_groups", said("There must be at least one group. Choose 1 or more.")
        )
    if entries < 2 * groups:
        raise FormatError(
            "groups_too_small",
            said(
                "%(entries)s entries don't fill %(groups)s groups of at least 2. "
                "Choose at most %(most)s.",
                entries=entries,
                groups=groups,
                most=max(entries // 2, 1),
            )
            if entries > 1
            else said("Groups need at least 2 entries. Wait for more, or cancel."),
        )
