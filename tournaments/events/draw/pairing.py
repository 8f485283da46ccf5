"""Pairings: all rounds of a round robin at the start, in other formats each round after the previous one.

A Swiss pairs by the standings; a knock-out by its bracket. Draws are deterministic in the stored results. Everything
here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from games.engine.sentences import message
from tournaments.events.draw import individual_rounds
from tournaments.events.draw.qualifying import qualify
from tournaments.events.draw.round_rows import Drawn, Sides, write_matches
from tournaments.events.draw.separation import places_apart
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Format,
    Result,
    Round,
    Stage,
    Tournament,
    played_by,
)
from tournaments.events.notices import notify
from tournaments.events.plan.choices import INDIVIDUAL
from tournaments.events.scoring.brackets import current_results, progress_from
from tournaments.events.scoring.ranking import policy_of, standings_of_stage, with_all_loaded
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
    rounds_of_swiss,
    swiss_sentence,
)
from tournaments.events.setup.timetable import due_after, first_status, window_opens
from tournaments.formats import groups, round_robin, swiss
from tournaments.formats.elimination_progress import Progress
from tournaments.formats.shape import Pairing, RoundPlan, lot

Place = tuple[Pairing, str]
"""The pairings, and their places in the bracket ("" without one)."""


def plan_first(tournament: Tournament, stage: Stage, seeded: Sequence[Entry], at: datetime) -> None:
    """Draw a tournament whose field is seeded; its first round is due at `at`. The caller saves the tournament."""
    tournament.rounds_planned = length_of_stages(tournament.plans, len(seeded)).rounds
    _begin_stage(stage, seeded, at)


def redraw_first(stage: Stage) -> None:
    """Redraw a wholly unconfirmed stage for the current entries; with too few of them it has no round."""
    first = stage.rounds.order_by("number")[0]
    starts_at, draw_no = first.starts_at or stage.tournament.starts_at, first.draw_no
    stage.rounds.all().delete()
    flags = renew_field(stage)
    field = field_of_stage(stage)
    if len(field) < 2:
        return
    _begin_stage(stage, field, starts_at, flags)
    stage.rounds.update(draw_no=draw_no + 1)


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
        # In their order, so that no two ever have the same seed.
        Entry.objects.filter(pk=entry.pk).exclude(seed_no=number).update(seed_no=number)
    if not tournament.is_individual:
        tournament.rounds_planned = length_of_stages(tournament.plans, len(left)).rounds
    return []


def plan_next(tournament: Tournament, ended: datetime) -> None:
    """Draw what follows a round that ended at `ended`: the stage's next round, the next stage, or nothing."""
    stage = current_stage(tournament)
    if stage is None:
        return
    starts_at = due_after(tournament, ended)
    if not _plan_more(stage, starts_at):
        _go_on(tournament, stage, starts_at)


def _begin_stage(
    stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str] = ()
) -> None:
    """Draw a stage whose field is seeded; its first round is due at `at`."""
    plan = stage.plan
    if plan.format in INDIVIDUAL:
        individual_rounds.begin(stage, seeded, at, flags)
        return
    if plan.format in (Format.ROUND_ROBIN, Format.GROUPS):
        first = individual_rounds.next_number(stage)
        for drawn in round_robins(stage, seeded):
            number, begins = first + drawn.number - 1, drawn.number == 1
            starts_at = at if begins else window_opens(stage.tournament, number)
            notes = flags if begins else ()
            _write(stage, seeded, _places(drawn), number, starts_at, notes, announce=begins)
        return
    if plan.format == Format.SWISS:
        paired = _swiss(stage, seeded, _history(stage, seeded))
        notes = [*flags, *swiss_sentence(plan.rounds, len(seeded)), *paired.flags]
        _write(stage, seeded, _places(paired), individual_rounds.next_number(stage), at, notes)
        return
    third = [_too_few_for_third()] if plan.third_place and len(seeded) < 4 else []
    ready = _ready(progress_from(stage, seeded, []))
    _write(stage, seeded, ready, individual_rounds.next_number(stage), at, [*flags, *third])


def _plan_more(stage: Stage, starts_at: datetime) -> bool:
    """Draw the stage's next round if its format has one; return whether it was drawn."""
    plan = stage.plan
    if plan.format in (Format.ROUND_ROBIN, Format.GROUPS):
        return False
    if plan.format in INDIVIDUAL:
        return individual_rounds.plan_more(stage, starts_at)
    field = field_of_stage(stage)
    if plan.is_knock_out:
        ready = _ready(progress_from(stage, field, current_results(stage)))
        if ready:
            _write(stage, field, ready, individual_rounds.next_number(stage), starts_at)
        return bool(ready)
    here = sum(entry.status != Entry.Status.WITHDRAWN for entry in field)
    if stage.rounds.count() >= rounds_of_swiss(len(field), plan.rounds) or here < 2:
        return False
    paired = _swiss(stage, field, _history(stage, field))
    _write(
        stage, field, _places(paired), individual_rounds.next_number(stage), starts_at, paired.flags
    )
    return True


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

    Players are notified now if its time is known, unless `announce` is false: then when its window opens.
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


def sides_of(pairing: Pairing, field: Sequence[Entry]) -> Sides:
    """Return the sides of a match from its pairing, given in places of the field."""
    both = (pairing.a,) if pairing.b is None else (pairing.a, pairing.b)
    return [[field[place]] for place in both]


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


# ----------------------------------------------------------------------------------------------------- Swiss
def _swiss(
    stage: Stage,
    field: Sequence[Entry],
    history: Sequence[Sequence[swiss.Past]],
    draw_no: int = 1,
) -> RoundPlan:
    """Pair the remaining entries by points; keys are places in the field.

    From the second draw of a round on, a lot replaces the seeds.
    """
    scores = _scores(stage) if history or stage.plan.carry else {}
    floated = _floated(stage)
    entrants = [
        swiss.Entrant(
            key=place,
            score=scores.get(entry.pk, 0),
            name=entry.name,
            floated=floated.get(entry.pk, 0),
        )
        for place, entry in enumerate(field)
        if entry.status != Entry.Status.WITHDRAWN
    ]
    seed = stage.tournament.seed
    if draw_no > 1:
        entrants.sort(key=lambda one: lot(seed, "draw", str(draw_no), str(one.key)))
    drawn = swiss.pair(entrants, history, seed, apart=places_apart(stage.tournament, field))
    return drawn.plan(len(history) + 1)


def replay_swiss(round_: Round) -> tuple[list[Sides], list[str]]:
    """Return the matches' sides and the compromises of a drafted Swiss round in its `draw_no`-th draw."""
    stage = round_.stage
    field = field_of_stage(stage)
    plan = _swiss(stage, field, _history(stage, field), round_.draw_no)
    return [sides_of(one, field) for one in plan], list(plan.flags)


def _floated(stage: Stage) -> dict[int, int]:
    """Floats in the stage's last finished round: 1 if the opponent's score was lower, -1 if higher."""
    last = stage.rounds.filter(status=Round.Status.DONE).order_by("-number").first()
    if last is None or not stage.rounds.filter(number__lt=last.number).exists():
        return {}
    points = {row.key: row.points for row in standings_of_stage(stage, before=last.number)}
    floated = {}
    for match in last.matches.filter(sides__index=1).prefetch_related(*played_by()):
        (a,), (b,) = (side.keys for side in match.sides)
        for one, other in ((a, b), (b, a)):
            floated[one] = (points[one] > points[other]) - (points[one] < points[other])
    return floated


def _scores(stage: Stage) -> dict[int, int]:
    """Points by entry as integers: in points if there are no fractions, otherwise in hundredths.

    Comparisons over tables and carried points cause fractions that the policy doesn't name.
    """
    policy = policy_of(stage.tournament)
    worth = (
        policy.win,
        policy.draw,
        policy.loss,
        policy.bye,
        policy.forfeit_win,
        policy.forfeit_loss,
    )
    points = {row.key: row.points + row.penalty for row in standings_of_stage(stage)}
    whole = all(Decimal(each) % 1 == 0 for each in (*worth, *points.values()))
    unit = 1 if whole and not stage.tournament.shares_deals else 100
    return {key: round(each * unit) for key, each in points.items()}


def _history(stage: Stage, field: Sequence[Entry]) -> list[list[swiss.Past]]:
    """The stage's rounds for the draw; with carried results, also earlier rounds among the field."""
    places = {entry.pk: place for place, entry in enumerate(field)}
    rounds: dict[int, list[swiss.Past]] = {}
    stages = [stage.pk]
    before: Stage | None = stage
    while before is not None and before.plan.carry:
        before = previous_stage(before)
        if before is not None:
            stages.append(before.pk)
    current = Result.objects.filter(match__round__stage__in=stages, current=True)
    for result in with_all_loaded(current).order_by("match_id"):
        keys = [key for side in result.match.sides for key in side.keys]
        if places.keys() >= set(keys):
            past = _past(result, [places[key] for key in keys])
            rounds.setdefault(result.match.round.number, []).append(past)
    return [rounds[number] for number in sorted(rounds)]


def _past(result: Result, met: Sequence[int]) -> swiss.Past:
    """Leave out matches that weren't played or count for nobody: the two haven't met."""
    if len(met) == 1:
        return swiss.Past(met[0], None)
    a, b = met
    if result.kind == Result.Kind.PLAYED:
        return swiss.Past(a, b)
    absent = tuple(who for side, who in enumerate(met) if side != result.winner)
    return swiss.Past(a, b, absent)
