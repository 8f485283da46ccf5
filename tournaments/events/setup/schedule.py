"""The known times of all rounds: begun, drawn, and future ones.

Without a timetable a round's time is known once the previous round is over. With one, every round's time is known from
the beginning: `timetable` computes it, and this module combines it with the stored rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet

from tournaments.events.core.state import OVER
from tournaments.events.models import Entry, Round, Single, Tournament
from tournaments.events.models.settings import Timing
from tournaments.events.plan.choices import Status
from tournaments.events.setup.lengths import length_of_stages, usual_duration
from tournaments.events.setup.timetable import time_of, window_end
from tournaments.formats.shape import FormatError


@dataclass(frozen=True)
class Slot:
    """When a round is played: from `opens` on, within a window until `closes`. `round` is None before the draw."""

    number: int
    opens: datetime
    closes: datetime | None
    round: Round | None = None


def slot_of(tournament: Tournament, number: int, round_: Round | None, at: datetime) -> Slot | None:
    """Return when a round is played: as stored, else by the timetable; None if unknown at `at`.

    A fixed time that has passed is no longer valid: the round follows the previous one. A window is
    valid until it closes. During a pause no time is known.
    """
    # An unconfirmed draw has no binding time.
    drawn = None if round_ is None or round_.status == Round.Status.DRAFTED else round_
    opens = drawn.starts_at if drawn is not None else None
    if opens is None:
        planned = None if tournament.timing == Timing.FLOW else time_of(tournament, number)
        if planned is None or tournament.status in {*OVER, Status.PAUSED}:
            return None
        if (window_end(tournament, number, planned) or planned) <= at:
            return None
        opens = planned
    closes = drawn.closes_at if drawn is not None else None
    return Slot(number, opens, closes or window_end(tournament, number, opens), drawn)


def slots(
    tournament: Tournament, rounds: Sequence[Round], entries: int, at: datetime
) -> list[Slot]:
    """Return the times of all rounds that have one, including undrawn ones; `rounds` are the stored ones.

    `entries` determines the number of rounds before the draw.
    """
    stored = {each.number: each for each in rounds}
    numbers = range(1, max([rounds_in_all(tournament, entries), *stored]) + 1)
    found = (slot_of(tournament, number, stored.get(number), at) for number in numbers)
    return [slot for slot in found if slot is not None]


def rounds_in_all(tournament: Tournament, entries: int) -> int:
    """Return the number of rounds with a timetable: as drawn, or for this number of entries; without one 0."""
    if tournament.timing == Timing.FLOW or tournament.status in OVER:
        return 0
    if tournament.rounds_planned is not None:
        return tournament.rounds_planned
    try:
        return length_of_stages(tournament.plans, max(entries, tournament.min_entries)).rounds
    except FormatError:
        return 0


def planned_end(tournament: Tournament, entries: int) -> datetime:
    """Return when the last window of a tournament closes, or about when its last round ends."""
    last = rounds_in_all(tournament, entries)
    opens = time_of(tournament, last) if last else None
    if opens is not None:
        stage = tournament.plans[-1]
        match = timedelta(minutes=tournament.match_terms.of_stage(stage).game_minutes)
        return window_end(tournament, last, opens) or opens + tournament.best_of * match
    return tournament.starts_at + usual_duration(
        tournament.plans,
        min(tournament.max_entries, max(entries, tournament.min_entries)),
        tournament.match_terms,
        tournament.best_of,
        timedelta(seconds=tournament.pause_between_rounds),
    )


def next_time(tournament: Tournament, rounds: Sequence[Round], at: datetime) -> datetime | None:
    """Return when the next round of a drawn tournament begins.

    None if unknown, if its time has passed, or if none is left.
    """
    waiting = (Round.Status.DRAFTED, Round.Status.CONFIRMED)
    begun = {each.number for each in rounds if each.status not in waiting}
    number = max(begun, default=0) + 1
    stored = {each.number: each for each in rounds}
    if number not in stored and number > rounds_in_all(tournament, 0):
        return None
    slot = slot_of(tournament, number, stored.get(number), at)
    return slot.opens if slot is not None and slot.opens > at else None


def with_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments with `pairs_in` and `alone_in` counted, as `entries_of` needs them, and with their
    stages.
    """
    return tournaments.prefetch_related("stages").annotate(
        pairs_in=Count("entries", Q(entries__status__in=Entry.LIVE), distinct=True),
        alone_in=Count("singles", Q(singles__status__in=Single.LIVE), distinct=True),
    )


def entries_of(tournament: Tournament) -> int:
    """Return how many places are taken, for a tournament from `with_entries`."""
    counted: Any = tournament
    return int(counted.pairs_in + (counted.alone_in + 1) // 2)
