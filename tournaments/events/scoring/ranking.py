"""A tournament's standings: a function of its entries, results and policy, recomputed each time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.db.models import QuerySet, prefetch_related_objects

from tournaments.events.models import (
    Entry,
    Match,
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
from tournaments.events.scoring.team_scores import margin_of
from tournaments.events.setup.shared_deals import compare
from tournaments.formats.victory_points import victory_points
from tournaments.standings import (
    Ending,
    Entrant,
    MatchResult,
    Policy,
    Side,
    Standings,
    rank,
)
from tournaments.standings.field import Field
from tournaments.standings.streaks import with_streaks


@dataclass(frozen=True)
class Onset:
    """A stage's initial state: the number of its first round, and what its entries carry over from the previous
    stage.

    `points` are by entry key; `results` are those among its own entries that count again, by the tournament's rounds.
    """

    first_round: int = 1
    points: Mapping[int, Decimal] = field(default_factory=dict)
    results: tuple[MatchResult, ...] = ()


AFRESH = Onset()


def policy_of(tournament: Tournament) -> Policy:
    """Return the tournament's policy, with the tournament's seed for its lots."""
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
    earlier: Iterable[MatchResult] = (),
    tables: Iterable[Standings] = (),
) -> Onset:
    """Return a stage's onset from the results of the previous stage, the `earlier` results that counted there again,
    and its final standings.
    """
    if stage.plan.carry == Carry.BETWEEN:
        return Onset(first_round, results=(*earlier, *_counted(stage.tournament, results)))
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

    `off` are the deducted points, as summed by `penalties_of`. Matches of other entries are only used for comparing
    shared deals. Rounds count from the stage's first.
    """
    results = list(results)
    counted = _counted(tournament, results)
    return standings_counting(tournament, entries, counted, off, _rounds_over(results), onset)


def standings_counting(
    tournament: Tournament,
    entries: Iterable[Entry],
    counted: Iterable[MatchResult],
    off: Mapping[int, Decimal],
    rounds_over: int,
    onset: Onset = AFRESH,
) -> Standings:
    """Return the standings of `entries` from the results that count, which bring their points where a win has no fixed
    worth.

    `rounds_over` is the number of the last round that is over, 0 where none is.
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
    own = [one for one in counted if keys.issuperset(one.keys)]
    among = [one for one in onset.results if len(one.sides) > 1 and keys.issuperset(one.keys)]
    offset = onset.first_round - 1
    stage = [replace(one, round=one.round - offset) for one in [*among, *own]]
    return rank(entrants, stage, policy_of(tournament), rounds=max(rounds_over - offset, 0))


def points_from(tournament: Tournament, results: Iterable[Result]) -> dict[int, int]:
    """Return the points, in hundredths, that these loaded results bring, by entry key."""
    counted = _counted(tournament, results)
    entrants = [Entrant(key) for key in sorted({key for one in counted for key in one.keys})]
    return Field(entrants, counted, policy_of(tournament), 0).points


def _rounds_over(results: Iterable[Result]) -> int:
    rounds = {result.match.round for result in results if result.match.round.pairs_until is None}
    return last_over((each.number, each.status == Round.Status.DONE) for each in rounds)


def last_over(rounds: Iterable[tuple[int, bool]]) -> int:
    """Return the number of the last round that is over with all before it, 0 if none is; `rounds` maps numbers to
    whether the round is over. An entry without a result in a later round isn't absent: its match may be unfinished.
    """
    known = list(rounds)
    first_open = min((number for number, over in known if not over), default=None)
    return max(
        (n for n, over in known if over and (first_open is None or n < first_open)), default=0
    )


def _counted(tournament: Tournament, results: Iterable[Result]) -> list[MatchResult]:
    """The results of a stage that count; with shared deals, compared over all tables."""
    counted = [result for result in results if result.kind != Result.Kind.VOID]
    if tournament.shares_deals:
        return _by_comparison(tournament, counted)
    policy = policy_of(tournament)
    found = [
        with_victory_points(tournament, policy, _in_standings(one), one.hands, one.by_hand)
        for one in counted
    ]
    extra = _streak_in(tournament, counted)
    return with_streaks(found, extra, policy) if extra else found


def _streak_in(tournament: Tournament, results: Iterable[Result]) -> int:
    """Return the extra points on a streak in the arena that these results are of; 0 if they are of another format."""
    arenas = {one.match.round.stage_id for one in results if one.match.round.pairs_until}
    if not arenas:
        return 0
    prefetch_related_objects([tournament], "stages")
    return max(stage.plan.streak for stage in tournament.stages.all() if stage.pk in arenas)


def with_victory_points(
    tournament: Tournament,
    policy: Policy,
    one: MatchResult,
    hands: int,
    by_hand: Sequence[Sequence[int]],
) -> MatchResult:
    """Return a result with its victory points if the policy gives them for this match of `hands` hands.

    The margin of a team match is that of its deals, `by_hand` as in `Result`. A winner that has no more points than the other side
    gets those of the narrowest win.
    """
    if policy.spread is None or one.ending != Ending.PLAYED or len(one.sides) != 2:
        return one
    if tournament.is_team:
        margin = margin_of(tournament, by_hand, hands)
    else:
        first, second = one.sides
        margin = first.score - second.score
        ahead = (first.place < second.place) - (second.place < first.place)
        if ahead and margin * ahead <= 0:
            margin = ahead
    return replace(one, points=victory_points(margin, max(1, hands), policy.spread))


def _by_comparison(tournament: Tournament, results: Sequence[Result]) -> list[MatchResult]:
    """The results of finished rounds, with the points from the comparison over their tables.

    A match that nobody came to scores like a missed round.
    """
    compared = compare(tournament, results)
    missed = Decimal(policy_of(tournament).zero_bye)
    found = []
    for result in results:
        if result.match.round.status != Round.Status.DONE:
            continue
        one = _in_standings(result)
        if one.ending != Ending.BYE:
            points: Sequence[Decimal] = (missed,) * len(one.sides)
            if result.match_id in compared:
                points = compared[result.match_id].points
            one = replace(one, points=tuple(points))
        found.append(one)
    return found


def _number_of(match: Match) -> int:
    """Return the round that a match counts as; in an arena each match is one, in the order of their beginnings."""
    number: int = match.round.number
    return number if match.round.pairs_until is None else number - 1 + match.number


def _in_standings(result: Result) -> MatchResult:
    scores, match_sides = result.sides, result.match.sides
    # If all forfeit, nobody has a place.
    sides = tuple(
        Side(side.keys, score.place or len(scores), score.points, score.bags)
        for side, score in zip(match_sides, scores, strict=True)
    )
    return MatchResult(
        _number_of(result.match), sides, Ending(result.kind), absent=tuple(result.absent)
    )
