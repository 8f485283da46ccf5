"""Two accounts that play the same deals from one browser or network are named to organizers, once the event is closed."""

import pytest
from django.test import Client

from games.fair_play import connections as facts
from games.tables.models import Table
from spades_site.common import outbox
from tests.own_time.conftest import OwnTimeClub
from tournaments.fair_play.models import Signal
from tournaments.fair_play.signals import visible_to
from tournaments.own_time.models import OwnTimeEvent

pytestmark = pytest.mark.django_db
HOME, ELSEWHERE = "203.0.113.7", "198.51.100.1"


def _play(club: OwnTimeClub, event: OwnTimeEvent, name: str, device: str, address: str) -> Table:
    table = club.play(event, name)
    facts.note(table.pk, club.people[name], device, address)
    return table


def test_the_same_deals_from_one_browser_are_a_signal_after_the_close(club: OwnTimeClub) -> None:
    event = club.opened()
    for name, device, address in (
        ("p1", "phone", HOME), ("p2", "phone", ELSEWHERE), ("p3", "other", HOME), ("p4", "fourth", "192.0.2.9"),
    ):  # fmt: skip
        _play(club, event, name, device, address)
    outbox.deliver_due()
    assert Signal.objects.count() == 0
    club.close(event)
    found = {
        tuple(one.user.username for one in signal.people.select_related("user")): signal
        for signal in Signal.objects.filter(kind="rehearse", league=club.league)
    }
    assert {people: signal.evidence["from"] for people, signal in found.items()} == {
        ("p1", "p2"): "device",
        ("p1", "p3"): "network",
    }
    assert list(visible_to(club.people["p4"])) == []
    client = Client()
    client.force_login(club.organizer)
    page = client.get(found["p1", "p2"].get_absolute_url()).content.decode()
    assert "p1 and p2 played the same deals of “Week” (1) from one browser." in page
    assert page.count("Week, deal 1") == 2


def test_a_place_where_many_play_is_none(club: OwnTimeClub) -> None:
    event = club.opened()
    for number in range(1, 5):
        _play(club, event, f"p{number}", "", HOME)
    club.close(event)
    assert Signal.objects.count() == 0
