"""Removing a member who plays: the consequences, the reason, and continued access to their tournaments."""

from typing import Any

import pytest

from tests.events.conftest import Club, club
from tests.leagues.members import add
from tournaments.events.models import Tournament
from tournaments.leagues import joining, members, services
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
__all__ = ["club"]
REMOVE = "/leagues/back-room-xxxxx/members/{}/remove/"
PLAYERS = ("a1", "b1", "a2", "b2")


@pytest.fixture
def league(club: Club) -> League:
    """A private league with four players and zoe, who plays nothing."""
    made = services.create_league(by=club.organizer, name="Back room", is_public=False)
    for name in (*PLAYERS, "zoe"):
        add(made, club.player(name))
    return made


@pytest.fixture
def cup(club: Club, league: League) -> Tournament:
    """A tournament of the league under way."""
    return club.started(2, league=league)


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.slow
def test_the_page_says_what_follows_and_asks_for_the_reason(
    client: Any, club: Club, cup: Tournament
) -> None:
    client.force_login(club.organizer)
    address = REMOVE.format(club.player("a1").pk)
    members = words(client.get("/leagues/back-room-xxxxx/?show=members"))
    assert f'href="{address}"' in members
    page = words(client.get(address))
    assert "a1 stays in these tournaments, and can see and play them to the end." in page
    assert f'<a href="{cup.get_absolute_url()}"><bdi>Cup</bdi></a> · under way' in page
    answer = client.post(address, {"reason": " "})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "reason": ["Give a reason. The people concerned read it."]
    }
    answer = client.post(address, {"reason": "Rude at the table"})
    assert (answer.status_code, answer.url) == (302, "/leagues/back-room-xxxxx/?show=members")
    assert not cup.league.memberships.filter(user=club.player("a1")).exists()
    assert client.get(address).status_code == 404


def test_members_without_matches_are_removed_without_a_reason(
    client: Any, club: Club, league: League
) -> None:
    client.force_login(club.organizer)
    address = REMOVE.format(club.player("zoe").pk)
    assert "stays in these tournaments" not in words(client.get(address))
    assert client.post(address).status_code == 302
    assert not league.memberships.filter(user=club.player("zoe")).exists()


def test_the_domain_asks_for_the_reason_too(club: Club, cup: Tournament) -> None:
    from spades_site.common.errors import Refused

    with pytest.raises(Refused) as refusal:
        members.remove_member(
            league_id=cup.league_id, by=club.organizer, user_id=club.player("a1").pk
        )
    assert refusal.value.code == "reason_missing"


def test_s1_only_organizers_find_the_page(client: Any, club: Club, league: League) -> None:
    address = REMOVE.format(club.player("zoe").pk)
    assert client.get(address).status_code == 302
    for name in ("a1", "stranger"):
        client.force_login(club.player(name))
        assert client.get(address).status_code == 404
        assert client.post(address, {"reason": "x"}).status_code == 404
    client.force_login(club.organizer)
    assert client.get(REMOVE.format(0)).status_code == 404
    assert league.memberships.count() == 6


@pytest.mark.slow
def test_s1_a_removed_member_keeps_what_they_play_in_and_nothing_else(
    client: Any, club: Club, cup: Tournament
) -> None:
    league, other = cup.league, club.open(name="Other", league=cup.league)
    (match,) = club.in_play(cup)
    for name in ("a1", "zoe"):
        members.remove_member(
            league_id=league.pk, by=club.organizer, user_id=club.player(name).pk, reason="So"
        )
    mine = [
        cup.get_absolute_url(),
        f"{cup.get_absolute_url()}now/",
        f"{cup.get_absolute_url()}calendar.ics",
        f"{cup.get_absolute_url()}standings.csv",
        match.get_absolute_url(),
        match.table.get_absolute_url(),
    ]
    gone = [
        "/leagues/back-room-xxxxx/",
        "/leagues/back-room-xxxxx/calendar.ics",
        other.get_absolute_url(),
    ]
    client.force_login(club.player("a1"))
    assert [client.get(each).status_code for each in mine] == [200] * len(mine)
    assert [client.get(each).status_code for each in gone] == [404] * len(gone)
    page = words(client.get(mine[0]))
    assert "Back room" in page
    # A link that leads nowhere isn't offered.
    assert 'href="/leagues/back-room-xxxxx/"' not in page
    assert "Go to my table" in words(client.get("/"))
    client.force_login(club.player("zoe"))
    assert [client.get(each).status_code for each in mine[:5]] == [404] * 5
    # When it is over they still find what they played.
    club.finish(match, 500, 300)
    cup.refresh_from_db()
    assert cup.status == "finished"
    client.force_login(club.player("a1"))
    assert [client.get(each).status_code for each in mine] == [200] * len(mine)


@pytest.mark.slow
def test_s1_no_page_shows_an_invited_person_a_private_league(
    client: Any, club: Club, league: League
) -> None:
    ivy, page = club.player("ivy"), "/leagues/back-room-xxxxx/invitation/"
    client.force_login(ivy)
    assert client.get(page).status_code == 404
    joining.invite(league_id=league.pk, by=club.organizer, username="ivy")
    assert "ann invites you to the league Back room." in words(client.get("/"))
    shown = words(client.get(page))
    assert "ann invites you to this league." in shown
    assert "zoe" not in shown
    assert client.get("/leagues/back-room-xxxxx/").status_code == 404
    answer = client.post("/leagues/back-room-xxxxx/invitation/decline/")
    assert (answer.url, client.get(page).status_code) == ("/leagues/", 404)
    joining.invite(league_id=league.pk, by=club.organizer, username="ivy")
    assert client.post(page).url == "/leagues/back-room-xxxxx/"
    assert client.get(page).url == "/leagues/back-room-xxxxx/"
    assert client.get("/leagues/back-room-xxxxx/").status_code == 200
    client.force_login(club.player("stranger"))
    assert client.get(page).status_code == 404
    assert client.post("/leagues/back-room-xxxxx/invitation/decline/").status_code == 404
