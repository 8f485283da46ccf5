"""A knock-out as it stands: its bracket, and what the stored results make of it.

The entry with seed number n in the stage is the bracket's seed n - 1. A match that nobody has decided, or that was declared void when
the tournament was ended early, says nothing.
"""

from collections.abc import Iterable, Sequence

from tournaments.events.models import Entry, Result, Stage, Tournament
from tournaments.events.scoring.recording import Outcome
from tournaments.events.scoring.stage_fields import current_stage, field_of_stage
from tournaments.events.setup.lengths import bracket_for
from tournaments.formats.elimination_progress import Award, Game, Progress, progress
from tournaments.formats.shape import FormatError


def progress_of(tournament: Tournament) -> Progress:
    """Return how the bracket of the tournament's present stage stands by what is stored."""
    stage = current_stage(tournament)
    if stage is None:
        raise ValueError("a tournament without stages has no bracket")
    return progress_of_stage(stage)


def progress_of_stage(stage: Stage) -> Progress:
    """Return how a stage's bracket stands by what is stored, in two queries."""
    return progress_from(stage, field_of_stage(stage), current_results(stage))


def out_of_brackets(entries: Sequence[Entry]) -> dict[int, tuple[int, int] | None]:
    """Return which of these entries the bracket in play has no more matches for, by their keys.

    The value is the place, from first to last where it is shared; None who isn't in the bracket at all. One query, and
    two for each bracket in play.
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


def current_results(stage: Stage) -> list[Result]:
    """Return the stage's results that count, each with its match."""
    results = Result.objects.filter(match__round__stage=stage, current=True)
    return list(results.select_related("match").order_by("match_id"))


def progress_from(stage: Stage, field: Sequence[Entry], results: Iterable[Result]) -> Progress:
    """Return how the bracket stands, from loaded rows: the field by seed, and each of the stage's results with its match."""
    plan = stage.plan
    bracket = bracket_for(plan.format, len(field), third_place=plan.third_place)
    return progress(bracket, _all_said(field, results))


def corrected(stage: Stage, slot: str, outcome: Outcome) -> Progress | None:
    """Return how the bracket would stand if the match at `slot` ended like `outcome`.

    None: a later match has a result of somebody who then wouldn't have been in it.
    """
    results = current_results(stage)
    match = stage.tournament.matches.get(round__stage=stage, slot=slot)
    said = Result(match=match, kind=outcome.kind, winner=outcome.winner)
    others = [result for result in results if result.match_id != match.pk]
    try:
        return progress_from(stage, field_of_stage(stage), [*others, said])
    except FormatError:
        return None


def _all_said(field: Sequence[Entry], results: Iterable[Result]) -> list[Game | Award]:
    seeds = {entry.pk: number for number, entry in enumerate(field)}
    return [
        _said(result, seeds)
        for result in results
        if result.match.slot and result.kind != Result.Kind.VOID
    ]


def _said(result: Result, seeds: dict[int, int]) -> Game | Award:
    match = result.match
    winner = {"a": match.entry_a_id, "b": match.entry_b_id}.get(result.winner)
    if winner is None:
        return Award(match.slot, None)
    if result.kind == Result.Kind.PLAYED:
        return Game(match.slot, seeds[winner])
    return Award(match.slot, seeds[winner])
