"""Tournaments in several stages: who advances from each, and whether the plan can be played.

Any format may follow any other as long as both are for the same kind of entry. A stage produces an order (its
standings, its places, or its groups' tables through `groups.qualify`), which the next one uses as its seeding.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate

from games.engine.sentences import message
from tournaments.formats import elimination, groups, round_robin, solo_tables
from tournaments.formats.elimination import double
from tournaments.formats.elimination.bracket import MOST_ENTRIES, Bracket, Kind, Part
from tournaments.formats.shape import FormatError


class Format(StrEnum):
    """The formats that a stage can have."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    ELIMINATION = "elimination"
    DOUBLE_ELIMINATION = "double_elimination"
    ROTATION = "rotation"
    SOLO_TABLES = "solo_tables"


LEAST = {Format.SWISS: 3, Format.ROTATION: 4, Format.SOLO_TABLES: 3}
KNOCK_OUTS: dict[Format, Callable[[int], Bracket]] = {
    Format.ELIMINATION: elimination.draw,
    Format.DOUBLE_ELIMINATION: double.draw,
}
INDIVIDUAL = {Format.ROTATION, Format.SOLO_TABLES}
NAMES = {
    Format.ROUND_ROBIN: message("A round robin"),
    Format.SWISS: message("A Swiss"),
    Format.ELIMINATION: message("A knock-out"),
    Format.DOUBLE_ELIMINATION: message("A double elimination"),
    Format.ROTATION: message("An individual rotation"),
    Format.SOLO_TABLES: message("Solo tables"),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage as the organizer plans it.

    From each of its `groups` (1: the whole field together) the first `advance` advance, and the `best_next` best
    of those on the place after; both are 0 in the last stage.
    """

    format: Format
    groups: int = 1
    advance: int = 0
    best_next: int = 0


@dataclass(frozen=True, slots=True)
class StageSize:
    """The size of a planned stage: its entries, the sizes of its groups, how many advance."""

    entries: int
    sizes: tuple[int, ...]
    onward: int


def check(entries: int, stages: Sequence[Stage]) -> tuple[StageSize, ...]:
    """Return the size of each stage for a field of `entries`.

    Raises FormatError "no_stages", "mixed_entries" (teams and individuals), "groups_too_small", "too_few_entries",
    "too_many_entries", "sizes_impossible", "too_many_qualifiers", "nobody_qualifies", "nobody_drops_out" and
    "places_shared" (a knock-out doesn't decide which of the entries eliminated in one round advances).
    """
    if not stages:
        raise FormatError("no_stages", message("The plan has no stage. Add one."))
    if len({stage.format in INDIVIDUAL for stage in stages}) > 1:
        raise FormatError(
            "mixed_entries",
            message(
                "A stage for individuals (rotation, solo tables) can’t be combined with one for "
                "fixed sides. Choose formats of one kind for all stages."
            ),
        )
    planned = []
    for number, stage in enumerate(stages, start=1):
        sizes = (
            tuple(map(len, groups.snake(entries, stage.groups))) if stage.groups > 1 else (entries,)
        )
        for size in sorted(set(sizes)):
            _fits(stage.format, size)
        onward = _onward(stage, sizes) if number < len(stages) else 0
        planned.append(StageSize(entries, sizes, onward))
        entries = onward
    return tuple(planned)


def _fits(format_: Format, entries: int) -> None:
    if format_ == Format.SOLO_TABLES:
        solo_tables.table_sizes(entries)
    if format_ == Format.ROUND_ROBIN:
        round_robin.rounds(
            min(entries, 2)
        )  # Only too few entries can fail, and drawing many takes long.
    least = LEAST.get(format_, 2)
    if entries < least:
        raise FormatError(
            "too_few_entries",
            message(
                "%(format)s can’t be played by %(entries)s. Let at least %(least)s reach it.",
                format=NAMES[format_],
                entries=entries,
                least=least,
            ),
        )
    if format_ in KNOCK_OUTS and entries > MOST_ENTRIES:
        raise FormatError(
            "too_many_entries",
            message(
                "%(format)s takes at most %(most)s entries, and %(entries)s would reach it. Let "
                "fewer advance.",
                format=NAMES[format_],
                most=MOST_ENTRIES,
                entries=entries,
            ),
        )


def _onward(stage: Stage, sizes: tuple[int, ...]) -> int:
    # Whether qualification is possible doesn't depend on the tables' content, so empty merits are enough.
    tables = [[groups.Finisher(place) for place in range(size)] for size in sizes]
    going = groups.qualify(tables, stage.advance, best_next=stage.best_next, seed="")
    if len(going) == sum(sizes):
        raise FormatError(
            "nobody_drops_out",
            message("Everybody would advance to the next stage. Let fewer advance."),
        )
    if stage.format in KNOCK_OUTS:
        for size in sorted(set(sizes)):
            _clean_cut(stage, size)
    return len(going)


def _clean_cut(stage: Stage, size: int) -> None:
    cuts = cuts_of(stage.format, size)
    wanted = {stage.advance} if not stage.best_next else {stage.advance, stage.advance + 1}
    if not wanted - {0} <= cuts:
        possible = ", ".join(str(cut) for cut in sorted(cuts) if cut < size)
        raise FormatError(
            "places_shared",
            message(
                "%(format)s of %(size)s doesn’t decide who comes in place %(place)s. Let one of "
                "these numbers advance: %(possible)s.",
                format=NAMES[stage.format],
                size=size,
                place=max(wanted),
                possible=possible,
            ),
        )


@lru_cache(maxsize=512)
def cuts_of(format_: Format, size: int) -> frozenset[int]:
    """Return the numbers of entries that can advance from a knock-out of `size`, so that no shared place is split.

    Entries eliminated in the same round share their places. So in single elimination 1, 2, 4, 8 and so on can
    advance, or all of them; in double elimination the finalists, and with each round of the losers' bracket, from
    its last, as many more as it has matches.
    """
    if format_ == Format.ELIMINATION:
        return frozenset({size, *(1 << power for power in range((size - 1).bit_length()))})
    matches = Counter(
        slot.round
        for slot in KNOCK_OUTS[format_](size).slots
        if slot.part == Part.LOSERS and slot.kind == Kind.MATCH
    )
    later = (matches[number] for number in sorted(matches, reverse=True))
    return frozenset({1, *accumulate(later, initial=2)})
