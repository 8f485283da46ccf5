"""Notices during a tournament: each is sent once, even if steps run twice."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import translation

from games.tables.models import Seat
from spades_site.common.clock import now
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.singles import begun, finish
from tournaments.events import advance
from tournaments.events.actions import changing, decisions, entering, lifecycle
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.entries import inviting, substitutes
from tournaments.events.matches import disputes
from tournaments.events.models import Match, Result, Tournament
from tournaments.events.notices import reminders

pytestmark = pytest.mark.django_db


def told(name: str, kind: str = "") -> list[tuple[str, str]]:
    """Return the titles and texts of a person's notices, in order."""
    found = Notice.objects.filter(user__username=name).order_by("pk")
    if kind:
        found = found.filter(kind=kind)
    said = [notice_text(each.kind, each.params) for each in found]
    return [(each.title, each.text) for each in said]


def kinds(name: str) -> list[str]:
    return list(
        Notice.objects.filter(user__username=name).order_by("pk").values_list("kind", flat=True)
    )


def test_asking_and_answering(club: Any) -> None:
    cup = club.open()
    club.enter_pair(cup, "bea", "cleo")
    assert told("cleo")[0][0] == "bea asks you to be their partner"
    assert told("bea") == [("Cup: your entry", "cleo accepted: you have entered together.")]
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("dan"), partner=club.player("eve").username
    )
    entering.decline_invitation(invitation_id=asked.invitations.get().pk, user=club.player("eve"))
    assert told("dan") == [("Cup: your entry", "eve declined. Ask somebody else, or enter alone.")]


def test_a_start_that_is_moved_is_told_and_called_to_mind_again(club: Any) -> None:
    cup = club.with_entries(2)
    first = cup.starts_at
    club.hands.forward(1900)
    reminders.remind()
    changing.change_tournament(
        tournament_id=cup.pk, by=club.organizer, starts_at=first + timedelta(hours=2)
    )
    club.hands.forward(7200)
    reminders.remind()
    reminders.remind()
    assert kinds("a1") == ["entry", "starts_soon", "entry", "starts_soon"]
    later = Notice.objects.filter(user__username="a1", kind="starts_soon").latest("pk")
    assert later.params["start_at"] == (first + timedelta(hours=2)).isoformat()
    assert told("b1", "entry")[-1][1].startswith("New start: ")


def test_a_mail_about_a_tournament_is_of_use_until_it_starts(club: Any) -> None:
    """However long ago its check-in was opened: quiet hours may lie between."""
    cup = club.with_entries(1, check_in_minutes=600, starts_at=now() + timedelta(hours=11))
    entering.enter(
        tournament_id=cup.pk, user=club.player("dan"), partner=club.player("eve").username
    )
    club.hands.forward(3601)
    advance.advance(cup.pk)
    ends = Notice.objects.filter(kind__in=("check_in", "invited"), user__username__in=("a1", "eve"))
    assert {(each.kind, each.mail_until) for each in ends} == {
        ("check_in", cup.starts_at),
        ("invited", cup.starts_at),
    }


def test_a_match_from_the_draw_to_its_result(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    advance.advance(cup.pk)
    first, second = match.entries[0], match.entries[1]
    winner, loser = (each.players.get(position=0).user.username for each in (first, second))
    assert told(winner, "drawn") == [("Cup: round 1 has been drawn", f"You play {second.name}.")]
    assert told(winner, "result") == [
        ("Cup, round 1: you won", f"Against {second.name}, 512 to 340.")
    ]
    assert told(loser, "result") == [
        ("Cup, round 1: you lost", f"Against {first.name}, 340 to 512.")
    ]


def test_a_decision_tells_its_reason_and_every_version_is_told(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    name = match.entries[0].players.get(position=0).user.username
    decisions.decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Never came.")
    decisions.decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="They did.")
    other = match.entries[1].name
    assert told(name, "decided") == [
        (
            "Cup, round 1: the organizer decided",
            f"Against {other}: you lost without play. Reason: Never came.",
        ),
        (
            "Cup, round 1: the organizer decided",
            f"Against {other}: you won without play. Reason: They did.",
        ),
    ]
    assert Result.objects.filter(match=match).count() == 2


def test_absent_players_learn_that_the_rule_and_no_organizer_decided(club: Any) -> None:
    cup = club.started(2, no_show="forfeit", grace_minutes=1)
    (match,) = club.in_play(cup)
    first, second = match.entries[0], match.entries[1]
    match.table.seats.filter(index__in=(0, 2)).update(arrived_at=now())
    club.hands.forward(120)
    advance.advance(cup.pk)
    gone = ", ".join(place.user.username for place in second.players.all())
    assert told(first.players.get(position=0).user.username, "decided") == [
        (
            "Cup, round 1: decided without play",
            f"Against {second.name}: you won without play. Reason: {gone} did not come.",
        )
    ]


def test_check_in_reminders_and_the_end_are_told_once(club: Any) -> None:
    cup = club.with_entries(2, check_in_minutes=15)
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    club.hands.forward(31 * 60)
    reminders.remind()
    reminders.remind()
    club.hands.forward(15 * 60)
    advance.advance(cup.pk)
    advance.advance(cup.pk)
    assert kinds("a1") == ["entry", "starts_soon", "check_in"]
    assert kinds("zoe") == ["starts_soon", "check_in"]
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="Power cut.")
    assert told("zoe", "cancelled") == [("Cup has been cancelled", "Power cut.")]


def test_a_round_that_starts_soon_is_called_to_mind_to_all_who_play_in_it(club: Any) -> None:
    cup = begun(club, 8, format="rotation", rounds=2, pause_between_rounds=1200)
    for match in club.in_play(cup):
        finish(match, 200, 100)
    entering.withdraw(tournament_id=cup.pk, user=club.player("p8"))
    Notice.objects.all().delete()
    reminders.remind()
    reminded = Notice.objects.filter(kind="starts_soon").values_list("user__username", flat=True)
    assert sorted(reminded) == [f"p{each}" for each in range(1, 8)]
    assert [title for title, _ in told("p1", "starts_soon")] == ["Cup, round 2 starts soon"]
    with translation.override("de"):
        assert [title for title, _ in told("p1", "starts_soon")] == ["Cup, Runde 2 beginnt bald"]


def test_those_left_out_at_the_start_are_told_why(club: Any) -> None:
    cup = club.with_entries(2)
    for name in ("xan", "yan", "zoe"):
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    said = {name: told(name, "entry") for name in ("xan", "yan", "zoe")}
    alone = [name for name, lines in said.items() if "no partner left" in lines[0][1]]
    paired = sorted(set(said) - set(alone))
    assert len(alone) == 1
    assert said[paired[0]] == [("Cup: your entry", f"Your partner is {paired[1]}.")]


def test_a_player_missing_at_the_table_is_notified(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    here, *missing = match.table.seats.order_by("index")
    Seat.objects.filter(pk=here.pk).update(arrived_at=now())
    reminders.remind()
    assert not Notice.objects.filter(kind="waits").exists()
    club.hands.forward(61)
    reminders.remind()
    reminders.remind(now() + timedelta(seconds=20))
    called = Notice.objects.filter(kind="waits").order_by("user__username")
    assert [each.user.username for each in called] == sorted(seat.name for seat in missing)
    assert {each.path for each in called} == {Match.objects.get().get_absolute_url()}


def test_a_rated_match_tells_the_new_rating(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    winner = match.entries[0].players.get(position=0).user.username
    ((title, text),) = told(winner, "rating")
    assert (title, text) == ("Your rating is now 1504", "It was 1500 before the game.")


# ------------------------------------------------------------------------------------------------ around a match
def test_times_offered_declined_and_agreed(club: Any) -> None:
    cup = club.with_entries(2, timing="windows", round_every_minutes=7 * 24 * 60)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    first, second = (
        [place.user for place in entry.players.select_related("user")] for entry in match.entries
    )
    early = datetime(2099, 3, 1, 19, 0, tzinfo=UTC)
    cup.rounds.update(closes_at=early + timedelta(days=2))
    late = early + timedelta(days=1)
    refused = time_offers.offer_times(match_id=match.pk, user=first[0], times=[early])
    time_offers.decline_time(offer_id=refused.pk, user=second[0])
    offer = time_offers.offer_times(match_id=match.pk, user=second[0], times=[late])
    time_offers.accept_time(offer_id=offer.pk, user=first[0])
    ours, theirs = match.entries[0].name, match.entries[1].name
    title = "Cup, round 1: a time for your match"
    when, then = "Sun 1 Mar, 19:00 (UTC)", "Mon 2 Mar, 19:00 (UTC)"
    declined = (title, f"{theirs} can’t play {when}. Offer another time.")
    offered = (title, f"{theirs} can play {then}. Accept, decline or offer another time.")
    assert told(first[0].username, "time") == [declined, offered]
    assert told(first[1].username, "time") == [
        declined,
        offered,
        (title, f"Agreed: you play {theirs} {then}. The table opens then."),
    ]
    for user in second:
        assert told(user.username, "time") == [
            (title, f"{ours} can play {when}. Accept, decline or offer another time."),
            (title, f"Agreed: you play {ours} {then}. The table opens then."),
        ]


def test_the_same_time_from_both_sides_is_told_as_agreed(club: Any) -> None:
    cup = club.with_entries(2, timing="windows", round_every_minutes=7 * 24 * 60)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    first, second = (entry.players.first().user for entry in match.entries)
    when = now() + timedelta(hours=1)
    for user in (first, second):
        time_offers.offer_times(match_id=match.pk, user=user, times=[when])
    news = Notice.objects.filter(kind="time").values_list("user__username", "params__time_news")
    assert sorted(news.filter(user__in=(first, second))) == sorted(
        [(first.username, "agreed"), (second.username, "offered")]
    )


@pytest.mark.parametrize(
    ("stands", "sentence"),
    [
        (True, "The result stands. Reason: All was well."),
        (False, "The result was changed. Reason: All was well."),
    ],
)
def test_a_dispute_is_told_to_the_organizer_and_answered(
    club: Any, stands: bool, sentence: str
) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    loser = match.entries[1].players.get(position=1).user
    dispute = disputes.contest(match_id=match.pk, user=loser, text="They talked.")
    if stands:
        disputes.reject(dispute_id=dispute.pk, by=club.organizer, answer="All was well.")
    else:
        decisions.decide_match(
            match_id=match.pk, by=club.organizer, winner=1, reason="All was well."
        )
    assert told("ann", "dispute") == [
        (
            f"Cup, round 1: result contested by {match.entries[1].name}",
            "Decide the match, or answer that the result stands. They say: They talked.",
        )
    ]
    answer = Notice.objects.get(kind="answer")
    assert (answer.user, answer.path) == (loser, match.get_absolute_url())
    assert told(loser.username, "answer") == [
        ("Cup, round 1: the organizer answered you", sentence)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("format_", "drafted"), [("swiss", [1, 2]), ("round_robin", [1])])
def test_a_draw_that_waits_is_told_once(club: Any, format_: str, drafted: list[int]) -> None:
    shape = {"rounds": 2} if format_ == "swiss" else {}
    cup = club.started(4, format=format_, confirm_draws=True, **shape)
    advance.advance(cup.pk)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 512, 340)
    advance.advance(cup.pk)
    text = "The round begins when you confirm the draw. Players can’t see it before."
    assert told("ann", "draft") == [
        (f"Cup: the draw of round {number} needs your confirmation", text) for number in drafted
    ]


def test_an_invitation_to_a_draft_is_told_when_it_is_announced(club: Any) -> None:
    cup = club.tournament(invited_only=True)
    Tournament.objects.update(starts_at=datetime(2099, 3, 1, 19, 0, tzinfo=UTC))
    early, later = club.player("bea"), club.player("cleo")
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username="bea")
    assert told("bea") == []
    lifecycle.announce(tournament_id=cup.pk, by=club.organizer)
    lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
    for _again in range(2):
        inviting.ask(tournament_id=cup.pk, by=club.organizer, username="cleo")
    said = (
        "ann invites you to Cup",
        "It starts Sun 1 Mar, 19:00 (UTC). Its page says how to enter.",
    )
    assert (told(early.username), told(later.username)) == ([said], [said])


def test_a_substitution_and_its_end_are_told_to_all_concerned(club: Any) -> None:
    cup = club.started(2)
    entry = cup.entries.get(name="a1 & b1")
    club.player("zoe")
    for out, into, reason in (("b1", "zoe", "b1 is ill."), ("zoe", "b1", "b1 is well.")):
        substitutes.substitute(
            entry_id=entry.pk,
            out_id=club.player(out).pk,
            username=into,
            by=club.organizer,
            reason=reason,
        )
    for name in ("a1", "b1", "zoe"):
        assert told(name, "substitute") == [
            ("Cup: zoe plays for b1", "From the next table on. Reason: b1 is ill."),
            ("Cup: b1 plays for zoe", "From the next table on. Reason: b1 is well."),
        ]
    assert told("a2", "substitute") == []


def test_a_substitute_for_one_match_is_notified(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True, no_show="substitute")
    entering.enter(tournament_id=cup.pk, user=club.player("sue"), alone=True)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    (match,) = club.in_play(cup)
    match.table.seats.exclude(name="b2").update(arrived_at=now())
    club.hands.forward(61)
    advance.advance_due()
    advance.advance(cup.pk)
    for name in ("sue", "a2", "b2"):
        assert told(name, "substitute") == [
            ("Cup: sue plays for b2", "Only in round 1. The others are at the table.")
        ]
