"""Rounds at fixed times, and windows in which the two sides agree on a time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.rows import results_of
from tournaments.events import advance
from tournaments.events.actions import changing, entering, lifecycle
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.matches.disputes import contestable_until
from tournaments.events.models import Round
from tournaments.events.notices import reminders
from tournaments.events.queries.next_steps import next_for
from tournaments.events.setup import timetable
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.timetable import time_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


@pytest.mark.slow
def test_rounds_begin_at_their_times_and_not_before_the_pause(club: Any) -> None:
    start = now() + HOUR
    cup = club.with_entries(
        4, timing="fixed", round_every_minutes=60, pause_between_rounds=600, starts_at=start,
        round_times=(start + 2 * HOUR,),
    )  # fmt: skip
    club.hands.forward(3601)
    advance.advance(cup.pk)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    cup.refresh_from_db()
    second = cup.rounds.get(number=2)
    assert (second.starts_at, cup.next_due_at) == (time_of(cup, 2), time_of(cup, 2))
    assert second.starts_at == start + 2 * HOUR
    club.hands.forward((second.starts_at - now()).total_seconds() + 1)
    advance.advance(cup.pk)
    club.hands.forward(55 * 60)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    third = cup.rounds.get(number=3)
    # An hour after the second is five minutes away, and the pause is ten minutes.
    assert third.starts_at == cup.rounds.get(number=2).finished_at + timedelta(minutes=10)
    assert third.starts_at > time_of(cup, 3) == start + 3 * HOUR


def test_friday_at_eight_stays_friday_at_eight_when_the_clocks_change(club: Any) -> None:
    cup = club.tournament(
        timing="fixed", round_every_minutes=7 * 24 * 60, round_zone="Europe/Berlin",
        starts_at=datetime(2027, 3, 19, 19, 0, tzinfo=UTC), max_entries=4,
    )  # fmt: skip
    assert [time_of(cup, n) for n in (1, 2, 3)] == [
        datetime(2027, 3, 19, 19, 0, tzinfo=UTC),
        datetime(2027, 3, 26, 19, 0, tzinfo=UTC),
        datetime(2027, 4, 2, 18, 0, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    ("fields", "name", "sentence"),
    [
        (
            {
                "round_zone": "Europe/Berlin",
                "starts_at": datetime(2027, 3, 27, 1, 30, tzinfo=UTC),
                "round_every_minutes": 24 * 60,
            },
            "round_every_minutes",
            "Round 2 would begin at 28 Mar 2027, 02:30, a time that does not exist in Europe/Berlin:"
            " the clocks go forward then. Choose another start, or list the times.",
        ),
        ({"round_every_minutes": 2}, "round_every_minutes", "Choose from 5 minutes to 31 days."),
        (
            {"timing": "windows", "round_times": (datetime(2030, 1, 1, tzinfo=UTC),)},
            "round_every_minutes",
            "Enter how long each window lasts.",
        ),
    ],
)
def test_a_timetable_that_cannot_be_is_refused(
    club: Any, fields: dict[str, Any], name: str, sentence: str
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(**{"timing": "fixed"} | fields)
    assert refused.value.errors == {name: [sentence]}


def test_a_start_is_not_moved_so_that_a_round_falls_into_the_clock_change(club: Any) -> None:
    cup = club.tournament(
        timing="fixed", round_every_minutes=7 * 24 * 60, round_zone="Europe/Berlin",
        starts_at=datetime(2027, 3, 14, 19, 0, tzinfo=UTC), max_entries=4,
    )  # fmt: skip
    move = {"tournament_id": cup.pk, "by": club.organizer}
    with pytest.raises(NotValid) as refused:
        changing.change_tournament(**move, starts_at=datetime(2027, 3, 21, 1, 30, tzinfo=UTC))
    assert refused.value.errors == {
        "starts_at": [
            "Round 2 would begin at 28 Mar 2027, 02:30, a time that does not exist in Europe/Berlin:"
            " the clocks go forward then. Choose another start, or list the times."
        ]
    }
    # Three rounds are over before the change of the week after.
    fine = datetime(2027, 2, 28, 1, 30, tzinfo=UTC)
    assert changing.change_tournament(**move, starts_at=fine).starts_at == fine


def opened(club: Any, **fields: Any) -> Any:
    cup = club.with_entries(4, timing="windows", round_every_minutes=7 * 24 * 60, **fields)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    return cup


@pytest.mark.slow
def test_two_sides_agree_and_their_table_opens_then(club: Any) -> None:
    cup = opened(club)
    round_ = cup.rounds.get(number=1)
    assert (round_.status, round_.closes_at) == (
        Round.Status.PLAYING, cup.starts_at + timedelta(days=7),
    )  # fmt: skip
    assert club.in_play(cup) == []
    match = cup.matches.filter(round=round_).first()
    first, second = (side.players.first().user for side in match.entries)
    assert [todo.code for todo in next_for(second)] == ["agree"]
    ask = {"match_id": match.pk, "user": first}
    stranger = club.player("zoe")
    assert refusal(time_offers.offer_times, **ask | {"user": stranger}, times=[now() + HOUR]) == (
        "not_your_match"
    )
    assert refusal(time_offers.offer_times, **ask, times=[now() - HOUR]) == "time_past"
    late = now() + timedelta(days=8)
    assert refusal(time_offers.offer_times, **ask, times=[late]) == "outside_window"
    offer = time_offers.offer_times(**ask, times=[now() + 2 * HOUR])
    assert refusal(time_offers.accept_time, offer_id=offer.pk, user=first) == "answered"
    time_offers.decline_time(offer_id=offer.pk, user=second)
    offer = time_offers.offer_times(**ask, times=[now() + 3 * HOUR])
    (todo,) = next_for(second)
    assert (todo.code, todo.url, todo.sentence) == (
        "agree", match.get_absolute_url(), f"{match.entries[0].name}: a time is offered for your match.",
    )  # fmt: skip
    time_offers.accept_time(offer_id=offer.pk, user=second)
    cup.refresh_from_db()
    assert cup.next_due_at == offer.moments[0]
    club.hands.forward(3 * 3600 - 10)
    assert advance.advance_due() == 0
    club.hands.forward(11)
    assert advance.advance_due() == 1
    assert club.in_play(cup) == [match]
    assert refusal(time_offers.offer_times, **ask, times=[now() + HOUR]) == "no_window"


def test_an_agreed_time_is_called_to_mind_and_the_opening_of_a_window_is_not(club: Any) -> None:
    cup = club.with_entries(4, timing="windows", round_every_minutes=7 * 24 * 60)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.filter(round__number=1).first()
    first, second = ([place.user for place in entry.players.all()] for entry in match.entries)
    when = now() + 5 * HOUR
    offer = time_offers.offer_times(match_id=match.pk, user=first[0], times=[when])
    time_offers.accept_time(offer_id=offer.pk, user=second[0])
    reminders.remind()
    club.hands.forward(4 * 3600 + 20 * 60)
    reminders.remind()
    reminders.remind()
    reminded = Notice.objects.filter(kind="starts_soon", path=match.get_absolute_url())
    assert sorted(each.user_id for each in reminded) == sorted(user.pk for user in first + second)
    assert {each.params["start_at"] for each in reminded} == {when.isoformat()}
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.DONE, finished_at=now())
    following = cup.rounds.get(number=2)
    Round.objects.filter(pk=following.pk).update(starts_at=now() + HOUR / 3)
    before = Notice.objects.count()
    reminders.remind()
    assert Notice.objects.count() == before


def test_the_same_time_offered_by_both_is_agreed(club: Any) -> None:
    cup = opened(club)
    match = cup.matches.filter(round__number=1).first()
    when = now() + HOUR
    for side in match.entries:
        time_offers.offer_times(match_id=match.pk, user=side.players.first().user, times=[when])
    match.refresh_from_db()
    assert match.starts_at == when
    assert list(match.time_offers.values_list("status", flat=True)) == ["accepted"]


@pytest.mark.slow
def test_without_a_time_the_table_opens_when_the_window_closes(club: Any) -> None:
    cup = opened(club)
    club.hands.forward(7 * 24 * 3600)
    assert advance.advance_due() == 1
    assert len(club.in_play(cup)) == 2
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    # The second window opened with the end of the first.
    assert cup.rounds.get(number=2).status == Round.Status.PLAYING


@pytest.mark.slow
def test_or_who_offered_no_time_forfeits(club: Any) -> None:
    cup = opened(club, no_time="forfeit")
    first, _second = cup.matches.filter(round__number=1)
    keen = first.entries[1].players.first().user
    time_offers.offer_times(match_id=first.pk, user=keen, times=[now() + HOUR])
    club.hands.forward(7 * 24 * 3600)
    advance.advance_due()
    assert [row[3] for row in results_of(cup)[:2]] == [
        ("forfeit", 1, 0, 0), ("forfeit", None, 0, 0),
    ]  # fmt: skip
    assert first.results.get().reason == (
        f"Only {first.entries[1].name} offered a time while the other side could still answer."
    )
    ended = cup.rounds.get(number=1).finished_at
    assert ended == cup.starts_at + timedelta(days=7)


def test_withdrawing_within_the_window_forfeits_at_once(club: Any) -> None:
    cup = opened(club)
    first, second = cup.matches.filter(round__number=1)
    entering.withdraw(tournament_id=cup.pk, user=first.entries[0].players.first().user)
    entering.remove_entry(entry_id=second.entries[1].pk, by=club.organizer, reason="Not a member.")
    left = first.entries[1].players.first().user
    late = {"match_id": first.pk, "user": left, "times": [now() + HOUR]}
    assert refusal(time_offers.offer_times, **late) == "no_window"
    assert [
        (row.kind, row.winner, row.reason, row.match_id)
        for each in (first, second)
        for row in each.results.all()
    ] == [
        ("forfeit", 1, f"{first.entries[0].name} withdrew.", first.pk),
        ("forfeit", 0, f"{second.entries[1].name} withdrew.", second.pk),
    ]
    assert all(row.at <= now() for each in (first, second) for row in each.results.all())
    told = Notice.objects.get(user=left, kind="decided")
    said = notice_text(told.kind, told.params)
    assert (said.title, said.text) == (
        "Cup, round 1: decided without play",
        f"Against {first.entries[0].name}: you won without play."
        f" Reason: {first.entries[0].name} withdrew.",
    )


def test_an_offer_in_the_last_moment_wins_nothing(club: Any) -> None:
    cup = opened(club, no_time="forfeit")
    first, _second = cup.matches.filter(round__number=1)
    club.hands.forward(7 * 24 * 3600 - 7200)
    sly = first.entries[1].players.first().user
    time_offers.offer_times(match_id=first.pk, user=sly, times=[now() + HOUR])
    club.hands.forward(7200)
    advance.advance_due()
    result = first.results.get()
    assert (result.kind, result.winner, result.reason) == (
        "forfeit", None, "Neither side offered a time while the other could still answer.",
    )  # fmt: skip


def test_a_window_run_late_or_twice_is_run_once(club: Any) -> None:
    cup = opened(club)
    club.hands.forward(9 * 24 * 3600)
    assert advance.advance_due() == 1
    tables = [match.table_id for match in club.in_play(cup)]
    advance.advance(cup.pk)
    assert [match.table_id for match in club.in_play(cup)] == tables


@pytest.mark.slow
def test_a_pause_makes_the_window_longer_and_moves_what_was_agreed_for_it(club: Any) -> None:
    cup = club.started(4, timing="windows", round_every_minutes=24 * 60, dispute_hours=2)
    first, second = cup.matches.filter(round__number=1)
    begun, closes = now(), cup.rounds.get(number=1).closes_at
    for match, hours in ((first, 2), (second, 10)):
        offer = time_offers.offer_times(
            match_id=match.pk, user=match.entries[0].players.first().user,
            times=[begun + hours * HOUR],
        )  # fmt: skip
        time_offers.accept_time(offer_id=offer.pk, user=match.entries[1].players.first().user)
    club.hands.forward(3600)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer, reason="The hall is closed.")
    club.hands.forward(5 * 3600)
    advance.advance(cup.pk)
    assert club.in_play(cup) == []
    resumed = lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    since, until = timetable.pauses_of(resumed)[0]
    length = until - since
    assert timedelta(hours=5) < length < timedelta(hours=5, minutes=1)
    for match in (first, second):
        match.refresh_from_db()
    round_ = cup.rounds.get(number=1)
    assert (round_.closes_at, round_.status) == (closes + length, Round.Status.PLAYING)
    assert (first.starts_at, second.starts_at) == (begun + 2 * HOUR + length, begun + 10 * HOUR)
    assert first.time_offers.get().starts_at == first.starts_at
    assert [note.params["time_news"] for note in Notice.objects.filter(kind="time").order_by("pk")][
        -4:
    ] == ["moved"] * 4
    assert (resumed.paused_at, len(resumed.pauses)) == (None, 1)
    # The windows after it are as long as planned.
    assert time_of(resumed, 2) == closes + length
    assert time_of(resumed, 3) == closes + 24 * HOUR + length


@pytest.mark.slow
def test_fixed_times_stay_where_they_were_announced(club: Any) -> None:
    start = now() + HOUR
    cup = club.with_entries(4, timing="fixed", round_every_minutes=60, starts_at=start)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    club.hands.forward(90 * 60)
    resumed = lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    assert [round_.status for round_ in cup.rounds.order_by("number")] == [
        "done", "playing", "confirmed",
    ]  # fmt: skip
    assert time_of(resumed, 3) == start + 2 * HOUR


@pytest.mark.slow
def test_a_pause_is_no_time_to_contest_a_result_in(club: Any) -> None:
    cup = club.started(4, dispute_hours=2)
    match = club.in_play(cup)[0]
    club.finish(match, 500, 100)
    given = match.results.get().at
    club.hands.forward(3600)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer)
    club.hands.forward(4 * 3600)
    cup.refresh_from_db()
    assert contestable_until(cup, match.results.get()) > now() + HOUR - timedelta(minutes=1)
    resumed = lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    (since, until) = timetable.pauses_of(resumed)[0]
    assert contestable_until(resumed, match.results.get()) == given + 2 * HOUR + (until - since)
    later = club.in_play(cup)[0]
    club.finish(later, 500, 100)
    given = later.results.get().at
    assert contestable_until(resumed, later.results.get()) == given + 2 * HOUR


def test_a_time_agreed_during_a_pause_loses_the_rest_of_it_alone(club: Any) -> None:
    cup = club.started(4, timing="windows", round_every_minutes=7 * 24 * 60)
    match = cup.matches.filter(round__number=1).first()
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer)
    club.hands.forward(4 * 3600)
    when = now() + HOUR
    offer = time_offers.offer_times(
        match_id=match.pk, user=match.entries[0].players.first().user, times=[when]
    )
    time_offers.accept_time(offer_id=offer.pk, user=match.entries[1].players.first().user)
    offered = match.time_offers.get().at
    club.hands.forward(2 * 3600)
    resumed = lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    match.refresh_from_db()
    assert match.starts_at == when + (timetable.pauses_of(resumed)[0][1] - offered)
