"""Drawing a tournament stage by stage and round by round, as the format of each stage does it (`by_format`).

The stored results determine every draw. Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Sequence
from datetime import datetime

from tournaments.events.core.state import draw_due
from tournaments.events.draw.by_format import drawing_of
from tournaments.events.draw.qualifying import qualify
from tournaments.events.draw.round_rows import draw_after
from tournaments.events.models import Entry, EntryPlayer, Round, Stage, Tournament
from tournaments.events.scoring.stage_fields import (
    current_stage,
    field_of_stage,
    next_stage,
    previous_stage,
)
from tournaments.events.setup.lengths import length_of_stages
from tournaments.events.setup.timetable import due_after


def plan_first(tournament: Tournament, stage: Stage, seeded: Sequence[Entry], at: datetime) -> None:
    """Draw a seeded tournament, with its first round at `at`. The caller saves the tournament."""
    tournament.rounds_planned = length_of_stages(tournament.plans, len(seeded)).rounds
    drawing_of(stage).begin(stage, seeded, at, ())


def redraw_first(stage: Stage, *, requalify: bool = False) -> None:
    """Redraw a wholly unconfirmed stage for the current entries; if they are too few it has no round.

    `requalify`: the results of the stage before have changed, so others may qualify.
    """
    first = stage.rounds.order_by("number")[0]
    starts_at, draw_no = first.starts_at or stage.tournament.starts_at, first.draw_no
    stage.rounds.all().delete()
    flags = renew_field(stage, requalify=requalify)
    field = field_of_stage(stage)
    if len(field) < 2:
        return
    drawing_of(stage).begin(stage, field, starts_at, flags)
    stage.rounds.update(draw_no=draw_after(draw_no))


def renew_field(stage: Stage, *, requalify: bool = False) -> list[str]:
    """Remove withdrawn entries from a wholly unconfirmed stage; return sentences for the organizer.

    In the first stage they count as withdrawn before the start; in a later one the next entries get their places.
    """
    tournament = stage.tournament
    gone = [one for one in field_of_stage(stage) if one.status == Entry.Status.WITHDRAWN]
    if not gone and not requalify:
        return []
    if stage.index > 1:
        before = previous_stage(stage)
        assert before is not None
        before.tournament = tournament
        stage.qualifiers.all().delete()
        return qualify(before, stage)[1]
    keys = [entry.pk for entry in gone]
    Entry.objects.filter(pk__in=keys).update(seed_no=None)
    EntryPlayer.objects.filter(entry__in=keys).update(active=False)
    left = field_of_stage(stage)
    for number, entry in enumerate(left, start=1):
        # In order, because seeds are unique.
        Entry.objects.filter(pk=entry.pk).exclude(seed_no=number).update(seed_no=number)
    tournament.rounds_planned = length_of_stages(tournament.plans, len(left)).rounds
    return []


def plan_next(tournament: Tournament, ended: datetime) -> None:
    """Draw what follows a round that ended at `ended`: the stage's next round, the next stage, or nothing."""
    stage = current_stage(tournament)
    if stage is None:
        return
    starts_at = due_after(tournament, ended)
    if not drawing_of(stage).plan_more(stage, starts_at):
        _go_on(tournament, stage, starts_at)


def redraw_if_changed(round_: Round) -> bool:
    """Redraw a round that is about to begin if its format needs it for the players who are left. Returns whether it
    was redrawn.
    """
    return drawing_of(round_.stage).redraw_if_changed(round_)


def plan_despite_unfinished(tournament: Tournament, at: datetime) -> bool:
    """Draw the next round of a Swiss in windows once the last window has closed, even if a match is postponed or
    undecided; return whether it was drawn.
    """
    due, stage = draw_due(tournament), current_stage(tournament)
    if due is None or due > at or stage is None:
        return False
    return drawing_of(stage).plan_more(stage, due_after(tournament, due))


def _go_on(tournament: Tournament, stage: Stage, starts_at: datetime) -> None:
    """Draw the next stage from a finished stage's results, if there is one and at least two entries are left."""
    into = next_stage(stage)
    if into is None:
        return
    seeded, flags = qualify(stage, into)
    if len(seeded) < 2:
        return
    played = tournament.rounds.count()
    later = tournament.plans[into.index - 1 :]
    tournament.rounds_planned = played + length_of_stages(later, len(seeded)).rounds
    drawing_of(into).begin(into, seeded, starts_at, flags)
