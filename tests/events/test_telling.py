"""What players are told in the course of a tournament, once each, whoever runs what twice."""

from datetime import timedelta
from typing import Any

import pytest

from games.tables.models import Seat
from spades_site.common.clock import now
from spades_site.notices.kinds import say
from spades_site.notices.models import Notice
from tournaments.events import entering, lifecycle, results, running, telling
from tournaments.events.models import Match, Result

pytestmark = pytest.mark.django_db


def told(name: str, kind: str = "") -> list[tuple[str, str]]:
    """Return the titles and texts of what a person was told, in order."""
    found = Notice.objects.filter(user__username=name).order_by("pk")
    if kind:
        found = found.filter(kind=kind)
    said = [say(each.kind, each.params) for each in found]
    return [(each.title, each.text) for each in said]


def kinds(name: str) -> list[str]:
    return list(
        Notice.objects.filter(user__username=name).order_by("pk").values_list("kind", flat=True)
    )


def test_asking_and_answering(club: Any) -> None:
    cup = club.open()
    club.enter_pair(cup, "bea", "cleo")
    assert told("cleo")[0][0] == "bea asks you to be their partner"
    assert told("bea") == [("Cup: your entry", "cleo accepted: you are entered together.")]
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("dan"), partner=club.player("eve").username
    )
    entering.decline_invitation(invitation_id=asked.invitations.get().pk, user=club.player("eve"))
    assert told("dan") == [("Cup: your entry", "eve declined. Ask somebody else, or enter alone.")]


def test_a_match_from_the_draw_to_its_result(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    running.advance(cup.pk)
    first, second = match.entry_a, match.entry_b
    winner, loser = (each.players.get(position=0).user.username for each in (first, second))
    assert told(winner, "drawn") == [("Cup: round 1 is drawn", f"You meet {second.name}.")]
    assert told(winner, "result") == [
        ("Cup, round 1: you won", f"Against {second.name}, 512 to 340.")
    ]
    assert told(loser, "result") == [
        ("Cup, round 1: you lost", f"Against {first.name}, 340 to 512.")
    ]


def test_a_decision_tells_its_reason_and_every_version_is_told(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    name = match.entry_a.players.get(position=0).user.username
    results.decide_match(match_id=match.pk, by=club.organizer, winner="b", reason="Never came.")
    results.decide_match(match_id=match.pk, by=club.organizer, winner="a", reason="They did.")
    other = match.entry_b.name
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


def test_check_in_reminders_and_the_end_are_told_once(club: Any) -> None:
    cup = club.with_entries(2, check_in_minutes=15)
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    club.hands.forward(31 * 60)
    telling.remind()
    telling.remind()
    club.hands.forward(15 * 60)
    running.advance(cup.pk)
    running.advance(cup.pk)
    assert kinds("a1") == ["entry", "starts_soon", "check_in"]
    assert kinds("zoe") == ["starts_soon", "check_in"]
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="Power cut.")
    assert told("zoe", "cancelled") == [("Cup is called off", "Power cut.")]


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


def test_who_is_missed_at_the_table_is_called(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    here, *missing = match.table.seats.order_by("index")
    Seat.objects.filter(pk=here.pk).update(arrived_at=now())
    telling.remind()
    assert not Notice.objects.filter(kind="waits").exists()
    club.hands.forward(61)
    telling.remind()
    telling.remind(now() + timedelta(seconds=20))
    called = Notice.objects.filter(kind="waits").order_by("user__username")
    assert [each.user.username for each in called] == sorted(seat.name for seat in missing)
    assert {each.path for each in called} == {Match.objects.get().get_absolute_url()}


def test_a_rated_match_tells_the_new_rating(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 512, 340)
    winner = match.entry_a.players.get(position=0).user.username
    ((title, text),) = told(winner, "rating")
    assert (title, text) == ("Your rating is now 1520", "It was 1500 before the game.")
