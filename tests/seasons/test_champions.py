"""The history of champions: who is named, and at what cost."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from spades_site.common.clock import now
from tests.seasons.conftest import SeasonClub
from tests.seasons.made import series
from tournaments.leagues.models import Season
from tournaments.seasons.champions import champions_of
from tournaments.seasons.models import FinalPlace

pytestmark = pytest.mark.django_db


def finished_series(club: SeasonClub, number: int) -> Season:
    """Return a finished series in which two people are level on the first place, before a third."""
    season = series(
        club.league, club.organizer, f"Series {number}", date(2027 + number, 1, 1), date(2027 + number, 6, 1),
    )  # fmt: skip
    Season.objects.filter(pk=season.pk).update(status="finished", finished_at=now())
    FinalPlace.objects.bulk_create(
        FinalPlace(
            season=season, user=club.player(name), place=place, field_size=3, champion=place == 1
        )
        for name, place in (("ann1", 1), ("bob1", 1), ("cy1", 3))
    )
    return season


def test_the_newest_season_comes_first_and_level_players_share_the_title(
    client: Any, club: SeasonClub
) -> None:
    first, second = finished_series(club, 1), finished_series(club, 2)
    series(club.league, club.organizer, "Under way", date(2027, 2, 1), date(2027, 9, 1))
    assert [(one.season, one.names) for one in champions_of(club.league)] == [
        (second, ("ann1", "bob1")), (first, ("ann1", "bob1")),
    ]  # fmt: skip
    counts = []
    for more in (range(0), range(3, 9)):
        for number in more:
            finished_series(club, number)
        with CaptureQueriesContext(connection) as queries:
            page = client.get("/leagues/club/?show=history")
        counts.append(sum(one["sql"].startswith("SELECT") for one in queries))
        assert page.status_code == 200
    assert counts[0] == counts[1]
