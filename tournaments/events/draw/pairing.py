"""Drawing rounds: all rounds of a round robin at the start, in other formats each round after the previous one.

A Swiss pairs by the standings (`swiss_rounds`), a knock-out by its bracket. The stored results determine every draw.
Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from games.engine.sentences import message
from tournaments.events.core.state import draw_due
from tournaments.events.draw import individual_rounds, swiss_rounds
from tournaments.events.draw.qualifying import qualify
from tournaments.events.draw.round_rows import Drawn, Sides, draw_after, sides_of, write_matches
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Format,
    Round,
    Stage,
    Tournament,
)
from tournaments.events.notices import notify
from tournaments.events.plan.choices import INDIVIDUAL
from tournaments.events.scoring.brackets import current_results, progress_from
from tournaments.events.scoring.stage_fields import (
    current_stage,
    field_of_stage,
    groups_of,
    next_stage,
    previous_stage,
)
from tournaments.events.setup.lengths import (
    games_by_slot,
    length_of_stages,
    swiss_sentence,
)
from tournaments.events.setup.timetable import due_after, first_status, window_opens
from tournaments.formats import groups, round_robin
from tournaments.formats.elimination.progress import Progress
from tournaments.formats.shape import Pairing, RoundPlan

Place = tuple[Pairing, str]
"""The pairings, and their places in the bracket ("" without one)."""


def plan_first(tournament: Tournament, stage: Stage, seeded: Sequence[Entry], at: datetime) -> None:
    """Draw a seeded tournament, with its first round at `at`. The caller saves the tournament."""
    tournament.rounds_planned = length_of_stages(tournament.plans, len(seeded)).rounds
    _begin_stage(stage, seeded, at)


def redraw_first(stage: Stage) -> None:
    """Redraw a wholly unconfirmed stage for the current entries; if they are too few it has no round."""
    first = stage.rounds.order_by("number")[0]
    starts_at, draw_no = first.starts_at or stage.tournament.starts_at, first.draw_no
    stage.rounds.all().delete()
    flags = renew_field(stage)
    field = field_of_stage(stage)
    if len(field) < 2:
        return
    _begin_stage(stage, field, starts_at, flags)
    stage.rounds.update(draw_no=draw_after(draw_no))


def renew_field(stage: Stage) -> list[str]:
    """Remove withdrawn entries from a wholly unconfirmed stage; return sentences for the organizer.

    In the first stage they count as withdrawn before the start; in a later one the next entries get their places.
    """
    tournament = stage.tournament
    gone = [one for one in field_of_stage(stage) if one.status == Entry.Status.WITHDRAWN]
    if not gone:
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
    if not _DRAWS[stage.format].plan_more(stage, starts_at):
        _go_on(tournament, stage, starts_at)


def redraw_if_changed(round_: Round) -> bool:
    """Redraw a round that is about to begin if its format needs it for the players who are left. Returns whether it
    was redrawn.
    """
    return _DRAWS[round_.stage.format].redraw_if_changed(round_)


def plan_despite_unfinished(tournament: Tournament, at: datetime) -> bool:
    """Draw the next round of a Swiss in windows once the last window has closed, even if a match is postponed or
    undecided; return whether it was drawn.
    """
    due, stage = draw_due(tournament), current_stage(tournament)
    if due is None or due > at or stage is None:
        return False
    return _DRAWS[stage.format].plan_more(stage, due_after(tournament, due))


def _begin_stage(
    stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str] = ()
) -> None:
    """Draw a seeded stage, with its first round at `at`."""
    _DRAWS[stage.format].begin(stage, seeded, at, flags)


def _begin_round_robins(
    stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
) -> None:
    first = individual_rounds.next_number(stage)
    for drawn in round_robins(stage, seeded):
        number, begins = first + drawn.number - 1, drawn.number == 1
        starts_at = at if begins else window_opens(stage.tournament, number)
        notes = flags if begins else ()
        _write(stage, seeded, _places(drawn), number, starts_at, notes, announce=begins)


def _begin_swiss(stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]) -> None:
    paired = swiss_rounds.draw(stage, seeded)
    notes = [*flags, *swiss_sentence(stage.plan.rounds, len(seeded)), *paired.flags]
    _write(stage, seeded, _places(paired), individual_rounds.next_number(stage), at, notes)


def _begin_bracket(
    stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
) -> None:
    third = [_too_few_for_third()] if stage.plan.third_place and len(seeded) < 4 else []
    ready = _ready(progress_from(stage, seeded, []))
    _write(stage, seeded, ready, individual_rounds.next_number(stage), at, [*flags, *third])


def _next_of_swiss(stage: Stage, starts_at: datetime) -> bool:
    field = field_of_stage(stage)
    left = sum(entry.status != Entry.Status.WITHDRAWN for entry in field)
    if stage.rounds.count() >= individual_rounds.rounds_in(stage) or left < 2:
        return False
    paired = swiss_rounds.draw(stage, field)
    number = individual_rounds.next_number(stage)
    _write(stage, field, _places(paired), number, starts_at, paired.flags)
    return True


def _next_of_bracket(stage: Stage, starts_at: datetime) -> bool:
    field = field_of_stage(stage)
    ready = _ready(progress_from(stage, field, current_results(stage)))
    if ready:
        _write(stage, field, ready, individual_rounds.next_number(stage), starts_at)
    return bool(ready)


class _Draw(NamedTuple):
    """How a format is drawn: functions for the stage's first rounds, for the next round, and for a round whose players
    have changed. The last two return whether anything was drawn.
    """

    begin: Callable[[Stage, Sequence[Entry], datetime, Sequence[str]], object]
    plan_more: Callable[[Stage, datetime], bool] = lambda _stage, _starts_at: False
    redraw_if_changed: Callable[[Round], bool] = lambda _round: False


_ROUND_ROBINS, _BRACKET = _Draw(_begin_round_robins), _Draw(_begin_bracket, _next_of_bracket)
_DRAWS: dict[str, _Draw] = {
    str(Format.ROUND_ROBIN): _ROUND_ROBINS,
    str(Format.GROUPS): _ROUND_ROBINS,
    str(Format.SWISS): _Draw(_begin_swiss, _next_of_swiss),
    str(Format.KNOCK_OUT): _BRACKET,
    str(Format.DOUBLE_KNOCK_OUT): _BRACKET,
    **dict.fromkeys(
        INDIVIDUAL,
        _Draw(
            individual_rounds.begin,
            individual_rounds.plan_more,
            individual_rounds.redraw_if_changed,
        ),
    ),
}


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
    _begin_stage(into, seeded, starts_at, flags)


def round_robins(stage: Stage, field: Sequence[Entry]) -> Sequence[RoundPlan]:
    """Return the rounds of a stage of round robins, one per group; `field` is by seed."""
    plan, parts = stage.plan, groups_of(stage, field)
    if len(parts) < 2:
        return round_robin.rounds(len(field), plan.double)
    seeds = {entry.pk: seed for seed, entry in enumerate(field)}
    drawn = tuple(tuple(seeds[entry.pk] for entry in part) for part in parts)
    return groups.rounds(drawn, plan.double)


def _write(
    stage: Stage,
    field: Sequence[Entry],
    places: Iterable[Place],
    number: int,
    starts_at: datetime | None,
    flags: Iterable[str] = (),
    *,
    announce: bool = True,
) -> None:
    """Write a round and its matches; `field` is by seed, as pairings count.

    Notifies players now if its time is known, or if `announce` is false when its window opens.
    """
    round_ = Round.objects.create(
        stage=stage,
        tournament_id=stage.tournament_id,
        number=number,
        status=first_status(stage.tournament),
        starts_at=starts_at,
        flags=list(flags),
    )
    games = games_of(stage, len(field))
    write_matches(
        round_,
        (
            Drawn(table, sides_of(pairing, field), slot, games.get(slot))
            for table, (pairing, slot) in enumerate(places, start=1)
        ),
    )
    if starts_at is not None and round_.status == Round.Status.CONFIRMED and announce:
        notify.drawn(round_)


def first_pairings(stage: Stage, field: Sequence[Entry]) -> list[Sides]:
    """Return the sides of the first round of a bracket or of round robins, for a field by seed, without storing
    anything.
    """
    if stage.plan.is_knock_out:
        pairings = [pairing for pairing, _slot in _ready(progress_from(stage, field, []))]
    else:
        pairings = list(round_robins(stage, field)[0])
    return [sides_of(one, field) for one in pairings]


def games_of(stage: Stage, entries: int) -> dict[str, int]:
    """Return the number of games of a stage's matches, by place in the bracket; "" is the default."""
    plan, usual = stage.plan, stage.tournament.best_of
    if plan.is_knock_out:
        return games_by_slot(plan, entries, usual)
    return {"": plan.best_of or usual}


def _places(plan: RoundPlan) -> list[Place]:
    return [(pairing, "") for pairing in plan]


# ------------------------------------------------------------------------------------------------ knock-outs
def _ready(now: Progress) -> list[Place]:
    return [(state.pairing, state.slot.key) for state in now.next_round if state.pairing]


def _too_few_for_third() -> str:
    return message("There is no third-place match: it needs 4 entries.")
