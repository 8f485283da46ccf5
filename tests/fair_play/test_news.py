"""Notices of new signals: who gets one, how often, and how many signals it counts."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from spades_site.common.clock import now
from spades_site.notices import mailing
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.conftest import Club
from tests.fair_play.test_connections import signal_about
from tests.support.crashes import crash_everywhere
from tournaments.events.models import Tournament
from tournaments.fair_play.models import Signal
from tournaments.fair_play.news import tell_organizers
from tournaments.fair_play.signals import judge
from tournaments.leagues import services as leagues

pytestmark = pytest.mark.django_db


def told() -> list[tuple[Any, ...]]:
    rows = Notice.objects.filter(kind="signals").order_by("user__username", "pk")
    return [(row.user.username, row.params["count"], row.read_at is not None) for row in rows]


@pytest.mark.slow
def test_those_who_see_signals_get_one_notice_a_day_and_league(
    club: Club, client: Client, settings: Any
) -> None:
    settings.NOTICE_MAILS = True
    league = leagues.create_league(by=club.organizer, name="Club")
    for name, role in (("a1", "organizer"), ("a2", "arbiter"), ("b2", "member")):
        league.memberships.create(user=club.player(name), role=role, joined_at=now())
    cups = [club.started(4, name=name) for name in ("one", "two")]
    Tournament.objects.update(league=league)
    signal_about(club, cups[0], "a1", "b1")
    second = signal_about(club, cups[1], "b1", "b2")
    assert crash_everywhere(tell_organizers) >= 1
    tell_organizers()
    host = club.organizer.username
    # The organizer whom one is about isn't told of that one.
    assert told() == [("a1", 1, False), (host, 2, False)]
    notice = Notice.objects.get(kind="signals", user=club.organizer)
    assert notice_text("signals", notice.params).title == "Club: fair play"
    client.force_login(club.organizer)
    assert client.get(notice.path).content.decode().count("Same device") == 2
    assert (
        client.get("/organize/fair-play/?league=other").content.decode().count("Same device") == 0
    )
    mailing.send_due()
    assert "fair play" not in " ".join(sent.subject for sent in mail.outbox)

    # A new one waits for the next day; a decided one is told to nobody.
    third = signal_about(club, cups[0], "c1")
    signal_about(club, cups[0], "c2")
    tell_organizers()
    assert len(told()) == 2
    judge(signal_id=third.pk, by=club.organizer, decision="noted", note="x")
    Signal.objects.filter(pk=second.pk).delete()
    Signal.objects.exclude(told_at=None).update(told_at=now() - timedelta(days=1, seconds=1))
    tell_organizers()
    assert told() == [("a1", 1, False), ("a1", 1, False), (host, 2, False), (host, 1, False)]
    for row in Signal.objects.filter(closed_at=None):
        judge(signal_id=row.pk, by=club.organizer, decision="noted", note="x")
    assert {read for _name, _count, read in told()} == {True}


def test_staff_are_told_where_every_organizer_is_concerned(club: Club, member: Any) -> None:
    member("sam", is_staff=True)
    cup = club.started(4)
    row = signal_about(club, cup, "a1")
    row.people.create(user=club.organizer)
    tell_organizers()
    assert told() == [("sam", 1, False)]
