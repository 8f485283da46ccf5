"""A tournament's present winner, even if too few entries are left to finish its last stage."""

from collections.abc import Sequence

from games.engine.sentences import message
from tournaments.events.core.line_ups import was_attended
from tournaments.events.draw.round_rows import rounds_in
from tournaments.events.models import Entry, Result, Stage, Tournament
from tournaments.events.scoring.brackets import progress_of_stage
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.scoring.stage_fields import field_of_stage
from tournaments.events.setup.individual import sizes_in


def leader(tournament: Tournament) -> Entry | None:
    """Return the present winner, or None.

    The last stage decides: a knock-out's champion, or once a match was played the sole leader of the standings. If too
    few are left to start or continue that stage, the best remaining entry wins. A tournament that nobody came to has no
    winner.
    """
    reached, field = _reached(tournament)
    if reached is None or not was_attended(tournament):
        return None
    if _is_cut_short(reached, field):
        return _best_left(reached, field)
    if reached.index < len(tournament.plans):
        return None
    if reached.plan.is_knock_out:
        champion = progress_of_stage(reached).champion if len(field) > 1 else None
        return field[champion] if champion is not None else None
    return _first(reached, field) if _is_decided(reached) else None


def reason_of_result(tournament: Tournament, winner: Entry | None) -> str:
    """Return a sentence, naming the winner, about a tournament that nobody came to or that ended because too few were
    left; "" if it was played to the end.
    """
    if not was_attended(tournament):
        return message("Nobody came to any match, so nobody has won.")
    reached, field = _reached(tournament)
    if reached is None or not _is_cut_short(reached, field):
        return ""
    if winner is None:
        return message("Too few were left to play on, and none of them was alone at the top.")
    return message(
        "Too few were left to play on. %(name)s ranked best of those left, and has won.",
        name=winner.name,
    )


def _reached(tournament: Tournament) -> tuple[Stage | None, list[Entry]]:
    """Return the last stage whose field is known, with its field."""
    reached, field = None, []
    for reached in tournament.stages.order_by("-index"):
        reached.tournament = tournament
        field = field_of_stage(reached)
        if field:
            break
    return reached, field


def _is_cut_short(stage: Stage, field: Sequence[Entry]) -> bool:
    """Return whether a stage with a known field has rounds left and too few entries to play them."""
    if stage.index == 1 and not stage.rounds.exists() and not field:
        return False
    left = sum(entry.status != Entry.Status.WITHDRAWN for entry in field)
    if not field or can_play(stage, left):
        return False
    rounds = stage.rounds.count()
    planned = max(1, rounds_in(stage)) if stage.facts.late_entries_join_next_round else 1
    return rounds < planned


def can_play(stage: Stage, left: int) -> bool:
    """Return whether this number is enough for a stage's tables."""
    return stage.facts.can_play(left, sizes_in(stage))


def _best_left(stage: Stage, field: Sequence[Entry]) -> Entry | None:
    """Return the best entry that hasn't withdrawn: by the stage's results, else by seed.

    The seeds of a later stage are the standings of the previous one, with ties broken by lot.
    """
    left = [entry for entry in field if entry.status != Entry.Status.WITHDRAWN]
    if _is_decided(stage):
        return _first(stage, left)
    return left[0] if left and stage.index > 1 else None


def _first(stage: Stage, entries: Sequence[Entry]) -> Entry | None:
    """Return the sole leader among these in the stage's standings, or None."""
    by_key = {entry.pk: entry for entry in entries}
    rows = [row for row in standings_of_stage(stage) if row.key in by_key]
    if not rows or (len(rows) > 1 and rows[1].rank == rows[0].rank):
        return None
    return by_key[rows[0].key]


def _is_decided(stage: Stage) -> bool:
    return Result.objects.filter(
        match__round__stage=stage,
        current=True,
        kind__in=(Result.Kind.PLAYED, Result.Kind.FORFEIT),
    ).exists()
