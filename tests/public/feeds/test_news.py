"""A league's news and results for feed readers."""

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.events.conftest import Club
from tests.leagues.members import add
from tests.public.feeds.calendars import keyed
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.leagues import announcing, services
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
NAMES = {"a": "http://www.w3.org/2005/Atom"}


def entries(client: Any, path: str) -> list[tuple[str | None, ...]]:
    """Return id, title and text of each entry."""
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (
        200,
        "application/atom+xml; charset=utf-8",
    )
    read = ElementTree.fromstring(answer.content)
    return [
        tuple(one.findtext(f"a:{what}", None, NAMES) for what in ("id", "title", "summary"))
        for one in read.findall("a:entry", NAMES)
    ]


def league_of_four(club: Club, name: str) -> League:
    """Return a league with the members of four pairs."""
    league = services.create_league(by=club.organizer, name=name)
    for number in range(1, 5):
        add(league, club.player(f"a{number}"))
        add(league, club.player(f"b{number}"))
    return league


def test_a_league_s_results_and_news(client: Any, club: Club) -> None:
    league = league_of_four(club, "Autumn <club>")
    cup = club.started(4, league=league, description="Bring <cake>.")
    for match in club.in_play(cup)[:1]:
        club.finish(match, 500, 300)
    advance.advance(cup.pk)
    announcing.announce(league_id=league.pk, by=club.organizer, title="Snow", text="Drive slowly.")
    (played,) = cup.matches.filter(results__current=True)
    tag = "tag:localhost,2026:"
    assert entries(client, "/leagues/autumn-club/results.atom") == [
        (f"{tag}match-{played.pk}", f"{played.title}: 500 : 300", "Cup, round 1")
    ]
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="Snow")
    visitor = entries(client, "/leagues/autumn-club/news.atom")
    assert [(key, title) for key, title, _text in visitor] == [
        (f"{tag}tournament-{cup.pk}-over", "Cup is cancelled"),
        (f"{tag}tournament-{cup.pk}", "Cup is announced"),
    ]
    client.force_login(club.organizer)
    said = entries(client, "/leagues/autumn-club/news.atom")
    assert len(said) == 3
    assert (f"{tag}announcement-{league.announcements.get().pk}", "Snow", "Drive slowly.") in said
    page = client.get("/leagues/autumn-club/").content.decode()
    assert (
        '<link rel="alternate" type="application/atom+xml" title="News of Autumn &lt;club&gt;" '
        'href="http://localhost:8000/leagues/autumn-club/news.atom">'
    ) in page


def test_a_private_league_s_feeds_are_for_members_and_for_their_keys(
    client: Any, club: Club
) -> None:
    league = services.create_league(by=club.organizer, name="Back room", is_public=False)
    ben = club.player("ben")
    add(league, ben)
    announcing.announce(league_id=league.pk, by=club.organizer, title="Snow", text="Drive slowly.")
    for what, number in (("news", 1), ("results", 0)):
        path = f"/leagues/back-room-xxxxx/{what}.atom"
        assert client.get(path).status_code == 404
        assert len(entries(client, keyed(ben, path))) == number
        # Without entries, too, its bytes stay the same.
        known = client.get(keyed(ben, path))["ETag"]
        assert client.get(keyed(ben, path), headers={"If-None-Match": known}).status_code == 304


def test_results_of_deals_in_play_are_not_told(client: Any, club: Club) -> None:
    league = league_of_four(club, "Club")
    cup = club.started(4, league=league, comparison="difference", match_hands=1)
    first, *_others = club.in_play(cup)
    club.finish(first, 50, -30)
    assert cup.matches.filter(results__current=True).count() == 1
    assert entries(client, "/leagues/club/results.atom") == []
