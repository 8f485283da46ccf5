"""Mail addresses of people without an account: seen by organizers, mailed at an organizer's invitation alone."""

from typing import Any
from urllib.parse import quote

import pytest
from django.core import mail
from django.test import Client

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.people.by_name import plain
from tests.events.conftest import Club
from tournaments.events.actions import importing
from tournaments.events.entries import linking
from tournaments.leagues import by_name, link_mails, links, members, teams
from tournaments.leagues.models import InvitationLink, League, NameAddress, NameLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(club: Club, settings: Any) -> League:
    """Ann's league, to which a1 and zed belong, on a site that sends mails."""
    settings.NOTICE_MAILS = True
    return club.league_of("a1", "zed")


def add(league: League, names: str) -> list[User]:
    by = league.created_by
    return [one.user for one in by_name.add_members(league_id=league.pk, by=by, names=names)]


def addresses() -> list[tuple[str, str]]:
    found = NameAddress.objects.order_by("pk").select_related("person")
    return [(plain(one.person.username), one.email) for one in found]


def test_an_address_may_follow_the_name(league: League) -> None:
    add(league, "Otto Meier, otto@example.org\nIda Ott <ida@example.org>\nKim Bo")
    assert addresses() == [("Otto Meier", "otto@example.org"), ("Ida Ott", "ida@example.org")]
    assert add(league, "otto meier,meier@example.org\nIda Ott") == []
    assert addresses() == [("Otto Meier", "meier@example.org"), ("Ida Ott", "ida@example.org")]
    assert set(User.objects.filter(by_name=True).values_list("email", flat=True)) == {""}
    for wrong, code in (("Ada, a@b", "address_wrong"), ("Ada, Bo", "name_signs")):
        with pytest.raises(Refused) as refused:
            add(league, f"Lea Wu\n{wrong}")
        assert refused.value.code == code
    assert User.objects.filter(by_name=True).count() == 3
    assert (InvitationLink.objects.count(), len(mail.outbox)) == (0, 0)


def test_it_goes_with_the_person(club: Club, league: League) -> None:
    (otto,) = add(league, "Otto Meier, otto@example.org")
    members.remove_member(league_id=league.pk, by=club.organizer, user_id=otto.pk)
    assert not NameAddress.objects.exists()


def test_who_accepts_the_invitation_is_asked_and_takes_over(
    club: Club, league: League, client: Any
) -> None:
    (otto,) = add(league, "Otto Meier, otto@example.org")
    cup = club.open(league=league)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="*Otto Meier,a1")
    of = {"league_id": league.pk, "by": club.organizer, "person_id": otto.pk}
    link = links.invite_named(**of)
    assert links.invite_named(**of) == link
    link_mails.send_due()
    assert [one.to for one in mail.outbox] == [["otto@example.org"]]

    asked = Client().get(link.get_absolute_url())
    assert asked["Location"] == f"/account/signup/?next={quote(link.get_absolute_url(), safe='')}"
    new = club.member("ottom")
    client.force_login(new)
    page = client.post(link.get_absolute_url(), follow=True)
    assert page.redirect_chain == [(f"/leagues/{league.slug}/name/", 302)]
    assert "Otto Meier" in page.content.decode()
    assert not InvitationLink.objects.exists()
    linking.accept(league_id=league.pk, person_id=otto.pk, user=new)
    assert [one.user.username for one in cup.entries.get().players.all()] == ["ottom", "a1"]
    assert (NameAddress.objects.exists(), NameLink.objects.exists()) == (False, False)


def test_a_member_with_the_invitation_is_asked_too(club: Club, league: League, client: Any) -> None:
    (otto,) = add(league, "Otto Meier, otto@example.org")
    link = links.invite_named(league_id=league.pk, by=club.organizer, person_id=otto.pk)
    zed = club.player("zed")
    client.force_login(zed)
    assert client.get(link.get_absolute_url()).status_code == 200
    links.accept(key=link.key, user=zed)
    assert [(one.person, one.user) for one in NameLink.objects.all()] == [(otto, zed)]
    assert not InvitationLink.objects.exists()


def test_only_organizers_invite_and_see_the_address(
    club: Club, league: League, client: Any, settings: Any
) -> None:
    (otto,) = add(league, "Otto Meier, otto@example.org")
    of = {"league_id": league.pk, "person_id": otto.pk}
    with pytest.raises(Refused) as refused:
        links.invite_named(**of, by=club.player("a1"))
    assert refused.value.code == "not_organizer"
    with pytest.raises(Refused) as refused:
        links.invite_named(league_id=league.pk, by=club.organizer, person_id=club.player("a1").pk)
    assert refused.value.code == "not_in_entry"
    page, mailed = f"/leagues/{league.slug}/?show=members", f"/members/{otto.pk}/mail/"
    client.force_login(club.player("a1"))
    assert "otto@example.org" not in client.get(page).content.decode()
    client.force_login(club.organizer)
    shown = client.get(page).content.decode()
    assert ("otto@example.org" in shown, mailed in shown) == (True, True)
    client.post(f"/leagues/{league.slug}{mailed}")
    assert mailed not in client.get(page).content.decode()
    InvitationLink.objects.all().delete()
    settings.NOTICE_MAILS = False
    assert mailed not in client.get(page).content.decode()
    with pytest.raises(Refused) as refused:
        links.invite_named(**of, by=club.organizer)
    assert refused.value.code == "no_mail"


def test_members_suggests_accounts_for_people_in_tournaments_alone(
    club: Club, league: League, client: Any
) -> None:
    cup = club.open(league=league)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="*Z Ed,a1")
    client.force_login(club.organizer)
    page = client.get(f"/leagues/{league.slug}/?show=members").content.decode()
    assert "Without an account, in tournaments" in page
    assert "Ask zed: is this you?" in page
    entry = cup.entries.get()
    form = client.get(f"/organize/tournaments/{cup.slug}/entries/{entry.pk}/").content.decode()
    assert 'value="zed"' in form


def test_somebody_is_moved_to_another_team_in_one_step(
    club: Club, league: League, client: Any
) -> None:
    owls = teams.create_team(league_id=league.pk, by=club.player("a1"), name="Owls")
    kings = teams.create_team(league_id=league.pk, by=club.player("zed"), name="Kings")
    (otto,) = teams.add_by_name(team_id=owls.pk, by=club.organizer, names="Otto Meier")
    move: dict[str, Any] = {"team_id": owls.pk, "by": club.organizer, "to": kings.pk}
    for wrong, code in (
        ({"user_id": club.player("a1").pk}, "member"),
        ({"user_id": otto.user_id, "by": club.player("a1")}, "not_organizer"),
        ({"user_id": otto.user_id, "to": 0}, "unknown_team"),
        ({"user_id": club.player("a9").pk}, "not_in_team"),
    ):
        with pytest.raises(Refused) as refused:
            teams.move_by_name(**(move | wrong))
        assert refused.value.code == code
    client.force_login(club.organizer)
    shown = client.post(
        f"/leagues/{league.slug}/teams/{owls.pk}/move/",
        {"user_id": otto.user_id, "to": kings.pk},
        follow=True,
    ).content.decode()
    assert "Otto Meier is in Kings now." in shown
    assert [one.user.username for one in owls.members.all()] == ["a1"]
    moved = kings.members.get(user__by_name=True)
    assert teams.move_by_name(**move, user_id=otto.user_id) == moved
