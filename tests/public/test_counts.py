"""V1 for the pages that anybody may see: lists show all, on their pages, or say how much they leave out."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.ratings.services import rate_table
from games.tables.access import mutes
from games.tables.hooks import upcoming_for
from games.tables.lobby.friends_here import friends_here
from spades_site.accounts import friends
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.ratings.tables import FIRST, finished_table
from tournaments.events.actions import entering
from tournaments.leagues import services

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_V1_the_first_page_lists_every_match_and_tournament_and_all_that_waits(
    client: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.public.views.home.SHORT_LIST", 2)
    club.started(8)
    ben = club.player("ben")
    for number in range(4):
        soon = club.open(name=f"Soon {number}")
        entering.enter(tournament_id=soon.pk, user=club.player(f"x{number}"), partner="ben")
    pages = [client.get(f"/?live={n}&soon={n}").context for n in (1, 2, 3)]
    assert [match.number for page in pages[:2] for match in page["live"]] == [1, 2, 3, 4]
    assert [one.name for page in pages for one in page["soon"]] == [
        "Cup",
        "Soon 0",
        "Soon 1",
        "Soon 2",
        "Soon 3",
    ]
    assert "4 matches" in client.get("/").content.decode()
    client.force_login(ben)
    page = client.get("/").context
    assert len([page["first"], *page["todos"]]) == 4


@pytest.mark.slow
def test_V1_a_league_s_lists_have_pages(
    client: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.public.views.leagues.SHORT_LIST", 2)
    league = services.create_league(by=club.organizer, name="Autumn")
    for number in range(3):
        club.tournament(name=f"Draft {number}", league=league)
        made = club.open(name=f"Open {number}", league=league)
        over = club.open(name=f"Over {number}", league=league)
        over.status, over.finished_at = "finished", now() + timedelta(minutes=number)
        over.save()
        assert made.league == league
    client.force_login(club.organizer)
    for name in ("coming", "past", "drafts"):
        pages = [client.get(f"/leagues/autumn/?{name}={n}").context[name] for n in (1, 2)]
        assert [len(page) for page in pages] == [2, 1]
        assert pages[0].paginator.count == 3


def test_V1_the_lobby_says_how_many_more_start_soon_and_how_many_more_friends_are_here(
    client: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        club.open(name=f"Soon {number}")
    shown, more = upcoming_for(AnonymousUser())
    assert ([one.title for one in shown], more) == ([f"Soon {n}" for n in range(4)], 2)
    assert "2 more start within a day." in client.get("/play/").content.decode()
    monkeypatch.setattr("games.tables.lobby.friends_here.MOST_SHOWN", 1)
    ben = club.player("ben")
    for name in ("cem", "dan", "eve"):
        friends.ask(user=ben, name=club.player(name).username)
        friends.accept(user=club.player(name), name="ben")
        type(ben).objects.filter(username=name).update(last_seen=now())
    here, more, everybody = friends_here(ben)
    assert ([one.user.username for one in here], more, everybody) == (["cem"], 2, 3)
    client.force_login(ben)
    assert "2 more friends are online." in client.get("/play/").content.decode()


@pytest.mark.slow
def test_V1_every_rated_game_is_on_a_page_of_the_profile_the_one_that_ended_last_first(
    client: Any, club: Club
) -> None:
    four = [club.player(name) for name in ("ben", "cem", "dan", "eve")]
    # The first that is rated ended last of all: the others' messages had to wait.
    ends = [timedelta(hours=20), *(timedelta(hours=number) for number in range(1, 12))]
    tables = [finished_table(four, [0, 2], at=FIRST + end) for end in ends]
    for table in tables:
        rate_table(table.pk)
    pages = [client.get(f"/people/ben/?page={n}").context["profile"].games for n in (1, 2)]
    shown = [game.table for page in pages for game in page]
    assert shown == [table.public_id for table in (tables[0], *reversed(tables[1:]))]
    times = [game.at for page in pages for game in page]
    assert times == sorted(times, reverse=True)


@pytest.mark.slow
def test_V1_the_muted_and_the_blocked_have_pages_of_their_own(client: Any, club: Club) -> None:
    ben = club.player("ben")
    for number in range(26):
        name = club.player(f"x{number:02}").username
        mutes.set_mute(user=ben, name=name, yes=True)
        mutes.set_block(user=ben, name=name, yes=True)
    client.force_login(ben)
    page = client.get("/account/people/?muted=2").context
    assert (len(page["muted"]), len(page["blocked"])) == (1, 25)
