"""The lobby's tournaments that start soon: selection, order, and the viewer's status in each."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.tables.hooks import Upcoming, upcoming_for
from spades_site.common.clock import now
from tests.events.conftest import Club
from tournaments.events.actions import lifecycle
from tournaments.events.models import EntryPlayer, Tournament

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


def seen(user: Any) -> list[tuple[str, str]]:
    return [(one.title, one.note) for one in upcoming_for(user)[0]]


def test_the_next_ones_come_first_and_only_those_within_a_day(club: Club) -> None:
    at = now()
    club.open(name="Later", starts_at=at + timedelta(hours=20))
    soon = club.open(name="Soon", starts_at=at + timedelta(hours=2))
    club.open(name="Next week", starts_at=at + timedelta(days=7))
    club.tournament(name="Draft", starts_at=at + timedelta(hours=1))
    begun = club.with_entries(4, name="Begun")
    lifecycle.start_now(tournament_id=begun.pk, by=club.organizer)
    assert upcoming_for(VISITOR)[0][0] == Upcoming(
        title="Soon",
        url=soon.get_absolute_url(),
        starts_at=soon.starts_at,
        note="registration open",
    )
    assert seen(VISITOR) == [("Soon", "registration open"), ("Later", "registration open")]


@pytest.mark.parametrize(
    ("tournament", "entry", "note"),
    [
        ("registration", "entered", "you are entered"),
        ("registration", "invited", "your partner hasn’t answered"),
        ("registration", "waiting", "you are on the waiting list"),
        ("check_in", "entered", "check in now"),
        ("check_in", "checked_in", "you are checked in"),
    ],
)
def test_the_viewer_sees_where_they_stand(
    club: Club, tournament: str, entry: str, note: str
) -> None:
    made = club.with_entries(1)
    Tournament.objects.filter(pk=made.pk).update(status=tournament)
    place = EntryPlayer.objects.select_related("entry").get(user=club.player("a1"))
    place.entry.status = entry
    place.entry.save()
    assert seen(club.player("a1")) == [("Cup", note)]
    status = {"registration": "registration open", "check_in": "check-in open"}[tournament]
    assert seen(club.player("x")) == [("Cup", status)]


def test_one_whose_start_has_long_passed_is_gone(club: Club, hands: Any) -> None:
    club.open(starts_at=now() + timedelta(hours=1))
    hands.forward(3600 + 29 * 60)
    assert len(seen(VISITOR)) == 1
    hands.forward(2 * 60)
    assert seen(VISITOR) == []


@pytest.mark.slow
def test_the_lobby_shows_them_at_the_same_cost(client: Client, club: Club) -> None:
    client.force_login(club.player("x"))
    counts = []
    for number in range(4):
        made = club.open(name=f"Cup {number}")
        client.get(reverse("lobby"))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(reverse("lobby")).content.decode()
        assert f'href="{made.get_absolute_url()}"' in page
        counts.append(len(queries))
    assert len(set(counts)) == 1
