"""What profiles show of seasons and teams, and to whom."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.ratings.hooks import Career, SeasonLine
from games.statistics.achievements import award_honours
from spades_site.accounts import friends
from spades_site.accounts.friends import may_see_profile
from tests.seasons.conftest import SeasonClub
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle import ending
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.queries.careers import career_of

pytestmark = pytest.mark.django_db


def played(club: SeasonClub, **fields: Any) -> Season:
    """Return a season ended after its first round, in which side 0 won both matches."""
    season = club.published(4, divisions=(DivisionPlan("First", 4),), **fields)
    club.go_to(draw_of(season)[0].rounds[0].at + timedelta(minutes=1))
    for match in club.in_play(season.divisions.get().tournament):
        club.finish(match, 300, 200)
    return ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")


@pytest.mark.slow
def test_a_profile_has_seasons_places_and_titles(client: Any, club: SeasonClub) -> None:
    season = played(club)
    first = season.final_places.filter(champion=True).select_related("user", "entry")[0]
    last = season.final_places.filter(place=4).select_related("user", "entry")[0]

    def line(place: int, entry: str) -> SeasonLine:
        return SeasonLine(
            "Spring 2027", season.get_absolute_url(), "Club", entry, "First", place, 4, place == 1
        )

    nobody = AnonymousUser()
    assert career_of(first.user, nobody) == Career([line(1, first.entry.name)], [], won=1)
    assert career_of(last.user, nobody) == Career([line(4, last.entry.name)], [], lost=1)
    award_honours()
    achieved = f'<a href="{season.get_absolute_url()}"><time'
    page = client.get(f"/people/{first.user.username}/").content.decode()
    assert ("champion" in page, "1 of 4" in page, achieved in page) == (True, True, True)
    # A private league is nobody else's business.
    season.league.is_public = False
    season.league.save()
    assert career_of(first.user, nobody) == Career([], [])
    assert achieved not in client.get(f"/people/{first.user.username}/").content.decode()
    assert career_of(first.user, club.player("stranger")) == Career([], [])
    assert career_of(first.user, last.user).titles == [line(1, first.entry.name)]


@pytest.mark.slow
def test_everybody_chooses_who_sees_their_seasons_and_partners(
    client: Any, club: SeasonClub
) -> None:
    played(club)
    person, friend, member = club.people["a1"], club.player("pal"), club.player("other")
    friends.ask(user=person, name=friend.username)
    friends.accept(user=friend, name=person.username)
    seen = {}
    for choice in ("everybody", "members", "friends", "nobody"):
        person.profile_for = choice
        person.save(update_fields=["profile_for"])
        seen[choice] = [may_see_profile(one, person) for one in (None, member, friend, person)]
    assert seen == {
        "everybody": [True, True, True, True],
        "members": [False, True, True, True],
        "friends": [False, False, True, True],
        "nobody": [False, False, False, True],
    }
    profile = f"/people/{person.username}/"
    client.force_login(member)
    assert "Spring 2027" not in client.get(profile).content.decode()
    assert client.get(f"{profile}record/").status_code == 404
    client.force_login(person)
    assert "Spring 2027" in client.get(profile).content.decode()
    saved = client.post(reverse("settings"), {"time_zone": "UTC", "profile_for": "members"})
    person.refresh_from_db()
    assert (saved.status_code, person.profile_for) == (302, "members")


@pytest.mark.slow
def test_a_career_takes_as_many_queries_for_many_seasons_as_for_few(club: SeasonClub) -> None:
    counts = []
    later: dict[str, Any] = {
        "name": "Two",
        "starts_on": date(2027, 9, 1),
        "ends_on": date(2027, 12, 1),
    }
    for make in (
        lambda: played(club),
        lambda: club.published(4, divisions=(DivisionPlan("First", 4),), **later),
    ):
        make()
        with CaptureQueriesContext(connection) as queries:
            career = career_of(club.people["a1"], club.people["b1"])
        counts.append((len(career.seasons), len(queries)))
    assert counts == [(1, 4), (2, 4)]
    assert career.seasons[0].place is None


def test_only_matches_that_somebody_came_to_are_theirs(club: SeasonClub) -> None:
    season = club.published(2, divisions=(DivisionPlan("First", 2),))
    club.go_to(draw_of(season)[0].rounds[0].at + timedelta(minutes=1))
    (match,) = club.in_play(season.divisions.get().tournament)
    club.finish(match, 300, 200)
    away = match.line_up.get(user=club.people["a1"])
    away.present = False
    away.save()
    nobody = AnonymousUser()
    found = {name: career_of(club.people[name], nobody) for name in ("a1", "b1", "a2")}
    assert {name: (one.won + one.lost) for name, one in found.items()} == {
        "a1": 0, "b1": 1, "a2": 1,
    }  # fmt: skip
