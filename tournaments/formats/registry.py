"""The formats, each declared once. What others need to know about a format they ask its object (`kinds`)."""

from collections.abc import Collection, Iterable, Sequence

from games.engine.sentences import message
from tournaments.formats import swiss
from tournaments.formats.elimination.bracket import MOST_ENTRIES
from tournaments.formats.individual_kinds import IndividualArena, Rotation, SoloTables
from tournaments.formats.kinds import (
    Arena,
    DoubleKnockOut,
    Format,
    KnockOut,
    PairedByRound,
    RoundRobin,
)
from tournaments.formats.shape import RoundPlan

MOST_IN_ROUND_ROBIN = 64
"""A round robin of 64 takes 63 rounds, and more would take too long."""
MOST_INDIVIDUAL = 64
"""A larger field takes too long to draw evenly."""


def _pair_swiss(
    entrants: Sequence[swiss.Entrant],
    history: Sequence[Iterable[swiss.Past]],
    seed: str,
    apart: Collection[tuple[int, int]],
) -> RoundPlan:
    return swiss.pair(entrants, history, seed, apart=apart).plan(len(history) + 1)


def _warn_of_swiss(entries: int, rounds: int) -> tuple[str, ...]:
    return tuple(flag.sentence for flag in swiss.planned(entries, rounds))


ROUND_ROBIN = RoundRobin(
    code="round_robin",
    title=message("Round robin"),
    named=message("A round robin"),
    help=message("Everybody plays everybody."),
    options=frozenset({"double", "best_of", "advance", "carry"}),
    most=MOST_IN_ROUND_ROBIN,
    odd_field_sits_out=True,
    fits_trf=True,
)
SWISS = PairedByRound(
    code="swiss",
    title=message("Swiss"),
    named=message("A Swiss"),
    help=message("In each round, entries with similar points meet."),
    rounds_help=message("Empty: as many as leave one pair unbeaten."),
    options=frozenset({"rounds", "best_of", "advance", "carry"}),
    least_of_several=3,
    pairs_by_score=True,
    keeps_apart=True,
    fits_trf=True,
    pair=_pair_swiss,
    warnings=_warn_of_swiss,
)
KNOCK_OUT = KnockOut(
    code="knock_out",
    title=message("Knock-out"),
    named=message("A knock-out"),
    help=message("One loss eliminates."),
    options=frozenset(
        {"third_place", "best_of", "semi_best_of", "final_best_of", "third_best_of", "advance"}
    ),
    most=MOST_ENTRIES,
)
DOUBLE_KNOCK_OUT = DoubleKnockOut(
    code="double_knock_out",
    title=message("Double elimination"),
    named=message("A double elimination"),
    help=message("Two losses eliminate."),
    options=frozenset({"best_of", "semi_best_of", "final_best_of", "advance"}),
    most=MOST_ENTRIES,
)
ROTATION = Rotation(
    code="rotation",
    title=message("Individual rotation"),
    named=message("An individual rotation"),
    help=message("Everybody enters alone and has another partner each round."),
    rounds_help=message("Empty: as many as balance it, 13 at most."),
    options=frozenset({"rounds", "advance", "carry"}),
    least=4,
    most=MOST_INDIVIDUAL,
)
SOLO_TABLES = SoloTables(
    code="solo",
    title=message("Solo tables"),
    named=message("Solo tables"),
    help=message("Everybody plays alone, reseated each round by the standings."),
    rounds_help=message("Empty: 4."),
    options=frozenset({"rounds", "advance", "carry"}),
    least=3,
    most=MOST_INDIVIDUAL,
)
GROUPS = RoundRobin(
    code="groups",
    title=message("Groups"),
    named=message("A round robin"),
    help=message("Round robins in parallel; the best of each advance to the next stage."),
    options=frozenset({"groups", "double", "best_of", "advance", "best_next", "carry"}),
)
ARENA = Arena(
    code="arena",
    title=message("Arena"),
    named=message("An arena"),
    help=message("For a set time, whoever is free is paired at once; most wins rank first."),
    options=frozenset({"minutes", "streak", "advance", "carry"}),
)
INDIVIDUAL_ARENA = IndividualArena(
    code="arena_alone",
    title=message("Individual arena"),
    named=message("An individual arena"),
    help=message("An arena in which everybody enters alone and has another partner each match."),
    options=frozenset({"minutes", "advance", "carry"}),
)

FORMATS: dict[str, Format] = {
    one.code: one
    for one in (
        ROUND_ROBIN,
        SWISS,
        KNOCK_OUT,
        DOUBLE_KNOCK_OUT,
        ROTATION,
        SOLO_TABLES,
        GROUPS,
        ARENA,
        INDIVIDUAL_ARENA,
    )
}
"""The formats by their stored codes, in the order in which forms offer them."""


def format_of(code: str) -> Format:
    """Return the format with this code. Raises KeyError if there is none."""
    return FORMATS[code]
