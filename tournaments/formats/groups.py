"""Groups: drawing them, their rounds, and who qualifies. `groups_crossing` seats the qualifiers in a bracket.

Groups count from 0 and entries are seeds from 0. Each group plays its own round robin; all groups play in
parallel.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from games.engine.sentences import counted, message
from tournaments.formats import round_robin
from tournaments.formats.shape import FormatError, Pairing, RoundPlan, lot

Groups = tuple[tuple[int, ...], ...]


def snake(entries: int, groups: int) -> Groups:
    """Return groups filled in snake order: seeds 1 … g into groups 1 … g, the next g in reverse, and so on.

    Each group gets one of each `groups` neighbouring seeds, so sizes differ by at most one.

    Raises FormatError "too_few_groups" and "groups_too_small".
    """
    _check(entries, groups)
    drawn: list[list[int]] = [[] for _ in range(groups)]
    for seed in range(entries):
        row, place = divmod(seed, groups)
        drawn[place if row % 2 == 0 else groups - 1 - place].append(seed)
    return tuple(map(tuple, drawn))


def pots(entries: int, groups: int, seed: str) -> Groups:
    """Return groups drawn by lot under `seed` from pots: the first `groups` seeds are one pot, and so on.

    The last pot may hold fewer; the lot decides which groups get one of them. Raises as `snake` does.
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
    """Return the rounds of all groups in parallel: in each round the tables of the first group, then the next …

    A smaller group finishes a round or two before the others; its entries then have no pairing, not even a bye.
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
    """An entry that has finished its group, and its merit for comparison with other groups' (more is better).

    Groups may differ in size: use averages (points per match, score difference per match), not sums.
    """

    entry: int
    merit: tuple[Fraction | int, ...] = ()


class Qualifier(NamedTuple):
    """A qualified entry, its group, and its place in the group from 1."""

    entry: int
    group: int
    place: int


def qualify(
    tables: Sequence[Sequence[Finisher]], places: int, *, best_next: int = 0, seed: str
) -> tuple[Qualifier, ...]:
    """Return the qualifiers in seeding order: all group winners by merit, then all runners-up, and so on.

    `tables` are the groups' final tables, best first: the first `places` of each qualify, and of those on the next
    place the `best_next` with the most merit. Ties in merit are broken by lot under `seed`.

    Raises FormatError "too_many_qualifiers" when a group is too small for that, "nobody_qualifies" when nobody
    does.
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
    """Raise FormatError if the groups are too small for so many qualifiers."""
    smallest = min(map(len, tables))
    if places < 0 or best_next < 0 or places + best_next == 0:
        raise FormatError(
            "nobody_qualifies",
            message("Nobody would advance. Let at least the first of each group advance."),
        )
    if places > smallest:
        raise FormatError(
            "too_many_qualifiers",
            message(
                "The first %(places)s of each group can’t advance: the smallest group has "
                "%(smallest)s. Let at most %(smallest)s advance.",
                places=places,
                smallest=smallest,
            ),
        )
    nexts = sum(len(table) > places for table in tables)
    if best_next > nexts:
        raise FormatError(
            "too_many_qualifiers",
            counted(
                "Only %(n)s finishes in place %(place)s, so the best %(wanted)s of them can’t "
                "advance. Choose at most %(n)s.",
                "Only %(n)s finish in place %(place)s, so the best %(wanted)s of them can’t "
                "advance. Choose at most %(n)s.",
                nexts,
                place=places + 1,
                wanted=best_next,
            ),
        )


def _check(entries: int, groups: int) -> None:
    if groups < 1:
        raise FormatError(
            "too_few_groups", message("There must be at least one group. Choose 1 or more.")
        )
    if entries < 2 * groups:
        raise FormatError(
            "groups_too_small",
            message(
                "%(entries)s entries don’t fill %(groups)s groups of at least 2. "
                "Choose at most %(most)s.",
                entries=entries,
                groups=groups,
                most=max(entries // 2, 1),
            )
            if entries > 1
            else message("Groups need at least 2 entries. Wait for more, or cancel."),
        )
