"""Who meets whom, round by round: every round of a round robin at the start, of other formats each after the one before.

A Swiss pairs by the standings; a knock-out plays in each round what its bracket has ready. The same stored results give
the same round. Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.events import telling
from tournaments.events.brackets import current_results, progress_from
from tournaments.events.lengths import (
    all_met_after,
    length_of,
    rounds_of_swiss,
    usual_rounds,
)
from tournaments.events.models import Entry, Format, Match, Result, Round, Stage, Tournament
from tournaments.events.ranking import policy_of, standings_of
from tournaments.formats import round_robin, swiss
from tournaments.formats.elimination_progress import Progress
from tournaments.formats.shape import Pairing, RoundPlan

Place = tuple[Pairing, str]
"""Who meets whom, and at which place of the bracket ("" where there is none)."""


def plan_first(tournament: Tournament, stage: Stage, seeded: Sequence[Entry], at: datetime) -> None:
    """Draw a tournament whose field is seeded; its first round is due at `at`. The caller saves the tournament."""
    tournament.rounds_planned = length_of(
        tournament.format,
        len(seeded),
        double=tournament.double,
        swiss_rounds=tournament.swiss_rounds,
        third_place=tournament.third_place,
    ).rounds
    if tournament.format == Format.ROUND_ROBIN:
        for plan in round_robin.rounds(len(seeded), tournament.double):
            _write(stage, seeded, _places(plan), plan.number, at if plan.number == 1 else None)
        return
    if tournament.format == Format.SWISS:
        plan = _swiss(tournament, seeded, [])
        flags = [*_short_swiss(tournament, len(seeded)), *plan.flags]
        _write(stage, seeded, _places(plan), 1, at, flags)
        return
    flags = [_too_few_for_third()] if tournament.third_place and len(seeded) < 4 else []
    _write(stage, seeded, _ready(progress_from(tournament, seeded, [])), 1, at, flags)


def plan_next(tournament: Tournament, ended: datetime) -> None:
    """Draw the round after one that ended at `ended` where its format has more to play; else do nothing."""
    stage = tournament.stages.order_by("-index").first()
    if stage is None or stage.format == Format.ROUND_ROBIN:
        return
    field = list(tournament.entries.filter(seed_no__isnull=False).order_by("seed_no"))
    number = stage.rounds.count() + 1
    starts_at = ended + timedelta(seconds=tournament.pause_between_rounds)
    if tournament.is_knock_out:
        ready = _ready(progress_from(tournament, field, current_results(tournament)))
        if ready:
            _write(stage, field, ready, number, starts_at)
        return
    here = sum(entry.status != Entry.Status.WITHDRAWN for entry in field)
    if number <= rounds_of_swiss(len(field), tournament.swiss_rounds) and here > 1:
        plan = _swiss(tournament, field, _history(stage, field))
        _write(stage, field, _places(plan), number, starts_at, plan.flags)


def _write(
    stage: Stage,
    field: Sequence[Entry],
    places: Iterable[Place],
    number: int,
    starts_at: datetime | None,
    flags: Iterable[str] = (),
) -> None:
    """Write a round and its matches; `field` is by seed, as pairings count."""
    round_ = Round.objects.create(
        stage=stage,
        tournament_id=stage.tournament_id,
        number=number,
        status=Round.Status.CONFIRMED,
        starts_at=starts_at,
        flags=list(flags),
    )
    Match.objects.bulk_create(
        Match(
            round=round_,
            tournament_id=stage.tournament_id,
            number=table,
            entry_a=field[pairing.a],
            entry_b=None if pairing.b is None else field[pairing.b],
            slot=slot,
        )
        for table, (pairing, slot) in enumerate(places, start=1)
    )
    if starts_at is not None:
        telling.drawn(round_)


def _places(plan: RoundPlan) -> list[Place]:
    return [(pairing, "") for pairing in plan]


# ------------------------------------------------------------------------------------------------ knock-outs
def _ready(now: Progress) -> list[Place]:
    """The earliest round of the bracket in which something is to be played. All of it is ready: sources come earlier."""
    for wave in now.bracket.waves():
        ready = [now[slot.key] for slot in wave if now[slot.key].next_game is not None]
        if ready:
            return [(state.pairing, state.slot.key) for state in ready if state.pairing]
    return []


def _too_few_for_third() -> str:
    return _("There is no match for the third place: it needs 4 entries.")


# ----------------------------------------------------------------------------------------------------- Swiss
def _swiss(
    tournament: Tournament, field: Sequence[Entry], history: Sequence[Sequence[swiss.Past]]
) -> RoundPlan:
    """Pair those who are still there by their points; keys are places in the field."""
    scores = _scores(tournament) if history else {}
    entrants = [
        swiss.Entrant(key=place, score=scores.get(entry.pk, 0), name=entry.name)
        for place, entry in enumerate(field)
        if entry.status != Entry.Status.WITHDRAWN
    ]
    drawn = swiss.pair(entrants, history, tournament.seed)
    return drawn.plan(len(history) + 1)


def _scores(tournament: Tournament) -> dict[int, int]:
    """Points by entry, in whole units: as they are where nothing is worth a fraction, else in hundredths."""
    policy = policy_of(tournament)
    played = (policy.win, policy.draw, policy.loss)
    unplayed = (policy.bye, policy.forfeit_win, policy.forfeit_loss)
    whole = all(Decimal(points) % 1 == 0 for points in (*played, *unplayed))
    unit = 1 if whole else 100
    return {row.key: int(row.points * unit) for row in standings_of(tournament)}


def _history(stage: Stage, field: Sequence[Entry]) -> list[list[swiss.Past]]:
    """The stage's rounds as the draw sees them."""
    places = {entry.pk: place for place, entry in enumerate(field)}
    rounds: dict[int, list[swiss.Past]] = {}
    current = Result.objects.filter(match__round__stage=stage, current=True)
    for result in current.select_related("match__round").order_by("match_id"):
        past = _past(result.match, result, places)
        rounds.setdefault(result.match.round.number, []).append(past)
    return [rounds[number] for number in sorted(rounds)]


def _past(match: Match, result: Result, places: dict[int, int]) -> swiss.Past:
    """A match that wasn't played, or counts for nobody, may still be: the two haven't met."""
    a = places[match.entry_a_id]
    if match.entry_b_id is None:
        return swiss.Past(a, None)
    b = places[match.entry_b_id]
    if result.kind == Result.Kind.PLAYED:
        return swiss.Past(a, b)
    absent = {"a": (b,), "b": (a,)}.get(result.winner, (a, b))
    return swiss.Past(a, b, absent)


def _short_swiss(tournament: Tournament, entries: int) -> list[str]:
    """What to tell about the number of rounds, now that the number of entries is known."""
    asked = tournament.swiss_rounds or usual_rounds(entries)
    full = all_met_after(entries)
    if asked > full:
        words = {"asked": asked, "entries": entries, "full": full}
        return [
            _(
                "%(asked)d rounds were planned. With %(entries)d entries everybody has met"
                " everybody after %(full)d, so %(full)d are played."
            )
            % words
        ]
    return [flag.sentence for flag in swiss.planned(entries, asked)]
