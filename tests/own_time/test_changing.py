"""What organizers change while an event is open, and what members are told of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.own_time.conftest import OwnTimeClub
from tournaments.events.setup.proposal import NotValid
from tournaments.own_time import changing, deals
from tournaments.public.feeds.own_time import document

pytestmark = pytest.mark.django_db


def _told(kind: str = "own_time_news") -> list[tuple[str, str]]:
    rows = Notice.objects.filter(kind=kind).select_related("user").order_by("pk")
    return [(one.user.username, one.params["own_time_news"]) for one in rows]


def test_members_are_told_once_when_it_opens_and_players_when_it_closes_later(
    club: OwnTimeClub,
) -> None:
    club.joined("p1")
    event = club.event()
    extend = lambda **time: changing.extend(  # noqa: E731
        event_id=event.pk, by=club.organizer, closes_at=event.closes_at + timedelta(**time)
    )
    assert deals.announce_due() == 0
    with pytest.raises(Refused) as refused:
        extend(days=1)
    assert refused.value.code == "event_not_open"
    club.later(hours=2)
    assert (deals.announce_due(), deals.announce_due()) == (1, 0)
    assert sorted(_told()) == [("ann", "opened"), ("p1", "opened")]
    club.play(event, "p1")
    for wrong in ({"days": 7}, {"hours": -1}):
        with pytest.raises(NotValid):
            extend(**wrong)
    longer = extend(days=2)
    assert (
        changing.extend(event_id=event.pk, by=club.organizer, closes_at=longer.closes_at).closes_at
        == longer.closes_at
    )
    assert _told()[2:] == [("p1", "extended")]
    club.later(days=1, hours=12)
    assert deals.close_due() == 0
    club.close(event)
    with pytest.raises(Refused) as refused:
        extend(days=3)
    assert refused.value.code == "event_over"


def test_a_called_off_event_ends_at_once_and_counts_nothing(club: OwnTimeClub) -> None:
    event = club.opened()
    club.play(event, "p1")
    begun = club.begin(event, "p2")
    for _twice in range(2):
        changing.call_off(event_id=event.pk, by=club.organizer, reason="Wrong rules")
    outbox.deliver_due()
    deals.close_due()
    begun.refresh_from_db()
    event.refresh_from_db()
    assert begun.status == "abandoned"
    assert set(event.entries.values_list("place", "total")) == {(None, None)}
    assert _told() == [("p1", "called_off"), ("p2", "called_off")]
    with pytest.raises(Refused) as refused:
        club.begin(event, "p3")
    assert refused.value.code == "event_over"
    found: dict[str, Any] = document(event)
    assert (found["event"]["called_off"], "entries" in found) == ("Wrong rules", False)
    client = Client()
    page = client.get(event.get_absolute_url()).content.decode()
    assert "Wrong rules" in page
    assert client.get(f"{event.get_absolute_url()}deals/1/").status_code == 404


def test_organizers_change_an_open_event_on_its_settings_page(club: OwnTimeClub) -> None:
    event = club.opened()
    client, path = Client(), f"/organize/own-time/{event.slug}/"
    client.force_login(club.organizer)
    page = client.get(f"{path}settings/").content.decode()
    assert ("Let it close later" in page, "Call the event off" in page) == (True, True)
    later = (event.closes_at + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    assert client.post(f"{path}extend/", {"closes_at": "2020-01-01T00:00"}).status_code == 422
    assert client.post(f"{path}extend/", {"closes_at": later}).status_code == 302
    assert client.post(f"{path}call-off/", {"reason": ""}).status_code == 422
    assert client.post(f"{path}call-off/", {"reason": "Wrong rules"}).status_code == 302
    event.refresh_from_db()
    assert (event.closes_at.strftime("%Y-%m-%dT%H:%M"), event.called_off) == (later, "Wrong rules")
    page = client.get(f"{path}settings/").content.decode()
    assert "Nothing can be changed any more." in page
