"""Tournaments in several stages: who advances from each, and whether the plan can be played.

Any format may follow any other as long as both are for the same kind of entry. A stage produces an order (its
standings, its places, or its groups' tables through `groups.qualify`), which the next one uses as its seeding.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.sentences import message
from tournaments.formats import groups
from tournaments.formats.kinds import Format, KnockOut
from tournaments.formats.shape import FormatError


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
    if len({stage.format.is_individual for stage in stages}) > 1:
        raise FormatError(
            "mixed_entries",
            message(
                "A stage for individuals (rotation, individual arena, solo tables) can’t be combined with one for "
                "fixed sides. Choose formats of one kind for all stages."
            ),
        )
    planned = []
    for number, stage in enumerate(stages, start=1):
        sizes = (
            tuple(map(len, groups.snake(entries, stage.groups))) if stage.groups > 1 else (entries,)
        )
        for size in sorted(set(sizes)):
            stage.format.check_entries(size)
        onward = _onward(stage, sizes) if number < len(stages) else 0
        planned.append(StageSize(entries, sizes, onward))
        entries = onward
    return tuple(planned)


def _onward(stage: Stage, sizes: tuple[int, ...]) -> int:
    # Whether qualification is possible doesn't depend on the tables' content, so empty merits are enough.
    tables = [[groups.Finisher(place) for place in range(size)] for size in sizes]
    going = groups.qualify(tables, stage.advance, best_next=stage.best_next, seed="")
    if len(going) == sum(sizes):
        raise FormatError(
            "nobody_drops_out",
            message("Everybody would advance to the next stage. Let fewer advance."),
        )
    if isinstance(stage.format, KnockOut):
        for size in sorted(set(sizes)):
            _clean_cut(stage, stage.format, size)
    return len(going)


def _clean_cut(stage: Stage, format_: KnockOut, size: int) -> None:
    cuts = format_.cuts(size)
    wanted = {stage.advance} if not stage.best_next else {stage.advance, stage.advance + 1}
    if not wanted - {0} <= cuts:
        possible = ", ".join(str(cut) for cut in sorted(cuts) if cut < size)
        raise FormatError(
            "places_shared",
            message(
                "%(format)s of %(size)s doesn’t decide who comes in place %(place)s. Let one of "
                "these numbers advance: %(possible)s.",
                format=format_.named,
                size=size,
                place=max(wanted),
                possible=possible,
            ),
        )
