"""Lists that the site exports as CSV, imported as they came: what is read equals what went out."""

from collections.abc import Callable

import pytest

from spades_site.accounts.models import User
from tests.events.conftest import Club
from tests.support.spreadsheets import AS_SAVED, exported, preview
from tournaments.events.actions import entering
from tournaments.events.actions.teams.rosters import enter_team
from tournaments.leagues import joining, members, services, teams

pytestmark = pytest.mark.django_db
NAMES = ("=SUM(1)", "a;b", 'The "Owls", Leeds', "Özil", "-1", "@x", "'=x", "+1, 2")
"""Names of teams that a spreadsheet would run, or split."""


@AS_SAVED
def test_members_and_teams_of_a_league(
    member: Callable[..., User], saved: Callable[[bytes], bytes]
) -> None:
    ann = member("ann")
    league = services.create_league(by=ann, name="Club")
    captains = [member(f"p{number}") for number, _name in enumerate(NAMES)]
    for person, name in zip(captains, NAMES, strict=True):
        joining.join_league(league_id=league.pk, user=person)
        teams.create_team(league_id=league.pk, by=person, name=name)
    friend = member("Özil")
    joining.join_league(league_id=league.pk, user=friend)
    members.set_role(league_id=league.pk, by=ann, user_id=friend.pk, role="organizer")
    for what in ("members", "teams"):
        data = saved(exported(ann, f"/leagues/club/{what}.csv"))
        lines = preview(ann, "/leagues/club/import/", data)
        read = {(line.cells["user"], line.cells["team"], line.effect) for line in lines}
        placed = {
            (person.username, name, "is already in the team")
            for person, name in zip(captains, NAMES, strict=True)
        }
        others = {(name, "", "is already a member") for name in ("ann", "Özil")}
        assert (read, [line.problem for line in lines if line.problem]) == (
            placed | (others if what == "members" else set()),
            [],
        )


@AS_SAVED
def test_entries_of_a_tournament(club: Club, saved: Callable[[bytes], bytes]) -> None:
    league = club.league_of("Özil", "ße", "a.b", "c+d", "zoe")
    cup, again = club.open(league=league), club.open(league=league, name="Again")
    club.enter_pair(cup, "Özil", "ße")
    club.enter_pair(cup, "a.b", "c+d")
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    data = saved(exported(club.organizer, f"/tournaments/{cup.slug}/entries.csv"))
    lines = preview(club.organizer, f"/organize/tournaments/{again.slug}/import/", data)
    assert [(line.cells, line.problem, line.effect) for line in lines] == [
        (("Özil", "ße"), "", "is entered"),
        (("a.b", "c+d"), "", "is entered"),
        (("zoe", ""), "", "is entered alone, and gets a partner at the start"),
    ]


def test_people_called_like_columns_are_entered(club: Club) -> None:
    cup = club.open(league=club.league_of("player_1", "player_2"))
    page = f"/organize/tournaments/{cup.slug}/import/"
    (line,) = preview(club.organizer, page, b"player_1,player_2")
    assert (line.cells, line.problem) == (("player_1", "player_2"), "")


@pytest.mark.slow
@AS_SAVED
def test_entries_of_a_tournament_of_teams(club: Club, saved: Callable[[bytes], bytes]) -> None:
    rosters = [
        [f"p{number}x{place}" for place in range(4 + number)] for number in range(len(NAMES[:5]))
    ]
    league = club.league_of(*(name for roster in rosters for name in roster))
    cup, again = (
        club.open(league=league, name=name, is_team=True, match_hands=12, format="round_robin")
        for name in ("Cup", "Again")
    )
    for name, roster in zip(NAMES, rosters, strict=False):
        # The last of them is the captain.
        keys = [club.player(each).pk for each in roster]
        enter_team(
            tournament_id=cup.pk, by=club.organizer, name=name, players=keys, captain=keys[-1]
        )
    data = saved(exported(club.organizer, f"/tournaments/{cup.slug}/entries.csv"))
    lines = preview(club.organizer, f"/organize/tournaments/{again.slug}/import/", data)
    assert [(line.filled, line.problem, line.effect) for line in lines] == [
        ([name, roster[-1], *roster[:-1]], "", f"is entered; {roster[-1]} is the captain")
        for name, roster in zip(NAMES, rosters, strict=False)
    ]
