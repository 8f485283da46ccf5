"""Moments typed in the organizer's own time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from spades_site.common.local_time import LocalMomentField

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2026-03-14T20:00", datetime(2026, 3, 14, 19, 0, tzinfo=UTC)),
        ("2026-07-14 20:00", datetime(2026, 7, 14, 18, 0, tzinfo=UTC)),
        ("2026-10-25T02:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        ("2026-03-29T01:59", datetime(2026, 3, 29, 0, 59, tzinfo=UTC)),
        ("2026-03-29T03:00", datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
    ],
)
def test_a_local_time_is_read_in_the_viewers_zone(typed: str, moment: datetime) -> None:
    with timezone.override(BERLIN):
        assert LocalMomentField().clean(typed) == moment


def test_a_time_that_the_clocks_skip_is_refused_with_what_would_work() -> None:
    with timezone.override(BERLIN), pytest.raises(ValidationError) as refusal:
        LocalMomentField().clean("2026-03-29T02:30")
    assert refusal.value.messages == [
        "29 Mar 2026, 02:30 does not exist in Europe/Berlin: the clocks go forward then. "
        "Choose 29 Mar 2026, 01:30 or 29 Mar 2026, 03:30."
    ]


@pytest.mark.parametrize("typed", ["soon", "2026-02-30T20:00", "20:00", "2026-13-01T20:00"])
def test_an_invalid_time_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        LocalMomentField().clean(typed)
    assert refusal.value.messages == ["This isn’t a date and time. Write it like 2026-03-14 20:00."]


def test_a_missing_time_is_asked_for() -> None:
    with pytest.raises(ValidationError) as refusal:
        LocalMomentField().clean("")
    assert refusal.value.messages == ["Choose a date and time."]
