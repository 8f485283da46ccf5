"""The dates of a schedule. Pure: no rows, no clock.

Dates are computed in the calendar and converted to UTC last, so eight o'clock stays eight o'clock when the clocks
change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = 7


@dataclass(frozen=True)
class Start:
    """When the tournament of a date starts; `moved` if the clocks skip the schedule's time on that day."""

    at: datetime
    moved: bool = False


def start_on(day: date, at: time, zone: str) -> Start:
    """Return the start on a day at a local time: after the gap if the clocks skip it, the first if it occurs twice."""
    typed = datetime.combine(day, at)
    moment = typed.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    return Start(moment, moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != typed)


def dates(rhythm: str, first: date, last: date | None) -> Iterator[date]:
    """Yield the dates from `first` to `last` (None: without end).

    `rhythm` is "week", "two_weeks" or "month": the same weekday of each month, counted from its beginning, or the last one
    if `first` is a fifth.
    """
    step = 0
    while True:
        day = _nth(rhythm, first, step)
        if day is None or (last is not None and day > last):
            return
        yield day
        step += 1


def _nth(rhythm: str, first: date, step: int) -> date | None:
    """Return the date `step` periods after the first; None after the calendar's end."""
    try:
        if rhythm != "month":
            return first + timedelta(days=step * WEEK * (2 if rhythm == "two_weeks" else 1))
        months = first.month - 1 + step
        begin = date(first.year + months // 12, months % 12 + 1, 1)
        earliest = begin + timedelta(days=(first.weekday() - begin.weekday()) % WEEK)
        place = (first.day - 1) // WEEK
        found = earliest + timedelta(days=WEEK * place)
    except (OverflowError, ValueError):
        return None
    return found if found.month == begin.month else found - timedelta(days=WEEK)


def next_like(moment: datetime, zone: str, after: datetime) -> datetime:
    """Return the next moment after `after` with the weekday and the time of day that `moment` has in `zone`."""
    typed = moment.astimezone(ZoneInfo(zone))
    day = after.astimezone(ZoneInfo(zone)).date()
    day += timedelta(days=(typed.weekday() - day.weekday()) % WEEK)
    while (start := start_on(day, typed.time(), zone)).at <= after or start.moved:
        day += timedelta(days=WEEK)
    return start.at
