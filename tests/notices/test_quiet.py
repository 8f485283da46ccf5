"""Quiet hours in a person's own zone."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from spades_site.notices.quiet import end_of_quiet

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (time(22), time(7))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "hours", "expected"),
    [
        ("2026-01-10T12:00", NIGHT, "2026-01-10T12:00"),
        ("2026-01-10T21:30", NIGHT, "2026-01-11T06:00"),  # 22:30 there, until 7:00 the next day
        ("2026-01-11T05:59", NIGHT, "2026-01-11T06:00"),
        ("2026-01-11T06:00", NIGHT, "2026-01-11T06:00"),
        ("2026-07-10T20:00", NIGHT, "2026-07-11T05:00"),  # summer time
        ("2026-03-28T22:00", NIGHT, "2026-03-29T05:00"),  # the night that is an hour shorter
        ("2026-03-29T00:30", (time(1), time(2, 30)), "2026-03-29T01:00"),  # 2:30 is skipped
        ("2027-03-27T23:30", (time(22), time(2, 30)), "2027-03-28T01:00"),
        ("2027-03-28T01:00", (time(22), time(2, 30)), "2027-03-28T01:00"),
        ("2026-01-10T12:30", (time(13), time(15)), "2026-01-10T14:00"),
        ("2026-01-10T12:30", (time(13), time(13)), "2026-01-10T12:30"),
        ("2026-01-10T12:30", (None, time(13)), "2026-01-10T12:30"),
        ("2026-01-10T12:30", (time(13), None), "2026-01-10T12:30"),
    ],
)
def test_the_end_of_the_quiet_hours(
    at: str, hours: tuple[time | None, time | None], expected: str
) -> None:
    assert end_of_quiet(utc(at), BERLIN, *hours) == utc(expected)
