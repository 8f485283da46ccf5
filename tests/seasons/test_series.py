"""Points of a series, against tables worked out by hand."""

from datetime import date, timedelta

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tests.seasons.made import series
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.seasons import counting
from tournaments.seasons.series import Evening, score, series_table
from tournaments.seasons.terms import Terms

FIRST, SECOND, THIRD = 101, 102, 103


def table(places: dict[int, list[tuple[int, int]]], **terms: object) -> list[tuple[int, int]]:
    found = score(places, Terms(scale=(10, 6, 4, 1), **terms))  # type: ignore[arg-type]
    return [(one.player, one.points) for one in found]


def test_places_are_worth_the_scale_and_everybody_who_came_gets_something() -> None:
    places = {1: [(FIRST, 1), (SECOND, 3)], 2: [(FIRST, 2)], 3: [(SECOND, 5)]}
    assert table(places) == [(1, 14), (2, 6), (3, 0)]
    assert table(places, attendance=2) == [(1, 18), (2, 8), (3, 2)]


def test_only_the_best_evenings_count() -> None:
    (one,) = score(
        {1: [(FIRST, 3), (SECOND, 1), (THIRD, 3)]}, Terms(scale=(10, 6, 4), best=2, attendance=1)
    )
    assert one.points == 11 + 5
    assert one.evenings == (
        Evening(FIRST, 3, 5, True), Evening(SECOND, 1, 11, True), Evening(THIRD, 3, 5, False),
    )  # fmt: skip


def test_ties_go_to_more_first_places_then_to_more_evenings() -> None:
    # Both have 10: one first place against a second and a third.
    assert table({1: [(FIRST, 2), (SECOND, 3)], 2: [(FIRST, 1)]}) == [(2, 10), (1, 10)]
    # Both have 4: the second came twice.
    assert table({1: [(FIRST, 3)], 2: [(FIRST, 3), (SECOND, 9)]}) == [(2, 4), (1, 4)]


@pytest.mark.django_db
def test_an_evening_counts_after_the_fact(club: SeasonClub) -> None:
    today = now().date()
    season = series(club.league, club.organizer, "Evenings", today, today + timedelta(days=30))
    for name in ("a1", "b1", "a2", "b2"):
        club.joined(name)
    cup = club.with_entries(2, league=club.league, match_hands=2, format="round_robin")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    club.play_all(cup)
    advance.advance(cup.pk)
    assert series_table(season) == []
    won = ["a1", "b1"] if cup.entries.get(seed_no=1).name == "a1 & b1" else ["a2", "b2"]
    lost = [name for name in ("a1", "b1", "a2", "b2") if name not in won]
    counting.count_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    assert [(row.place, row.name, row.points) for row in series_table(season)] == [
        *((1, name, 25) for name in won), *((3, name, 18) for name in lost),
    ]  # fmt: skip
    other = series(club.league, club.organizer, "Past", date(2026, 1, 1), date(2026, 2, 1))
    with pytest.raises(Refused) as refusal:
        counting.count_tournament(season_id=other.pk, by=club.organizer, tournament_id=cup.pk)
    assert refusal.value.code == "counts_elsewhere"
    counting.drop_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    with pytest.raises(Refused) as refusal:
        counting.count_tournament(season_id=other.pk, by=club.organizer, tournament_id=cup.pk)
    assert refusal.value.code == "outside_season"
    assert series_table(season) == []
