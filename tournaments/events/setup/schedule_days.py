"""The dates of a schedule, and when its next tournament is due, computed from its row and the rows of its dates."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from tournaments.events.models import Schedule
from tournaments.events.setup.dates import Start, dates, start_on
from tournaments.events.setup.proposal import FARTHEST

LOOKED_AT = 1000
"""Maximum dates searched for the next one: those of 19 years of weeks."""


def start_of(schedule: Schedule, day: date) -> Start:
    """Return when the tournament of a date starts."""
    return start_on(day, schedule.time, schedule.zone)


def days_to_come(schedule: Schedule, at: datetime) -> Iterator[date]:
    """Yield the dates whose start is after `at`, including skipped and failed ones."""
    today = at.astimezone(ZoneInfo(schedule.zone)).date()
    return (day for day in _all(schedule) if day >= today and start_of(schedule, day).at > at)


def next_day(schedule: Schedule, at: datetime) -> date | None:
    """Return the next future date that hasn't been handled, or None."""
    decided = _decided(schedule)
    return next((day for day in days_to_come(schedule, at) if day not in decided), None)


def next_in_gap(schedule: Schedule, at: datetime) -> date | None:
    """Return the next date that hasn't been handled, at most two years ahead, on which the clocks skip the schedule's
    time.
    """
    decided, last = _decided(schedule), (at + FARTHEST).date()
    near = takewhile(lambda day: day <= last, days_to_come(schedule, at))
    return next((day for day in near if start_of(schedule, day).moved and day not in decided), None)


def missed_days(schedule: Schedule, at: datetime) -> list[date]:
    """Return the dates that passed without being handled, because the server was down."""
    if schedule.next_on is None:
        return []
    due, decided = schedule.next_on, _decided(schedule)
    passed = takewhile(lambda day: start_of(schedule, day).at <= at, _all(schedule))
    return [day for day in passed if day >= due and day not in decided]


def next_at(schedule: Schedule, at: datetime) -> datetime | None:
    """Return when the next tournament is due to be created, else when the schedule ends; None if it is inactive."""
    if schedule.status != Schedule.Status.ACTIVE:
        return None
    day = next_day(schedule, at)
    if day is not None:
        return start_of(schedule, day).at - timedelta(days=schedule.ahead_days)
    last = last_to_come(schedule, at)
    return at if last is None else start_of(schedule, last).at


def last_to_come(schedule: Schedule, at: datetime) -> date | None:
    """Return the last future date; None if all have passed."""
    return max(days_to_come(schedule, at), default=None)


def _all(schedule: Schedule) -> Iterator[date]:
    return islice(dates(schedule.rhythm, schedule.first_on, schedule.last_on), LOOKED_AT)


def _decided(schedule: Schedule) -> set[date]:
    return set(schedule.dates.values_list("day", flat=True)) if schedule.pk else set()
