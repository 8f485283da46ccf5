"""Rounds that are paired one by one, as those of a Swiss: by the standings, counting unfinished matches as drawn.

The stored results determine every draw. Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from tournaments.events.draw.round_rows import Sides, is_by_lot, sides_of
from tournaments.events.draw.separation import places_apart
from tournaments.events.models import Entry, Match, Result, Round, Stage, played_by
from tournaments.events.scoring.ranking import policy_of, standings_of_stage, with_all_loaded
from tournaments.events.scoring.stage_fields import field_of_stage, previous_stage
from tournaments.formats import swiss
from tournaments.formats.kinds import PairedByRound
from tournaments.formats.shape import RoundPlan, lot


def paired(stage: Stage) -> PairedByRound:
    """Return the stage's format, which pairs its rounds one by one."""
    assert isinstance(stage.facts, PairedByRound)
    return stage.facts


def draw(stage: Stage, field: Sequence[Entry], draw_no: int = 1) -> RoundPlan:
    """Pair the remaining entries; keys are places in the field.

    In draws by lot (`is_by_lot`) a lot replaces the seeds.
    """
    history = _history(stage, field)
    scores = scores_of(stage) if history or stage.plan.carry else {}
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
    if is_by_lot(draw_no):
        entrants.sort(key=lambda one: lot(seed, "draw", str(draw_no), str(one.key)))
    return paired(stage).pair(entrants, history, seed, places_apart(stage.tournament, field))


def replay(
    round_: Round, draw_no: int | None = None, field: Sequence[Entry] | None = None
) -> tuple[list[Sides], list[str]]:
    """Return the sides and the compromises of a drafted round's `draw_no`-th draw, by default the current one.
    `field` is by seed, by default the stage's.
    """
    stage = round_.stage
    field = field or field_of_stage(stage)
    plan = draw(stage, field, draw_no or round_.draw_no)
    return [sides_of(one, field) for one in plan], list(plan.flags)


def _floated(stage: Stage) -> dict[int, int]:
    """Return the floats in the stage's last begun round: 1 if the opponent's score was lower, -1 if higher."""
    begun = stage.rounds.filter(status__in=(Round.Status.PLAYING, Round.Status.DONE))
    last = begun.order_by("-number").first()
    if last is None or not stage.rounds.filter(number__lt=last.number).exists():
        return {}
    points = {row.key: row.points for row in standings_of_stage(stage, before=last.number)}
    for key, draws in _as_drawn(stage, before=last.number).items():
        points[key] += draws
    floated = {}
    for match in last.matches.filter(sides__index=1).prefetch_related(*played_by()):
        (a,), (b,) = (side.keys for side in match.sides)
        for one, other in ((a, b), (b, a)):
            floated[one] = (points[one] > points[other]) - (points[one] < points[other])
    return floated


def scores_of(stage: Stage) -> dict[int, int]:
    """Return the points by entry as integers: in points if there are no fractions, otherwise in hundredths.

    Comparisons over tables and carried points can cause fractions that the policy doesn't mention.
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
    for key, draws in _as_drawn(stage).items():
        points[key] += draws
    whole = all(Decimal(each) % 1 == 0 for each in (*worth, *points.values()))
    unit = 1 if whole and not stage.tournament.shares_deals else 100
    return {key: round(each * unit) for key, each in points.items()}


def _history(stage: Stage, field: Sequence[Entry]) -> list[list[swiss.Past]]:
    """Return the stage's rounds for the draw; with carried results, also earlier rounds among the field."""
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
    for match in _unfinished(stage):
        a, b = (places[key] for side in match.sides for key in side.keys)
        rounds.setdefault(match.round.number, []).append(swiss.Past(a, b))
    return [rounds[number] for number in sorted(rounds)]


def _unfinished(stage: Stage) -> Iterable[Match]:
    """Return the matches of begun rounds without a result, which are postponed or wait for a decision."""
    found = Match.objects.filter(
        round__stage=stage, round__status=Round.Status.PLAYING, sides__index=1
    ).exclude(status=Match.Status.DONE)
    return found.select_related("round").prefetch_related(*played_by()).order_by("pk")


def _as_drawn(stage: Stage, before: int | None = None) -> dict[int, Decimal]:
    """Return the points, by entry, that unfinished matches would bring if drawn; `before` as for standings."""
    worth = Decimal(policy_of(stage.tournament).draw)
    points: dict[int, Decimal] = {}
    for match in _unfinished(stage):
        if before is None or match.round.number < before:
            for entry in match.entries:
                points[entry.pk] = points.get(entry.pk, Decimal(0)) + worth
    return points


def _past(result: Result, met: Sequence[int]) -> swiss.Past:
    """Return a result in the draw's format. If the match wasn't played, all but the winner are marked as absent."""
    if len(met) == 1:
        return swiss.Past(met[0], None)
    a, b = met
    if result.kind == Result.Kind.PLAYED:
        return swiss.Past(a, b)
    absent = tuple(who for side, who in enumerate(met) if side != result.winner)
    return swiss.Past(a, b, absent)
