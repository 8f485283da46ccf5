"""The days of a season's rounds: one a week on the same weekday, none in a break. Pure: no rows, no clock.

Days are computed in the calendar and converted to UTC last, so half past seven stays half past seven when the clocks
change. A round's window opens at midnight of its first day in the season's zone and closes when the next opens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MOST_WEEKS = 200
"""Maximum weeks searched, whatever the breaks."""


@dataclass(frozen=True)
class MatchDay:
    """A round of the season: its window's first day, and the day of its matches."""

    number: int
    opens_on: date
    played_on: date


class NoSuchTime(ValueError):
    """A match day on which the clocks skip the time of the matches."""

    def __init__(self, day: date, at: time) -> None:
        super().__init__(f"{day} {at}")
        self.day, self.at = day, at


def match_days(
    first: date, rounds: int, weekday: int, every: int, breaks: Sequence[tuple[date, date]] = ()
) -> list[MatchDay]:
    """Return the days of `rounds` rounds from `first` on, one every `every` days on `weekday` (0 is Monday).

    A round whose match day would fall into a break (both ends included) is played a period later.
    """
    days: list[MatchDay] = []
    for week in range(MOST_WEEKS):
        if len(days) == rounds:
            break
        opens = first + timedelta(days=week * every)
        played = opens + timedelta(days=(weekday - opens.weekday()) % 7)
        if not any(begin <= played <= end for begin, end in breaks):
            days.append(MatchDay(len(days) + 1, opens, played))
    return days


def moment(day: date, at: time, zone: str, *, forgiving: bool = False) -> datetime:
    """Return the moment of a local time, in UTC.

    Where the clocks skip it, raises NoSuchTime, or if `forgiving` returns the time after the gap.
    """
    typed = datetime.combine(day, at)
    found = typed.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if not forgiving and found.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != typed:
        raise NoSuchTime(day, at)
    return found


def opening(day: date, zone: str) -> datetime:
    """Return when a window opens on a day: at midnight, or where the clocks skip that, at the day's first moment."""
    return datetime.combine(day, time()).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def offset_minutes(match_day: MatchDay, at: time) -> int:
    """Return how many minutes by the wall clock a round's matches begin after its window opens."""
    days = (match_day.played_on - match_day.opens_on).days
    return days * 24 * 60 + at.hour * 60 + at.minute


def end_of_last(days: Sequence[MatchDay], every: int) -> date:
    """Return the last day of the last round's window; there is one at least."""
    return days[-1].opens_on + timedelta(days=every - 1)
