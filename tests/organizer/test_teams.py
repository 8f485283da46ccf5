"""Teams are entered by their captains, and merged by an organizer, who sees what follows and loses nobody on the way."""

import re
from typing import Any

import pytest

from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.events.teams import players, team_cup
from tests.support.squeezed import squeezed
from tournaments.events.actions import entering, lifecycle, teams
from tournaments.events.models import Tournament
from tournaments.leagues import teams as league_teams

pytestmark = pytest.mark.django_db


def asked(client: Any, cup: Tournament, first: str, second: str) -> tuple[str, dict[str, Any]]:
    """Return the address of the question about merging two teams, and what its form would send."""
    keys = dict(cup.entries.values_list("name", "pk"))
    page = client.get(f"/organize/tournaments/{cup.slug}/entries/{keys[first]}/").content.decode()
    (address,) = re.findall(rf'href="([^"]+/merge/{keys[first]}-{keys[second]}/)"', page)
    shown = client.get(address).content.decode()
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', shown)
    said = {
        "name": "Violet", "seen": seen, "reason": "Too few came",
        "players": re.findall(r'name="players" value="(\d+)"[^>]*checked', shown),
        "captain": str(players_of(first)[0]),
    }  # fmt: skip
    return address, said


def players_of(name: str) -> list[int]:
    from django.contrib.auth import get_user_model

    users = get_user_model().objects.filter(username__startswith=name.lower())
    return list(users.order_by("pk").values_list("pk", flat=True))


@pytest.mark.slow
def test_two_teams_become_one_within_the_limits_of_a_roster(client: Any, club: Club) -> None:
    cup = team_cup(club, 3)
    client.force_login(club.organizer)
    address, said = asked(client, cup, "Red", "Blue")
    shown = squeezed(client.get(address))
    assert "Merge Blue into Red?" in shown
    assert (
        "Blue leaves the field. Together they have 2 players too many: choose who"
        " plays. The others leave the tournament. Mean rating: Red 1500, Blue 1500, all together 1500."
    ) in shown
    red, blue = players(club, "Red"), players(club, "Blue")
    assert [int(key) for key in said["players"]] == [*red, *blue][:8]
    # Too many are refused, at their field; and so is a roster that has changed since.
    everybody = client.post(address, said | {"players": [*red, *blue]})
    assert (everybody.status_code, "A team has 4 to 8 players" in squeezed(everybody)) == (
        422,
        True,
    )
    green = client.post(address, said | {"players": [*red, *players(club, "Green")[:1]]})
    assert "The rosters have changed since you looked at them." in squeezed(green)
    old = cup.entries.get(name="Blue")
    teams.change_team(
        entry_id=old.pk, by=club.organizer, name="Blue", captain=blue[0],
        players=[*blue, club.player("late").pk],
    )  # fmt: skip
    late = client.post(address, said)
    assert "The rosters have changed since you looked at them." in squeezed(late)
    address, said = asked(client, cup, "Red", "Blue")
    for _again in range(2):
        answer = client.post(address, said)
    assert answer.status_code == 404  # There is no Blue any more to merge.
    found = [
        (one.name, one.status, [place.user_id for place in one.players.all() if place.active])
        for one in cup.entries.order_by("pk")
    ]
    kept = [*red, *blue[:3]]
    assert found == [
        ("Violet", "entered", kept), ("Blue", "withdrawn", []),
        ("Green", "entered", players(club, "Green")),
    ]  # fmt: skip
    row = AuditEntry.objects.get(verb="tournament.teams_merged")
    assert (row.reason, row.data["before"]) == ("Too few came", {"names": ["Red", "Blue"]})
    assert row.data["after"]["name"] == "Violet"
    told = Notice.objects.filter(kind="entry").values_list("user_id", "params__news")
    assert {one for one in told if one[1] in ("merged", "removed")} == {
        *((key, "merged") for key in blue[:3]),
        *((key, "removed") for key in (*blue[3:], club.player("late").pk)),
    }


@pytest.mark.slow
def test_a_captain_enters_the_own_team_and_nobody_else_does(client: Any, club: Club) -> None:
    names = ["red1", "red2", "red3", "red4"]
    league = club.league_of(*names, "zoe")
    captain, vice = club.player("red1"), club.player("red2")
    team = league_teams.create_team(league_id=league.pk, by=captain, name="Red")
    for name in names[1:]:
        league_teams.join_team(team_id=team.pk, user=club.player(name))
    cup = team_cup(club, 0, league=league)
    page = cup.get_absolute_url()

    def enters(name: str, number: int = team.pk) -> str:
        client.force_login(club.player(name))
        return squeezed(client.post(f"{page}enter/", {"team": str(number)}, follow=True))

    for name in ("zoe", "red3"):
        assert "Only a team’s captain or vice-captain can enter it." in enters(name)
        assert "Enter your team" not in squeezed(client.get(page))
    assert "There is no such team any more." in enters("red1", 999)
    shown = squeezed(client.get(page))
    assert "Enter your team" in shown
    Tournament.objects.update(invited_only=True)
    assert "by invitation only" in enters("red1")
    assert "Enter your team" not in squeezed(client.get(page))
    Tournament.objects.update(invited_only=False)
    for _again in range(2):
        assert "Red is entered." in enters("red1")
    entry = cup.entries.get()
    assert (entry.name, entry.captain, entry.status) == ("Red", captain, "entered")
    assert [one.user.username for one in entry.players.select_related("user")] == names
    told = Notice.objects.filter(kind="entry", params__news="entered").order_by("user__pk")
    assert [(one.user.username, one.params["who"]) for one in told] == [
        (name, "red1") for name in names[1:]
    ]
    assert "Enter your team" not in squeezed(client.get(page))
    entering.withdraw(tournament_id=cup.pk, user=captain)
    league_teams.set_vice(team_id=team.pk, user_id=vice.pk, by=captain)
    assert "Red is entered." in enters("red2")
    assert cup.entries.filter(status="entered").count() == 1


def test_once_the_tournament_has_started_teams_stay_as_they_are(client: Any, club: Club) -> None:
    cup = team_cup(club, 2)
    client.force_login(club.organizer)
    address, said = asked(client, cup, "Red", "Blue")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert client.post(address, said).status_code == 404
    red = cup.entries.get(name="Red")
    page = client.get(f"/organize/tournaments/{cup.slug}/entries/{red.pk}/").content.decode()
    assert "/merge/" not in page
