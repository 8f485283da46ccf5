"""When each round of a tournament is played, as far as that is known: those begun, those drawn, and those to come.

Without a timetable a round's time is known when the one before it is over. With one, every round has a time from the
first day on: `timetable` counts it, here it meets what is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from tournaments.events.core.state import OVER
from tournaments.events.models import Entry, Round, Single, Tournament
from tournaments.events.models.settings import Timing
from tournaments.events.plan.choices import Status
from tournaments.events.setup.lengths import length_of_stages
from tournaments.events.setup.timetable import time_of, window_end
from tournaments.formats.shape import FormatError


@dataclass(frozen=True)
class Slot:
    """When a round is played: from `opens` on, within a window until `closes`. `round` is None where it isn't drawn."""

    number: int
    opens: datetime
    closes: datetime | None
    round: Round | None = None


def slot_of(tournament: Tournament, number: int, round_: Round | None, at: datetime) -> Slot | None:
    """Return when a round is played: as stored, else by the timetable; None where nobody knows at the moment `at`.

    A fixed time that has passed without the round is no longer known: the round follows the one before it. A window is
    known until it closes. In a pause no time holds.
    """
    # A draw that waits for the organizer's word holds nobody to a time.
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
    """Return the times of all rounds that have one, also of those that aren't drawn; `rounds` are those stored.

    `entries` says how many rounds there would be before the draw.
    """
    stored = {each.number: each for each in rounds}
    numbers = range(1, max([rounds_in_all(tournament, entries), *stored]) + 1)
    found = (slot_of(tournament, number, stored.get(number), at) for number in numbers)
    return [slot for slot in found if slot is not None]


def rounds_in_all(tournament: Tournament, entries: int) -> int:
    """Return how many rounds the tournament has with a timetable: as drawn, or with so many entries; else 0."""
    if tournament.timing == Timing.FLOW or tournament.status in OVER:
        return 0
    if tournament.rounds_planned is not None:
        return tournament.rounds_planned
    try:
        return length_of_stages(tournament.plans, max(entries, tournament.min_entries)).rounds
    except FormatError:
        return 0


def next_time(tournament: Tournament, rounds: Sequence[Round], at: datetime) -> datetime | None:
    """Return when the first of a drawn tournament's rounds begins that hasn't begun.

    None where nobody knows, where its time has passed, or where none is left.
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
    """Return the tournaments with `pairs_in` and `alone_in` counted, as `entries_of` needs them, and with their stages."""
    return tournaments.prefetch_related("stages").annotate(
        pairs_in=Count("entries", Q(entries__status__in=Entry.LIVE), distinct=True),
        alone_in=Count("singles", Q(singles__status__in=Single.LIVE), distinct=True),
    )


def entries_of(tournament: Tournament) -> int:
    """Return how many places are taken of a tournament that `with_entries` gave."""
    counted: Any = tournament
    return int(counted.pairs_in + (counted.alone_in + 1) // 2)
