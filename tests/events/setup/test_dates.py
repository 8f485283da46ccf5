"""The dates of a schedule, and their moments."""

from datetime import UTC, date, datetime, time
from itertools import islice

import pytest

from tournaments.events.setup.dates import Start, dates, next_like, start_on

BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("rhythm", "first", "found"),
    [
        ("week", date(2026, 12, 17), [(12, 17), (12, 24), (12, 31), (1, 7), (1, 14)]),
        ("two_weeks", date(2026, 12, 17), [(12, 17), (12, 31), (1, 14), (1, 28), (2, 11)]),
        ("month", date(2026, 11, 12), [(11, 12), (12, 10), (1, 14), (2, 11), (3, 11)]),
        # The fifth Thursday is the last one of a month, whether that has four or five.
        ("month", date(2026, 10, 29), [(10, 29), (11, 26), (12, 31), (1, 28), (2, 25)]),
    ],
)
def test_dates_follow_the_calendar(rhythm: str, first: date, found: list[tuple[int, int]]) -> None:
    days = islice(dates(rhythm, first, None), 5)
    assert [(day.month, day.day) for day in days] == found


def test_dates_end_with_the_last_day_or_the_calendar() -> None:
    week = list(dates("week", date(2026, 12, 3), date(2026, 12, 17)))
    assert week == [date(2026, 12, 3), date(2026, 12, 10), date(2026, 12, 17)]
    assert list(dates("month", date(9999, 11, 4), None)) == [date(9999, 11, 4), date(9999, 12, 2)]
    assert list(dates("week", date(9999, 12, 30), None)) == [date(9999, 12, 30)]


def test_the_wall_clock_stays_when_the_clocks_change() -> None:
    before, after = (start_on(date(2027, 3, day), time(20), BERLIN) for day in (25, 28))
    assert (before, after) == (
        Start(datetime(2027, 3, 25, 19, tzinfo=UTC)),
        Start(datetime(2027, 3, 28, 18, tzinfo=UTC)),
    )


def test_a_skipped_time_is_after_the_gap_and_a_doubled_one_the_first() -> None:
    skipped = start_on(date(2027, 3, 28), time(2, 30), BERLIN)
    assert skipped == Start(datetime(2027, 3, 28, 1, 30, tzinfo=UTC), moved=True)
    assert start_on(date(2026, 10, 25), time(2, 30), BERLIN) == Start(
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    )


def test_the_next_evening_of_the_kind_is_found_by_the_wall_clock() -> None:
    thursday = datetime(2026, 10, 22, 18, tzinfo=UTC)
    assert next_like(thursday, BERLIN, datetime(2026, 11, 19, 18, 59, tzinfo=UTC)) == datetime(
        2026, 11, 19, 19, tzinfo=UTC
    )
    assert next_like(thursday, BERLIN, datetime(2026, 11, 19, 19, tzinfo=UTC)) == datetime(
        2026, 11, 26, 19, tzinfo=UTC
    )
    sunday = datetime(2027, 3, 21, 1, 30, tzinfo=UTC)
    assert next_like(sunday, BERLIN, sunday) == datetime(2027, 4, 4, 0, 30, tzinfo=UTC)
