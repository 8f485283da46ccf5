"""The days of a season: one a week, none in a break, and the same time of day when the clocks change."""

from datetime import UTC, date, datetime, time

import pytest

from tournaments.seasons.match_days import (
    NoSuchTime,
    end_of_last,
    match_days,
    moment,
    offset_minutes,
    opening,
)

THURSDAY = 3
MONDAY = date(2027, 3, 15)


def played(*args: object) -> list[date]:
    return [day.played_on for day in match_days(*args)]  # type: ignore[arg-type]


def test_a_round_a_week_on_its_weekday() -> None:
    days = match_days(MONDAY, 3, THURSDAY, 7)
    assert [(day.number, day.opens_on, day.played_on) for day in days] == [
        (1, date(2027, 3, 15), date(2027, 3, 18)),
        (2, date(2027, 3, 22), date(2027, 3, 25)),
        (3, date(2027, 3, 29), date(2027, 4, 1)),
    ]
    assert end_of_last(days, 7) == date(2027, 4, 4)


def test_a_break_puts_off_the_rounds_whose_day_falls_into_it() -> None:
    easter = (date(2027, 3, 25), date(2027, 3, 31))
    assert played(MONDAY, 3, THURSDAY, 7, [easter]) == [
        date(2027, 3, 18), date(2027, 4, 1), date(2027, 4, 8),
    ]  # fmt: skip
    assert played(MONDAY, 2, THURSDAY, 7, [(date(2027, 3, 18), date(2027, 3, 18))]) == [
        date(2027, 3, 25), date(2027, 4, 1),
    ]  # fmt: skip


def test_a_window_may_open_after_the_weekday() -> None:
    friday = date(2027, 3, 19)
    assert played(friday, 2, THURSDAY, 14) == [date(2027, 3, 25), date(2027, 4, 8)]


def test_half_past_seven_stays_half_past_seven_when_the_clocks_change() -> None:
    at = time(19, 30)
    assert [moment(day, at, "Europe/Berlin") for day in played(MONDAY, 3, THURSDAY, 7)] == [
        datetime(2027, 3, 18, 18, 30, tzinfo=UTC),
        datetime(2027, 3, 25, 18, 30, tzinfo=UTC),
        datetime(2027, 4, 1, 17, 30, tzinfo=UTC),
    ]
    (first, *_rest) = match_days(MONDAY, 1, THURSDAY, 7)
    assert offset_minutes(first, at) == 3 * 24 * 60 + 19 * 60 + 30


def test_a_time_that_the_clocks_skip_is_refused() -> None:
    with pytest.raises(NoSuchTime) as gap:
        moment(date(2027, 3, 28), time(2, 30), "Europe/Berlin")
    assert (gap.value.day, gap.value.at) == (date(2027, 3, 28), time(2, 30))
    # Where midnight is skipped, the day begins an hour later.
    assert opening(date(2027, 4, 4), "Africa/Cairo") == datetime(2027, 4, 3, 22, tzinfo=UTC)


def test_a_break_without_end_leaves_the_season_short() -> None:
    assert match_days(MONDAY, 2, THURSDAY, 7, [(date(2027, 1, 1), date(2040, 1, 1))]) == []
