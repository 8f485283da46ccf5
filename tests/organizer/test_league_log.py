"""The log of a league: everything in sentences, for organizers alone, in a constant number of queries."""

import re
from typing import Any

import pytest

from tests.events.conftest import Club, club
from tests.program import ROOT
from tournaments.events.actions import lifecycle
from tournaments.leagues import announcing, bans, joining, members, services, teams
from tournaments.leagues.models import League
from tournaments.organizer.league_log import WORDS, in_words, log_of

pytestmark = pytest.mark.django_db
__all__ = ["club"]


@pytest.fixture
def league(club: Club) -> League:
    """A league in which something of each kind was done."""
    ann, ben = club.organizer, club.player("ben")
    made = services.create_league(by=ann, name="Riverside")
    joining.join_league(league_id=made.pk, user=ben)
    members.set_role(league_id=made.pk, by=ann, user_id=ben.pk, role="arbiter")
    team = teams.create_team(league_id=made.pk, by=ben, name="Aces")
    teams.set_vice(team_id=team.pk, by=ann, user_id=None)
    announcing.announce(league_id=made.pk, by=ann, title="50% off", text="x")
    cup = club.open(league=made, name="Cup")
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=ann, reason="Rain")
    bans.ban(league_id=made.pk, by=ann, username="ben", reason="Rude")
    other = services.create_league(by=ben, name="Elsewhere")
    joining.join_league(league_id=other.pk, user=ann)
    return made


def said(league: League, *choice: str) -> list[str]:
    return [
        f"{line.entry.actor} {line.what}" + (f" · {line.about}" if line.about else "")
        for line in in_words(log_of(league, *choice))
    ]


def test_everything_is_said_in_sentences_the_newest_first(league: League, club: Club) -> None:
    ann = club.organizer.username
    assert said(league) == [
        f"{ann} banned ben",
        f"{ann} cancelled it · Cup",
        f"{ann} opened the registration · Cup",
        f"{ann} created the draft · Cup",
        f"{ann} announced “50% off”",
        "ben created the team “Aces”",
        f"{ann} gave ben the role “arbiter”",
        "ben joined",
        f"{ann} created the league",
    ]
    assert said(league, "teams") == ["ben created the team “Aces”"]
    assert said(league, "tournaments", "BEN") == []
    assert said(league, "", "ben") == [
        f"{ann} banned ben", "ben created the team “Aces”", f"{ann} gave ben the role “arbiter”",
        "ben joined",
    ]  # fmt: skip
    assert said(league, "", "nobody") == []


def test_the_page_is_for_organizers_and_asks_the_same_for_many_as_for_few(
    league: League, club: Club, client: Any, django_assert_max_num_queries: Any
) -> None:
    address = f"/organize/leagues/{league.slug}/log/"
    client.force_login(club.player("ben"))
    assert client.get(address).status_code == 404
    client.force_login(club.organizer)
    client.get("/")
    counts = []
    for _ in range(2):
        with django_assert_max_num_queries(30) as queries:
            page = client.get(address)
        counts.append(len(queries))
        for number in range(8):
            joining.join_league(league_id=league.pk, user=club.player(f"p{number}"))
            club.open(league=league, name=f"Cup {number}")
    assert counts[0] == counts[1]
    assert "Rude" in page.content.decode()
    assert client.get(f"{address}?kind=teams&page=9").status_code == 200
    assert [len(client.get(f"{address}?page={n}").context["page"]) for n in (1, 2)] == [25, 24]


def test_every_action_of_leagues_teams_and_seasons_has_words() -> None:
    code = "".join(
        path.read_text()
        for app in ("leagues", "seasons")
        for path in sorted((ROOT / "tournaments" / app).glob("*.py"))
    )
    verbs = set(re.findall(r'"((?:league|season)\.\w+)"', code))
    verbs |= {f"team.{what}" for call in re.findall(r"\brecord\(team, [^)]*\)", code)
              for what in re.findall(r'"(\w+)"', call)}  # fmt: skip
    assert set(WORDS) == verbs
