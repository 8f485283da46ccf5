"""The progress of a knock-out's bracket, computed from the stored results.

The entry with seed number n in the stage is the bracket's seed n - 1. Undecided matches, and matches voided when
the tournament ended early, are ignored.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.events.models import Entry, Match, Result, SideScore, Stage, Tournament
from tournaments.events.scoring.recording import Outcome
from tournaments.events.scoring.stage_fields import current_stage, field_of_stage
from tournaments.events.setup.lengths import bracket_of
from tournaments.formats.elimination.progress import Award, Game, Progress, progress
from tournaments.formats.shape import FormatError


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a match of the bracket: its place, the kind of result, and the winner (None: nobody)."""

    slot: str
    kind: str
    winner: int | None
    """The entry's key."""


def progress_of(tournament: Tournament) -> Progress:
    """Return the progress of the current stage's bracket by the stored results."""
    stage = current_stage(tournament)
    if stage is None:
        raise ValueError("a tournament without stages has no bracket")
    return progress_of_stage(stage)


def progress_of_stage(stage: Stage) -> Progress:
    """Return the progress of a stage's bracket by the stored results, in two queries."""
    return progress_from(stage, field_of_stage(stage), current_results(stage))


def out_of_brackets(entries: Sequence[Entry]) -> dict[int, tuple[int, int] | None]:
    """Return those of `entries` that have no further matches in the bracket in play, by key.

    The value is the place, as first and last if shared; None for an entry outside the bracket. Takes one query, and two
    for each bracket in play.
    """
    drawn = Stage.objects.filter(
        tournament__in={entry.tournament_id for entry in entries}, rounds__isnull=False
    )
    present = {stage.tournament_id: stage for stage in drawn.order_by("index").distinct()}
    found: dict[int, tuple[int, int] | None] = {}
    for stage in present.values():
        if not stage.plan.is_knock_out:
            continue
        field = field_of_stage(stage)
        places = progress_from(stage, field, current_results(stage)).places
        placed = {field[place.entry].pk: (place.first, place.last) for place in places}
        inside = {entry.pk for entry in field}
        for entry in entries:
            if entry.tournament_id == stage.tournament_id and (
                entry.pk in placed or entry.pk not in inside
            ):
                found[entry.pk] = placed.get(entry.pk)
    return found


def current_results(stage: Stage) -> list[Ended]:
    """Return the ends of the stage's matches with a result, in one query."""
    rows = (
        SideScore.objects.filter(result__match__round__stage=stage, result__current=True)
        .order_by("result__match_id", "side__index")
        .values_list("result__match__slot", "result__kind", "place", "side__places__entry")
    )
    kinds: dict[str, str] = {}
    first: defaultdict[str, list[int]] = defaultdict(list)
    for slot, kind, place, entry in rows:
        kinds[slot] = kind
        if place == 1:
            first[slot].append(entry)
    return [
        Ended(slot, kind, first[slot][0] if len(first[slot]) == 1 else None)
        for slot, kind in kinds.items()
    ]


def ended(result: Result) -> Ended:
    """Return the end of a loaded result's match."""
    return _ended(result.match, result)


def progress_from(stage: Stage, field: Sequence[Entry], results: Iterable[Ended]) -> Progress:
    """Return the progress of the bracket from loaded rows: the field by seed, and the ends of the stage's matches."""
    return progress(bracket_of(stage.plan, len(field)), _all_said(field, results))


def corrected(stage: Stage, slot: str, outcome: Outcome) -> Progress | None:
    """Return the progress of the bracket if the match at `slot` ended with `outcome`; None if a later match has a
    result of an entry that wouldn't have been in it.
    """
    match = stage.tournament.matches.get(round__stage=stage, slot=slot)
    others = [one for one in current_results(stage) if one.slot != slot]
    try:
        return progress_from(stage, field_of_stage(stage), [*others, _ended(match, outcome)])
    except FormatError:
        return None


def _ended(match: Match, result: Result | Outcome) -> Ended:
    winner = None if result.winner is None else match.sides[result.winner].keys[0]
    return Ended(match.slot, result.kind, winner)


def _all_said(field: Sequence[Entry], results: Iterable[Ended]) -> list[Game | Award]:
    seeds = {entry.pk: number for number, entry in enumerate(field)}
    return [_said(one, seeds) for one in results if one.slot and one.kind != Result.Kind.VOID]


def _said(one: Ended, seeds: dict[int, int]) -> Game | Award:
    if one.winner is None:
        return Award(one.slot, None)
    if one.kind == Result.Kind.PLAYED:
        return Game(one.slot, seeds[one.winner])
    return Award(one.slot, seeds[one.winner])
