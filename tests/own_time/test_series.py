"""Own-time events in a series: points by place as in tournaments, once, and none when the event is gone."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.own_time.conftest import OwnTimeClub, first, last
from tournaments.leagues.models import Season
from tournaments.own_time import changing, making, series
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent
from tournaments.seasons.lifecycle import ending, planning
from tournaments.seasons.lifecycle.planning import SeasonProposal
from tournaments.seasons.tables.qualifying import qualifying
from tournaments.seasons.tables.series import series_table
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db


def _series(club: OwnTimeClub, name: str = "Points", **terms: Any) -> Season:
    values: dict[str, Any] = {"scale": (10, 6, 4), "attendance": 1, "qualify": 2} | terms
    today = now().date()
    return planning.create_season(
        league_id=club.league.pk,
        by=club.organizer,
        proposal=SeasonProposal(
            name, today, today + timedelta(days=30), "series", "UTC", terms=Terms(**values)
        ),
    )


def _counted(club: OwnTimeClub, season: Season, event: OwnTimeEvent, times: int = 1) -> None:
    series.count_in(event_id=event.pk, by=club.organizer, season_id=season.pk, times=times)


def _table(season: Season) -> list[tuple[int, str, int]]:
    return [(row.place, row.name, row.points) for row in series_table(season)]


def _refusal(call: Any) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code


def test_places_count_once_the_results_are_there(club: OwnTimeClub) -> None:
    season = _series(club)
    event = club.event()
    _counted(club, season, event, times=2)
    _counted(club, season, event, times=2)
    club.later(hours=2)
    for name, way in (("p1", first), ("p2", last), ("p3", first)):
        club.play(event, name, way)
    club.begin(event, "p4")
    assert _table(season) == []
    club.close(event)
    places = dict(event.entries.values_list("user__username", "place"))
    assert places["p4"] is None
    worth = {1: 2 * 10 + 1, 2: 2 * 6 + 1, 3: 2 * 4 + 1}
    found = {name: points for _place, name, points in _table(season)}
    assert found == {name: worth[place] for name, place in places.items() if place is not None}
    best = {name for name, place in places.items() if place in (1, 2)}
    assert {row.name for row in qualifying(season).qualified} == best
    client = Client()
    page = client.get(season.get_absolute_url()).content.decode()
    assert page.count(event.get_absolute_url()) == 1
    assert "× 2 = 20" in page
    data = client.get(f"/seasons/{season.slug}/tables.json").json()
    rows = (
        data
        if isinstance(data, list)
        else next(one for one in data.values() if isinstance(one, list))
    )
    assert rows[0]["evenings"][0]["event"] == event.get_absolute_url()
    # It is taken out again, and nothing of it stays.
    series.count_in(event_id=event.pk, by=club.organizer, season_id=0)
    assert _table(season) == []


def test_a_deleted_event_counts_nowhere_and_an_open_one_keeps_its_series_open(
    club: OwnTimeClub,
) -> None:
    season = _series(club)
    gone, kept = club.event(name="Gone"), club.event(name="Kept")
    _counted(club, season, gone)
    _counted(club, season, kept)
    making.delete_event(event_id=gone.pk, by=club.organizer)
    assert list(season.own_time_events.all()) == [kept]
    club.later(days=40)
    assert ending.finish_due() == 0
    club.close(kept)
    assert ending.finish_due() == 1
    assert _refusal(lambda: _counted(club, season, kept, times=3)) == "season_finished"


def test_pairs_count_as_pairs_and_each_with_a_newcomer(club: OwnTimeClub) -> None:
    by_pair = _series(club, "Pairs", ranked="pairs")
    by_player = _series(club, "Players", newcomer=3, newcomer_days=2)
    club.joined("p1")
    club.later(days=5)
    event = club.event(entrants="pair")
    club.pair(event, "p1", "new")
    club.later(hours=2)
    club.play(event, "p1")
    club.close(event)
    _counted(club, by_pair, event)
    assert _table(by_pair) == [(1, "p1 & new", 11)]
    _counted(club, by_player, event)
    assert _table(by_pair) == []
    assert _table(by_player) == [(1, "p1", 14), (2, "new", 11)]
    alone = club.event(name="Alone")
    assert _refusal(lambda: _counted(club, by_pair, alone)) == "other_kind"
    late = club.event(
        name="Late", opens_at=now() + timedelta(days=60), closes_at=now() + timedelta(days=61)
    )
    assert _refusal(lambda: _counted(club, by_player, late)) == "outside_season"


def test_an_event_stays_within_its_series_and_can_always_be_taken_out(club: OwnTimeClub) -> None:
    season = _series(club, ranked="pairs")
    event = club.event(entrants="pair")
    _counted(club, season, event)
    change = lambda **values: making.edit_event(  # noqa: E731
        event_id=event.pk,
        by=club.organizer,
        proposal=EventProposal(**{**vars(making.proposal_of(event)), **values}),
    )
    later = {one: getattr(event, one) + timedelta(days=60) for one in ("opens_at", "closes_at")}
    assert _refusal(lambda: change(entrants="player")) == "other_kind"
    assert _refusal(lambda: change(**later)) == "outside_season"
    club.later(hours=2)
    Season.objects.filter(pk=season.pk).update(ends_on=season.starts_on + timedelta(days=1))
    by = {"event_id": event.pk, "by": club.organizer}
    longer = event.closes_at + timedelta(days=2)
    assert _refusal(lambda: changing.extend(**by, closes_at=longer)) == "outside_season"
    # One that doesn't fit any more can only be taken out.
    Season.objects.filter(pk=season.pk).update(ends_on=season.starts_on)
    assert _refusal(lambda: _counted(club, season, event, times=2)) == "outside_season"
    series.count_in(**by, season_id=0)
    Season.objects.filter(pk=season.pk).update(ends_on=season.ends_on)
    # One that is called off isn't an evening of the series.
    _counted(club, season, event)
    assert [one.name for one in series.counted_in(season)] == ["Week"]
    changing.call_off(**by, reason="Wrong rules")
    assert series.counted_in(season) == []
