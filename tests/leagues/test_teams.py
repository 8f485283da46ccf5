"""Teams: up to eight players, led by a captain and a vice-captain who may be non-playing, joined by consent."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.tables.access.mutes import set_block
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.support.audited import entries_about
from tournaments.leagues import members, services, team_invitations, teams
from tournaments.leagues.crests import Crest
from tournaments.leagues.models import League, Team, TeamInvitation, TeamMember

pytestmark = pytest.mark.django_db
CREST = Crest("shield", "spade", "plum", "white")


def everything() -> list[Any]:
    """Return all rows of teams."""
    models = (Team, TeamMember, TeamInvitation, Notice)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def refused(call: Callable[..., Any], **arguments: Any) -> str:
    """Return the code with which the call is refused, having seen that it changed nothing."""
    before = everything()
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert everything() == before
    return refusal.value.code


@pytest.fixture
def club(member: Callable[..., Any]) -> League:
    """Ann's league."""
    return services.create_league(by=member("ann"), name="Club")


@pytest.fixture
def people(club: League, member: Callable[..., Any]) -> list[Any]:
    """Ten members of the league."""
    made = [member(f"p{number}") for number in range(10)]
    for user in made:
        services.join_league(league_id=club.pk, user=user)
    return made


@pytest.fixture
def aces(club: League, people: list[Any]) -> Team:
    """The team of p0 (captain), p1 and p2."""
    team = teams.create_team(league_id=club.pk, by=people[0], name="Aces")
    for user in people[1:3]:
        teams.join_team(team_id=team.pk, user=user)
    return team


def places(team: Team) -> dict[str, str]:
    """Return what each member of the team is."""
    team.refresh_from_db()
    kinds = {team.captain_id: "captain", team.vice_id: "vice"}
    return {
        place.user.username: kinds.get(place.user_id, "player")
        + ("" if place.plays else ", not playing")
        for place in team.members.select_related("user")
    }


def told(user: Any) -> list[str]:
    """Return the texts of the user's notices, oldest first."""
    rows = Notice.objects.filter(user=user).order_by("pk")
    return [notice_text(one.kind, one.params).text for one in rows]


def test_a_team_holds_eight_and_passes_on_its_captain(
    club: League, people: list[Any], aces: Team
) -> None:
    for user in people[3:8]:
        teams.join_team(team_id=aces.pk, user=user)
    assert refused(teams.join_team, team_id=aces.pk, user=people[8]) == "team_full"
    assert refused(teams.join_team, team_id=aces.pk, user=people[1]) == "in_a_team"
    new = {"league_id": club.pk, "by": people[9]}
    assert refused(teams.create_team, **new, name="aces") == "team_name_taken"
    teams.set_vice(team_id=aces.pk, by=people[0], user_id=people[5].pk)
    # The vice-captain follows; after that, who joined first.
    teams.leave_team(team_id=aces.pk, user=people[0])
    assert places(aces)["p5"] == "captain"
    members.leave_league(league_id=club.pk, user=people[5])
    assert places(aces) == {
        "p1": "captain", "p2": "player", "p3": "player", "p4": "player", "p6": "player", "p7": "player",
    }  # fmt: skip
    for user in (people[number] for number in (1, 2, 3, 4, 6, 7)):
        teams.leave_team(team_id=aces.pk, user=user)
    assert not Team.objects.exists()
    assert {one.data["team"] for one in entries_about(club).filter(verb__startswith="team.")} == {
        "Aces"
    }


def test_permissions_in_a_team(club: League, people: list[Any], aces: Team) -> None:
    captain, vice, player = people[:3]
    said: dict[str, Any] = {"team_id": aces.pk, "user_id": player.pk}
    for call in (teams.set_captain, teams.set_vice, teams.remove_from_team):
        assert refused(call, **said, by=player) == "not_captain"
    assert refused(teams.set_playing, **said, by=player, plays=False) == "not_captain"
    teams.set_vice(team_id=aces.pk, by=captain, user_id=vice.pk)
    assert refused(teams.set_captain, **said, by=vice) == "not_captain"
    over = {"team_id": aces.pk, "by": vice, "user_id": captain.pk}
    assert refused(teams.remove_from_team, **over) == "captain_stays"
    assert refused(teams.set_vice, **over) == "is_captain"
    # An organizer of the league who isn't in the team can do it all.
    teams.set_captain(**said, by=club.created_by)
    assert places(aces) == {"p0": "player", "p1": "vice", "p2": "captain"}
    assert told(player) == ["You are now the captain of the team “Aces”."]
    teams.set_vice(team_id=aces.pk, by=player, user_id=None)
    teams.remove_from_team(team_id=aces.pk, by=player, user_id=vice.pk)
    assert (places(aces), told(vice)) == (
        {"p0": "player", "p2": "captain"}, ["You were removed from the team “Aces”."],
    )  # fmt: skip
    assert refused(teams.set_captain, team_id=aces.pk, by=player, user_id=vice.pk) == "not_in_team"


def test_the_captain_and_the_vice_captain_may_be_non_playing(people: list[Any], aces: Team) -> None:
    captain = people[0]
    said: dict[str, Any] = {"team_id": aces.pk, "by": captain}
    playing = teams.set_playing
    assert refused(playing, **said, user_id=people[2].pk, plays=False) == "not_leading"
    playing(**said, user_id=captain.pk, plays=False)
    for user in people[3:9]:
        teams.join_team(team_id=aces.pk, user=user)
    assert places(aces)["p0"] == "captain, not playing"
    # Eight play: there is no room for a ninth, not even if the captain becomes a player again.
    assert refused(playing, **said, user_id=captain.pk, plays=True) == "team_full"
    assert refused(teams.set_captain, **said, user_id=people[1].pk) == "team_full"
    teams.leave_team(team_id=aces.pk, user=people[8])
    teams.set_captain(**said, user_id=people[1].pk)
    assert (places(aces)["p0"], places(aces)["p1"]) == ("player", "captain")


def test_members_of_the_league_are_invited_and_accept(
    club: League, people: list[Any], aces: Team, member: Any
) -> None:
    captain, guest = people[0], people[4]
    teams.edit_team(team_id=aces.pk, by=captain, name="Aces", is_open=False, crest=CREST)
    assert refused(teams.join_team, team_id=aces.pk, user=guest) == "team_closed"
    invite = team_invitations.invite_to_team
    said: dict[str, Any] = {"team_id": aces.pk, "by": captain, "username": "P4"}
    assert refused(invite, **said | {"by": people[2]}) == "not_captain"
    assert refused(invite, **said | {"username": "p2"}) == "person_in_a_team"
    assert refused(invite, **said | {"username": member("zoe").username}) == "user_not_member"
    assert invite(**said) == invite(**said)
    assert told(guest) == ["In the league Club. You join the team when you accept."]
    team_invitations.take_back(team_id=aces.pk, by=captain, user_id=guest.pk)
    invite(**said)
    team_invitations.decline(team_id=aces.pk, user=guest)
    assert not TeamInvitation.objects.exists()
    invite(**said)
    assert Notice.objects.filter(user=guest, kind="team_invited", read_at=None).count() == 1
    teams.join_team(team_id=aces.pk, user=guest)
    assert (places(aces)["p4"], TeamInvitation.objects.count()) == ("player", 0)
    assert not Notice.objects.filter(user=guest, kind="team_invited", read_at=None).exists()
    invite(**said | {"username": "p5"})
    set_block(user=people[5], name="p0", yes=True)
    assert not TeamInvitation.objects.exists()
    assert refused(invite, **said | {"username": "p5"}) == "declined"
    invite(**said | {"username": "p6"})
    members.leave_league(league_id=club.pk, user=people[6])
    assert not TeamInvitation.objects.exists()


def test_a_team_is_renamed(club: League, people: list[Any], aces: Team) -> None:
    teams.create_team(league_id=club.pk, by=people[5], name="Kings")
    said: dict[str, Any] = {
        "team_id": aces.pk, "by": people[0], "name": "ACES", "is_open": True, "crest": CREST,
    }  # fmt: skip
    edit = teams.edit_team
    made = edit(**said)
    assert (made.name, made.crest) == ("ACES", "shield:spade:plum:white")
    assert refused(edit, **said | {"name": "kings"}) == "team_name_taken"
    assert refused(edit, **said | {"by": people[1]}) == "not_captain"
    assert refused(edit, **said | {"crest": Crest("x", "x", "x", "x")}) == "crest_unknown"
    assert refused(edit, **said | {"team_id": 0}) == "unknown_team"


def test_the_database_holds_that_nobody_is_captain_and_vice_captain(aces: Team) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.filter(pk=aces.pk).update(vice=aces.captain)


def test_teams_are_for_the_league_s_members(club: League, member: Any) -> None:
    bob = member("bob")
    team = teams.create_team(league_id=club.pk, by=club.created_by, name="Aces")
    assert refused(teams.create_team, league_id=club.pk, by=bob, name="Kings") == "not_member"
    assert refused(teams.join_team, team_id=team.pk, user=bob) == "not_member"
    assert refused(teams.leave_team, team_id=team.pk, user=bob) == "not_in_team"
    assert refused(teams.join_team, team_id=0, user=bob) == "unknown_team"
