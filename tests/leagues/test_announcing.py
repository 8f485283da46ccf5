"""Announcements: to every member once, to nobody else, and not too many."""

from collections.abc import Callable
from typing import Any

import pytest

from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.services import default_mails
from spades_site.notices.texts import notice_text
from tests.support.audited import entries_about
from tournaments.leagues import announcing, services
from tournaments.leagues.models import Announcement, League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(member: Callable[..., Any]) -> League:
    """Ann's private league with ben and cid."""
    made = services.create_league(by=member("ann"), name="Club", is_public=False)
    League.objects.update(is_open=True)
    for name in ("ben", "cid"):
        services.join_league(league_id=made.pk, user=member(name))
    member("zoe")
    return made


def refused(**arguments: Any) -> str:
    with pytest.raises(Refused) as refusal:
        announcing.announce(**arguments)
    return refusal.value.code


def test_every_member_but_the_author_is_told_once(league: League) -> None:
    said: dict[str, Any] = {
        "league_id": league.pk, "by": league.created_by, "title": " Summer  break ",
        "text": "No play in July: 100% sure.\n" + "x" * 600,
    }  # fmt: skip
    made = announcing.announce(**said)
    assert announcing.announce(**said) == made
    assert (made.title, Announcement.objects.count()) == ("Summer break", 1)
    rows = Notice.objects.filter(kind="announcement").order_by("user__username")
    assert [one.user.username for one in rows] == ["ben", "cid"]
    text = notice_text(rows[0].kind, rows[0].params)
    assert text.title == "Club: Summer break"
    assert (text.text[:27], len(text.text), text.text[-1]) == (
        "No play in July: 100% sure.",
        500,
        "…",
    )
    assert rows[0].path == f"/leagues/{league.slug}/announcements/#announcement-{made.pk}"
    assert "announcement" in default_mails()
    for _ in range(2):
        announcing.remove(league_id=league.pk, by=league.created_by, announcement_id=made.pk)
    assert (Announcement.objects.count(), Notice.objects.filter(kind="announcement").count()) == (
        0,
        0,
    )
    assert [one.verb for one in entries_about(league)][:2] == [
        "league.announcement_removed", "league.announced",
    ]  # fmt: skip


def test_what_is_not_announced(league: League, settings: Any) -> None:
    ben = league.memberships.get(user__username="ben").user
    said: dict[str, Any] = {
        "league_id": league.pk,
        "by": league.created_by,
        "title": "Hi all",
        "text": "x",
    }
    assert refused(**said | {"by": ben}) == "not_organizer"
    assert refused(**said | {"text": " "}) == "text_empty"
    assert refused(**said | {"title": "x" * 101}) == "name_long"
    settings.LIMITS = {"announcements": 1}
    announcing.announce(**said)
    assert refused(**said | {"title": "Again"}) == "limit"


def test_announcements_are_read_by_members_alone(client: Any, league: League, member: Any) -> None:
    ann = league.created_by
    for number in range(11):
        services_said = {"title": f"News {number}", "text": f"Text {number}"}
        Announcement.objects.create(league=league, by=ann, at=league.created_at, **services_said)
    address, page = f"/leagues/{league.slug}/announcements/", f"/leagues/{league.slug}/"
    client.force_login(league.memberships.get(user__username="ben").user)
    assert "News 10" in client.get(page).content.decode()
    shown = client.get(address)
    assert shown.context["page"][0].title == "News 10"
    assert len(client.get(f"{address}?page=2").context["page"]) == 1
    assert shown.context["form"] is None
    assert client.post(address, {"title": "Hi all", "text": "x"}).status_code == 404
    League.objects.update(is_public=True)
    client.logout()
    assert "News 10" not in client.get(page).content.decode()
    client.force_login(member("yan"))
    assert client.get(address).status_code == 404
    client.force_login(ann)
    assert client.post(address, {"title": "", "text": "x"}).status_code == 422
    assert client.post(address, {"title": "Hi all", "text": "x"}).url == address
    made = Announcement.objects.get(title="Hi all")
    client.post(f"{address}{made.pk}/remove/")
    assert not Announcement.objects.filter(pk=made.pk).exists()


def test_removing_one_leads_back_to_the_announcements(client: Any, league: League) -> None:
    made = announcing.announce(
        league_id=league.pk, by=league.created_by, title="News", text="Come to the party."
    )
    client.force_login(league.created_by)
    address = f"/leagues/{league.slug}/announcements/"
    answer = client.post(f"{address}{made.pk}/remove/")
    assert (answer.status_code, answer.url, Announcement.objects.count()) == (302, address, 0)
