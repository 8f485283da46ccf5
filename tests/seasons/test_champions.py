"""The history of champions: who is named, and at what cost."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tests.seasons.conftest import SeasonClub
from tests.seasons.made import series
from tests.support.squeezed import squeezed
from tournaments.events.actions.decisions import decide_match
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle import ending
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.models import FinalPlace
from tournaments.seasons.tables.champions import champions_of, on_corrected
from tournaments.seasons.tables.divisions import season_tables

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


@pytest.mark.slow
def test_a_result_corrected_after_the_end_changes_places_and_champions(club: SeasonClub) -> None:
    season = club.published(2, divisions=(DivisionPlan("First", 2),))
    tournament = season.divisions.get().tournament
    match = tournament.matches.get()
    club.go_to(match.starts_at)
    club.finish(club.in_play(tournament)[0], 500, 100)
    club.go_to(now())
    assert ending.finish_due() == 1

    def places() -> list[tuple[str, int, bool]]:
        found = season.final_places.order_by("place", "user__username")
        return list(found.values_list("user__username", "place", "champion"))

    names = [[place.user.username for place in entry.players.all()] for entry in match.entries]
    home, away = (sorted(each) for each in names)
    before = [*((name, 1, True) for name in home), *((name, 2, False) for name in away)]
    assert places() == before
    word = {"match_id": match.pk, "by": club.organizer}
    decide_match(**word, winner=1, reason="They showed each other cards.")
    # Until the event is delivered, nothing is half-written.
    assert places() == before
    outbox.deliver_due()
    after = [*((name, 1, True) for name in away), *((name, 2, False) for name in home)]
    assert places() == after
    (table,) = season_tables(season)
    assert [row.corrected for row in table.rows] == [1, 1]
    shown = squeezed(Client().get(season.get_absolute_url()))
    assert shown.count("1 result corrected") == 2
    assert [one.names for one in champions_of(club.league)] == [(match.entries[1].name,)]
    keys = set(season.final_places.values_list("pk", flat=True))
    on_corrected({"tournament": tournament.pk})
    assert set(season.final_places.values_list("pk", flat=True)) == keys
    assert AuditEntry.objects.filter(verb="season.places_corrected").count() == 1
    decide_match(**word, verdict="played", reason="They didn't.")
    outbox.deliver_due()
    assert places() == before
