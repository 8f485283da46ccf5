"""Members by name only: added and removed by organizers, in teams, and entered in tournaments; they lead nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.people.by_name import plain
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.support.audited import entries_about
from tournaments.events.actions import importing
from tournaments.events.actions.teams import captains
from tournaments.events.entries import by_name as entered
from tournaments.events.entries import linking
from tournaments.leagues import bans, by_name, members, teams
from tournaments.leagues.models import League, Membership, Team, TeamMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(club: Club) -> League:
    """Ann's league, to which a1 and zed belong."""
    return club.league_of("a1", "zed")


def refused(call: Callable[[], Any]) -> str:
    """Return the code with which the call is refused, having seen that it stored nothing."""
    models = (User, Membership, Team, TeamMember)
    before = [list(one.objects.order_by("pk").values_list()) for one in models]
    with pytest.raises(Refused) as refusal:
        call()
    assert [list(one.objects.order_by("pk").values_list()) for one in models] == before
    return refusal.value.code


def add(league: League, names: str, by: Any = None) -> list[str]:
    made = by_name.add_members(league_id=league.pk, by=by or league.created_by, names=names)
    return [plain(place.user.username) for place in made]


def named(league: League) -> User:
    return User.objects.get(by_name=True, memberships__league=league)


def test_organizers_add_them_a_line_each(club: Club, league: League) -> None:
    assert add(league, "Otto  Meier\n\nIda Ott\notto meier") == ["Otto Meier", "Ida Ott"]
    assert add(league, "Ida Ott") == []
    assert sorted(plain(place.user.username) for place in league.memberships.all()) == [
        "Ida Ott", "Otto Meier", "a1", "ann", "zed",
    ]  # fmt: skip
    assert [one.data for one in entries_about(league).filter(verb="league.named")] == [
        {"names": "Otto Meier, Ida Ott"}
    ]
    assert Notice.objects.filter(user__by_name=True).count() == 0
    assert refused(lambda: add(league, "Kim Bo\na&b")) == "name_signs"
    assert refused(lambda: add(league, "Kim Bo\n" * 101)) == "import_long"
    assert refused(lambda: add(league, "Kim Bo", club.player("a1"))) == "not_organizer"


def test_they_are_the_same_person_in_the_leagues_tournaments(club: Club, league: League) -> None:
    cup = club.open(league=league)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="*Otto Meier,a1")
    (person,) = entered.in_entry(cup.entries.get())
    add(league, "otto meier\nIda Ott")
    assert person in [place.user for place in league.memberships.all()]
    other = club.open(league=league, name="Other")
    importing.import_entries(tournament_id=other.pk, by=club.organizer, text="*ida ott,zed")
    assert entered.in_entry(other.entries.get()) == [
        User.objects.get(by_name=True, folded_name__startswith="ida ott")
    ]


def test_one_whom_nothing_names_any_more_is_deleted(club: Club, league: League) -> None:
    add(league, "Otto Meier")
    by = {"league_id": league.pk, "by": club.organizer}
    members.remove_member(**by, user_id=named(league).pk)
    assert not User.objects.filter(by_name=True).exists()
    cup = club.open(league=league)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="*Otto Meier,a1")
    add(league, "Otto Meier")
    members.remove_member(**by, user_id=named(league).pk, reason="Moved away")
    assert [plain(one.username) for one in User.objects.filter(by_name=True)] == ["Otto Meier"]
    assert not league.memberships.filter(user__by_name=True).exists()


def test_they_play_in_teams_but_lead_nothing(club: Club, league: League) -> None:
    team = teams.create_team(league_id=league.pk, by=club.player("a1"), name="Owls")
    put: dict[str, Any] = {"team_id": team.pk, "by": club.organizer}
    added = teams.add_by_name(**put, names="Otto Meier\nIda Ott")
    assert [plain(place.user.username) for place in added] == ["Otto Meier", "Ida Ott"]
    assert teams.add_by_name(**put, names="Ida Ott") == []
    assert league.memberships.filter(user__by_name=True).count() == 2
    assert entries_about(league).get(verb="team.named").data == {
        "team": "Owls", "team_id": team.pk, "names": "Otto Meier, Ida Ott",
    }  # fmt: skip
    person = added[0].user_id
    kings = teams.create_team(league_id=league.pk, by=club.player("zed"), name="Kings")
    call = {"league_id": league.pk, "by": club.organizer, "user_id": person}
    for refuse, code in (
        (lambda: teams.add_by_name(team_id=kings.pk, by=club.organizer, names="Ida Ott"),
         "person_in_a_team"),
        (lambda: teams.add_by_name(**put, names="\n".join(f"Kim {n}" for n in "abcdef")),
         "team_full"),
        (lambda: teams.add_by_name(team_id=team.pk, by=club.player("a1"), names="Kim Bo"),
         "not_organizer"),
        (lambda: teams.set_captain(**put, user_id=person), "user_guest"),
        (lambda: teams.set_vice(**put, user_id=person), "user_guest"),
        (lambda: members.set_role(**call, role="arbiter"), "user_guest"),
        (lambda: members.hand_over(**call), "user_guest"),
    ):  # fmt: skip
        assert refused(refuse) == code
    teams.leave_team(team_id=team.pk, user=club.player("a1"))
    assert [one.name for one in league.teams.all()] == ["Kings"]
    assert league.memberships.filter(user__by_name=True).count() == 2


def test_a_tournament_of_teams_takes_them_with_their_team(club: Club) -> None:
    league = club.league_of("a1", "a2", "a3", "a4")
    team = teams.create_team(league_id=league.pk, by=club.player("a1"), name="Owls")
    for name in ("a2", "a3", "a4"):
        teams.join_team(team_id=team.pk, user=club.player(name))
    teams.add_by_name(team_id=team.pk, by=club.organizer, names="Otto Meier")
    cup = club.open(league=league, is_team=True, match_hands=12, format="round_robin")
    entry = captains.enter_league_team(tournament_id=cup.pk, team_id=team.pk, by=club.player("a1"))
    assert sorted(plain(one.user.username) for one in entry.players.all()) == [
        "Otto Meier", "a1", "a2", "a3", "a4",
    ]  # fmt: skip


def test_an_account_takes_over_a_membership(club: Club, league: League) -> None:
    cup = club.open(league=league)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="*Otto Meier,a1")
    entry = cup.entries.get()
    (person,) = entered.in_entry(entry)
    team = teams.create_team(league_id=league.pk, by=club.player("a1"), name="Owls")
    teams.add_by_name(team_id=team.pk, by=club.organizer, names="Otto Meier")
    account = club.player("zed")
    of = {"league_id": league.pk, "person_id": person.pk}
    linking.ask(**of, username="zed", by=club.organizer)
    linking.accept(**of, user=account)
    assert [place.user for place in team.members.order_by("pk")] == [club.player("a1"), account]
    assert league.memberships.filter(user=account).count() == 1
    assert not User.objects.filter(by_name=True).exists()


def test_the_pages_list_and_add_them(client: Any, club: Club, league: League) -> None:
    client.force_login(club.organizer)
    page = f"/leagues/{league.slug}/?show=members"
    bans.ban(league_id=league.pk, by=club.organizer, username="zed", reason="Rude")
    shown = client.post(
        f"/leagues/{league.slug}/members/names/", {"names": "Otto Meier\nZed"}, follow=True
    ).content.decode()
    assert "Added: Otto Meier, Zed. Somebody with the name is banned: Zed." in shown
    assert shown.count("no account") == 2
    person = User.objects.get(by_name=True, folded_name__startswith="otto")
    row = shown.partition(f"/members/{person.pk}/remove/")[0].rpartition("<li>")[2]
    assert ("hand-over" in row, "arbiter" in row, "bans" in row) == (False, False, False)
    team = teams.create_team(league_id=league.pk, by=club.player("a1"), name="Owls")
    address = f"/leagues/{league.slug}/teams/{team.pk}/"
    roster = client.post(f"{address}names/", {"names": "Ida Ott"}, follow=True).content.decode()
    assert "Added: Ida Ott." in roster
    assert "Make captain" not in roster
    client.force_login(club.player("a1"))
    for shown_to_others in (client.get(page), client.get(address)):
        assert "names-names" not in shown_to_others.content.decode()
    assert client.post(f"{address}names/", {"names": "Kim Bo"}).status_code == 404
    lines = client.get(f"/leagues/{league.slug}/teams.csv").content.decode().splitlines()
    assert [line.split(",")[1::4] for line in lines[1:]] == [["a1", "false"], ["Ida Ott", "true"]]
