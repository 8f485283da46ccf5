"""A tournament's standings: a function of its entries, results and policy, recomputed each time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.db.models import QuerySet

from tournaments.events.models import (
    Entry,
    Penalty,
    Result,
    Round,
    Stage,
    Tournament,
    played_by,
    with_scores,
)
from tournaments.events.plan.choices import Carry
from tournaments.events.scoring.stage_fields import (
    current_stage,
    field_of_stage,
    groups_of,
    previous_stage,
)
from tournaments.events.setup.shared_deals import compare
from tournaments.standings import Entrant, Outcome, Policy, Standings, TableResult, rank
from tournaments.standings import Result as PlayedResult
from tournaments.standings.placing import solo_result

_PLAYED = {0: Outcome.A_WON, 1: Outcome.B_WON, None: Outcome.DRAWN}
_FORFEIT = {0: Outcome.B_FORFEITS, 1: Outcome.A_FORFEITS, None: Outcome.BOTH_FORFEIT}


@dataclass(frozen=True)
class Onset:
    """A stage's initial state: the number of its first round, and what its entries carry over from the previous
    stage.

    `points` are by entry key; `results` are those among its own entries that count again, by the tournament's rounds.
    """

    first_round: int = 1
    points: Mapping[int, Decimal] = field(default_factory=dict)
    results: tuple[PlayedResult | TableResult, ...] = ()


AFRESH = Onset()


def policy_of(tournament: Tournament) -> Policy:
    """Return the tournament's policy; its lots are drawn under the tournament's own seed."""
    return Policy.from_dict({**tournament.scoring, "seed": tournament.seed})


def standings_of(tournament: Tournament) -> Standings:
    """Return the standings of the present stage (of its first group) from what is stored. Entrants' keys are the
    entries'.
    """
    stage = current_stage(tournament)
    if stage is None:
        return standings_from(tournament, [], [], {})
    return standings_of_stage(stage)


def standings_of_stage(stage: Stage, group: int = 1, *, before: int | None = None) -> Standings:
    """Return the standings of a stage, or of its group of that number from 1, from what is stored.

    `before` leaves out the tournament's rounds from that number on.
    """
    part = groups_of(stage, field_of_stage(stage))[group - 1]
    held = stage.penalties.filter(undone_at=None)
    return standings_from(
        stage.tournament, part, _results_of(stage, before), penalties_of(held), onset_of(stage)
    )


def onset_of(stage: Stage) -> Onset:
    """Return a stage's onset from the stored results."""
    before = previous_stage(stage)
    if before is None:
        return AFRESH
    first = stage.rounds.order_by("number").values_list("number", flat=True).first()
    first = first or before.rounds.count() + 1
    carry = stage.plan.carry
    if not carry:
        return Onset(first)
    if carry == Carry.BETWEEN:
        earlier = onset_of(before).results
        return onset_from(stage, first, results=_results_of(before), earlier=earlier)
    groups = len(groups_of(before, field_of_stage(before)))
    tables = [standings_of_stage(before, group) for group in range(1, groups + 1)]
    return onset_from(stage, first, tables=tables)


def onset_from(
    stage: Stage,
    first_round: int,
    *,
    results: Iterable[Result] = (),
    earlier: Iterable[PlayedResult | TableResult] = (),
    tables: Iterable[Standings] = (),
) -> Onset:
    """Return a stage's onset from the results of the previous stage, the `earlier` results that counted there again,
    and its final standings.
    """
    if stage.plan.carry == Carry.BETWEEN:
        said = (*earlier, *_said_of(stage.tournament, results))
        return Onset(first_round, results=said)
    if stage.plan.carry == Carry.ALL:
        return Onset(first_round, {row.key: row.points for table in tables for row in table})
    return Onset(first_round)


def _results_of(stage: Stage, before: int | None = None) -> QuerySet[Result]:
    """The stage's results, without those in an unconfirmed draw, which they would reveal."""
    results = Result.objects.filter(match__round__stage=stage, current=True).exclude(
        match__round__status=Round.Status.DRAFTED
    )
    if before is not None:
        results = results.filter(match__round__number__lt=before)
    return with_all_loaded(results)


def with_all_loaded(results: QuerySet[Result]) -> QuerySet[Result]:
    """Return results with the relations that standings and comparisons need, in a constant number of queries."""
    return results.select_related("match__round", "match__tournament").prefetch_related(
        *with_scores(), *played_by("match__")
    )


def penalties_of(penalties: Iterable[Penalty]) -> dict[int, Decimal]:
    """Return the deducted points, summed by entry key."""
    total: dict[int, Decimal] = {}
    for penalty in penalties:
        total[penalty.entry_id] = total.get(penalty.entry_id, Decimal(0)) + penalty.points
    return total


def standings_from(
    tournament: Tournament,
    entries: Iterable[Entry],
    results: Iterable[Result],
    off: Mapping[int, Decimal],
    onset: Onset = AFRESH,
) -> Standings:
    """Return the standings of `entries` from the loaded results of their stage, each with its match and round.

    `off` are the points taken off, as `penalties_of` sums them. Other entries' matches only serve to compare the same
    deals. Rounds count from the stage's first.
    """
    nothing = Decimal(0)
    entrants = [
        Entrant(
            entry.pk,
            entry.name,
            entry.rating,
            off.get(entry.pk, nothing),
            onset.points.get(entry.pk, nothing),
        )
        for entry in entries
    ]
    keys = {entrant.key for entrant in entrants}
    results = list(results)
    own = [one for one in _said_of(tournament, results) if keys.issuperset(_keys(one))]
    among = [one for one in onset.results if len(_keys(one)) > 1]
    among = [one for one in among if keys.issuperset(_keys(one))]
    offset = onset.first_round - 1
    said = [replace(one, round=one.round - offset) for one in [*among, *own]]
    over = _rounds_over(results) - offset
    return rank(entrants, said, policy_of(tournament), rounds=max(over, 0))


def _rounds_over(results: Iterable[Result]) -> int:
    """The number of the last round that is over, 0 where none is: an entry without a result in the current round
    isn't absent.
    """
    rounds = (result.match.round for result in results)
    return max((each.number for each in rounds if each.status == Round.Status.DONE), default=0)


def _keys(said: PlayedResult | TableResult) -> list[int]:
    if isinstance(said, TableResult):
        return [key for side in said.sides for key in side]
    return [said.a] if said.b is None else [said.a, said.b]


def _said_of(tournament: Tournament, results: Iterable[Result]) -> list[PlayedResult | TableResult]:
    """The results of a stage that count; with shared deals, compared over all tables."""
    counted = [result for result in results if result.kind != Result.Kind.VOID]
    if tournament.shares_deals:
        return _by_comparison(tournament, counted)
    return [_in_standings(tournament, result) for result in counted]


def _by_comparison(
    tournament: Tournament, results: Sequence[Result]
) -> list[PlayedResult | TableResult]:
    """The results of finished rounds, with the points from the comparison over their tables.

    A match that nobody came to is worth as much as a missed round.
    """
    compared = compare(tournament, results)
    missed = Decimal(policy_of(tournament).zero_bye)
    said: list[PlayedResult | TableResult] = []
    for result in results:
        if result.match.round.status != Round.Status.DONE:
            continue
        one = _in_standings(tournament, result)
        points: Sequence[Decimal] = (missed,) * len(result.match.sides)
        if result.match_id in compared:
            points = compared[result.match_id].points
        if result.match.is_bye:
            said.append(one)
        elif isinstance(one, TableResult):
            said.append(replace(one, points=tuple(points)))
        else:
            said.append(replace(one, points=(points[0], points[1])))
    return said


def _in_standings(tournament: Tournament, result: Result) -> PlayedResult | TableResult:
    number = result.match.round.number
    sides = [side.keys for side in result.match.sides]
    if len(sides) == 1:
        return PlayedResult(round=number, a=sides[0][0], b=None, outcome=Outcome.BYE)
    points, bags = result.points, tuple(side.bags for side in result.sides)
    if not tournament.is_individual:
        outcomes = _FORFEIT if result.kind == Result.Kind.FORFEIT else _PLAYED
        return PlayedResult(
            round=number,
            a=sides[0][0],
            b=sides[1][0],
            outcome=outcomes[result.winner],
            score=(points[0], points[1]),
            bags=(bags[0], bags[1]),
        )
    # If all forfeit, nobody has a place.
    places = [place or len(sides) for place in result.places]
    if len(sides) > 2 and result.kind == Result.Kind.PLAYED:
        players = [key for (key,) in sides]
        return solo_result(number, players, places, points, bags, result.absent)
    return TableResult(
        round=number,
        sides=tuple(sides),
        places=tuple(places),
        scores=points,
        bags=bags,
        forfeit=result.kind == Result.Kind.FORFEIT,
        absent=tuple(result.absent),
    )
