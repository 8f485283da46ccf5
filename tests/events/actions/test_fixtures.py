"""Fixtures: matches in weekly windows, each with a default time; windows that overlap."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.notices.models import Notice
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.actions.decisions import decide_match
from tournaments.events.models import Match
from tournaments.events.setup.proposal import NotValid

pytestmark = pytest.mark.django_db
HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
THURSDAY_AT_EIGHT = 3 * 24 * 60 + 20 * 60
MONDAY = datetime(2027, 3, 7, 23, 0, tzinfo=UTC)
"""Monday, 8 March 2027, 0:00 in Berlin; the clocks go forward on the 28th."""


def go_to(club: Any, at: datetime) -> None:
    """Move the clock to this moment, and do what is due."""
    club.hands.forward((at - now()).total_seconds() + 1)
    advance.advance_due()


WEEKLY: dict[str, Any] = {
    "timing": "windows",
    "round_every_minutes": 7 * 24 * 60,
    "round_zone": "Europe/Berlin",
    "default_minutes": THURSDAY_AT_EIGHT,
    "starts_at": MONDAY,
}


def season(club: Any, entries: int = 4, **fields: Any) -> Any:
    """Return a round robin of weekly windows from Monday on, played on Thursdays at eight, in its first week."""
    cup = club.with_entries(entries, **WEEKLY | fields)
    go_to(club, cup.starts_at)
    cup.refresh_from_db()
    return cup


def times_of(cup: Any) -> list[datetime]:
    """Return when the matches of each round begin, one time a round."""
    found = cup.matches.filter(sides__index=1).order_by("round__number")
    return list(dict.fromkeys(found.values_list("starts_at", flat=True)))


@pytest.mark.slow
def test_every_fixture_has_its_default_time_from_the_draw_on_whatever_the_clocks_do(
    club: Any,
) -> None:
    cup = season(club)
    assert times_of(cup) == [
        datetime(2027, 3, 11, 19, 0, tzinfo=UTC),
        datetime(2027, 3, 18, 19, 0, tzinfo=UTC),
        datetime(2027, 3, 25, 19, 0, tzinfo=UTC),
    ]
    assert [each.starts_at for each in cup.rounds.order_by("number")] == [
        MONDAY, MONDAY + WEEK, MONDAY + 2 * WEEK,
    ]  # fmt: skip
    later = season(club, 6, starts_at=MONDAY + 2 * WEEK, name="Later")
    assert times_of(later)[:2] == [
        datetime(2027, 3, 25, 19, 0, tzinfo=UTC),
        datetime(2027, 4, 1, 18, 0, tzinfo=UTC),
    ]


def test_the_table_opens_at_the_default_time(club: Any) -> None:
    cup = season(club)
    assert cup.next_due_at == datetime(2027, 3, 11, 19, 0, tzinfo=UTC)
    assert club.in_play(cup) == []
    go_to(club, cup.next_due_at)
    assert len(club.in_play(cup)) == 2


@pytest.mark.slow
def test_a_round_begins_in_its_window_though_an_earlier_match_is_unfinished(club: Any) -> None:
    cup = season(club)
    late, other = cup.matches.filter(round__number=1)
    Match.objects.filter(pk=late.pk).update(starts_at=MONDAY + 3 * WEEK + DAY, agreed=True)
    go_to(club, MONDAY + 3 * DAY + 20 * HOUR)
    club.finish(other, 500, 100)
    assert Notice.objects.filter(kind="drawn", params__round=2).count() == 0
    for number in (2, 3):
        go_to(club, MONDAY + (number - 1) * WEEK)
        assert Notice.objects.filter(kind="drawn", params__round=number).count() == 8
        go_to(club, MONDAY + (number - 1) * WEEK + 3 * DAY + 20 * HOUR)
        for match in club.in_play(cup):
            club.finish(match, 500, 100)
    cup.refresh_from_db()
    assert [each.status for each in cup.rounds.order_by("number")] == ["playing", "done", "done"]
    assert (cup.status, cup.next_due_at) == ("running", MONDAY + 3 * WEEK + DAY)
    go_to(club, MONDAY + 3 * WEEK + DAY)
    assert club.in_play(cup) == [late]
    club.finish(late, 100, 500)
    cup.refresh_from_db()
    assert cup.status == "finished"


@pytest.mark.slow
def test_a_postponed_match_of_a_swiss_does_not_hold_up_the_next_draw(club: Any) -> None:
    cup = season(club, 8, format="swiss", rounds=3)
    late, *others = cup.matches.filter(round__number=1)
    Match.objects.filter(pk=late.pk).update(starts_at=MONDAY + WEEK + DAY, agreed=True)
    go_to(club, MONDAY + 3 * DAY + 20 * HOUR)
    *done, running = others
    for match in done:
        club.finish(match, 500, 100)
    cup.refresh_from_db()
    # A table is still in play when the window closes: the draw waits for it, not for the postponed match.
    assert cup.next_due_at == MONDAY + WEEK + DAY
    go_to(club, MONDAY + WEEK)
    assert cup.rounds.count() == 1
    club.finish(running, 500, 100)
    cup.refresh_from_db()
    assert [(each.number, each.status) for each in cup.rounds.order_by("number")] == [
        (1, "playing"), (2, "playing"),
    ]  # fmt: skip
    # The two count as drawn with each other: each meets one of those with a win or a loss, and not the other again.
    half = {entry.pk for entry in late.entries}
    met = [{entry.pk for entry in each.entries} for each in cup.matches.filter(round__number=2)]
    assert half not in met
    assert sum(len(pair & half) for pair in met) == 2
    winners = {each.entries[0].pk for each in others}
    assert sum(pair <= winners for pair in met) == 1
    # It counts as played as soon as it is; the others go on at the day of the next round.
    go_to(club, MONDAY + WEEK + DAY)
    assert club.in_play(cup) == [late]
    club.finish(late, 100, 500)
    assert cup.rounds.get(number=1).status == "done"
    go_to(club, MONDAY + WEEK + 3 * DAY + 20 * HOUR)
    last = club.in_play(cup)
    for match in last[1:]:
        club.finish(match, 500, 100)
    decide_match(match_id=last[0].pk, by=club.organizer, winner=0, reason="They can't come.")
    cup.refresh_from_db()
    assert cup.next_due_at == MONDAY + 2 * WEEK
    go_to(club, MONDAY + 2 * WEEK + 3 * DAY + 20 * HOUR)
    late = club.in_play(cup)[0]
    for match in club.in_play(cup)[1:]:
        club.finish(match, 500, 100)
    # After the last round there is nothing to draw: the tournament ends with its last match.
    cup.refresh_from_db()
    assert (cup.status, cup.next_due_at, cup.rounds.count()) == ("running", None, 3)
    club.finish(late, 500, 100)
    cup.refresh_from_db()
    assert cup.status == "finished"


def test_a_pause_moves_later_windows_with_their_default_times(club: Any) -> None:
    cup = season(club)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer)
    go_to(club, MONDAY + DAY + HOUR)
    lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    second = cup.rounds.get(number=2)
    assert abs(second.starts_at - (MONDAY + WEEK + DAY)) < HOUR
    assert times_of(cup) == [
        datetime(2027, 3, 11, 19, 0, tzinfo=UTC),
        datetime(2027, 3, 19, 19, 0, tzinfo=UTC),
        datetime(2027, 3, 26, 19, 0, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"default_minutes": 6 * 24 * 60 + 150, "starts_at": MONDAY + WEEK},
            "The matches of round 2 would begin at 28 Mar 2027, 02:30, a time that does not exist in"
            " Europe/Berlin: the clocks go forward then. Choose a time an hour earlier or later.",
        ),
        (
            {"default_minutes": 7 * 24 * 60 + 60},
            "In round 1 that is outside the window, which is open from 8 Mar 2027, 00:00 to"
            " 15 Mar 2027, 00:00. Choose a time between them.",
        ),
        (
            {"timing": "fixed"},
            "A default time is for windows. Choose them, or leave it empty.",
        ),
    ],
)
def test_a_default_time_that_cannot_be_is_refused(
    club: Any, fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(NotValid) as refused:
        season(club, **fields)
    assert refused.value.errors == {"default_minutes": [sentence]}
