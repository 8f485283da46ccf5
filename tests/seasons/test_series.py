"""Points of a series, against tables worked out by hand."""

from datetime import date, timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tests.seasons.made import series
from tournaments.events import advance
from tournaments.events.actions import lifecycle, teams
from tournaments.events.actions.decisions import decide_match
from tournaments.events.models import Entry, LineUp, Tournament
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import SeasonProposal
from tournaments.seasons.tables import counting
from tournaments.seasons.tables.champions import note_places
from tournaments.seasons.tables.series import Evening, Place, score, series_table
from tournaments.seasons.terms import Terms

FIRST, SECOND, THIRD = 101, 102, 103


def table(places: dict[int, list[tuple[int, int]]], **terms: object) -> list[tuple[int, int]]:
    played = {key: [Place(*each) for each in rows] for key, rows in places.items()}
    found = score(played, Terms(scale=(10, 6, 4, 1), **terms))  # type: ignore[arg-type]
    return [(one.key, one.points) for one in found]


def test_places_are_worth_the_scale_and_everybody_who_came_gets_something() -> None:
    places = {1: [(FIRST, 1), (SECOND, 3)], 2: [(FIRST, 2)], 3: [(SECOND, 5)]}
    assert table(places) == [(1, 14), (2, 6), (3, 0)]
    assert table(places, attendance=2) == [(1, 18), (2, 8), (3, 2)]


def test_only_the_best_evenings_count() -> None:
    (one,) = score(
        {1: [Place(FIRST, 3), Place(SECOND, 1), Place(THIRD, 3)]},
        Terms(scale=(10, 6, 4), best=2, attendance=1),
    )
    assert one.points == 11 + 5
    assert one.evenings == (
        Evening(FIRST, 3, 4, attendance=1), Evening(SECOND, 1, 10, attendance=1),
        Evening(THIRD, 3, 4, attendance=1, counts=False),
    )  # fmt: skip


def test_ties_go_to_more_first_places_then_to_more_evenings() -> None:
    # Both have 10: one first place against a second and a third.
    assert table({1: [(FIRST, 2), (SECOND, 3)], 2: [(FIRST, 1)]}) == [(2, 10), (1, 10)]
    # Both have 4: the second came twice.
    assert table({1: [(FIRST, 3)], 2: [(FIRST, 3), (SECOND, 9)]}) == [(2, 4), (1, 4)]
    # Evenings first, where the terms say so.
    both = {1: [(FIRST, 2), (SECOND, 3)], 2: [(FIRST, 1)]}
    assert table(both, ties="evenings") == [(1, 10), (2, 10)]


def edit(club: SeasonClub, season: Season, **terms: Any) -> None:
    """Edit the terms of a series."""
    proposal = SeasonProposal(
        season.name,
        season.starts_on,
        season.ends_on,
        season.kind,
        season.zone,
        terms=Terms(**terms),
    )
    planning.edit_season(season_id=season.pk, by=club.organizer, proposal=proposal)
    season.refresh_from_db()


@pytest.mark.django_db
def test_a_series_of_teams_knows_them_by_their_names(club: SeasonClub) -> None:
    today = now().date()
    season = series(club.league, club.organizer, "Teams", today, today + timedelta(days=30))
    edit(club, season, ranked="teams", scale=(3, 1))
    for swapped in (False, True):
        cup = club.tournament(
            league=club.league,
            season=season,
            is_team=True,
            match_hands=12,
            format="round_robin",
        )
        lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
        for seed, name in enumerate(("Red", "BLUE" if swapped else "Blue"), start=1):
            people = [club.joined(f"{name[0].lower()}{number}").pk for number in range(1, 5)]
            entry = teams.enter_team(
                tournament_id=cup.pk,
                by=club.organizer,
                name=name,
                players=people,
                captain=people[0],
            )
            Entry.objects.filter(pk=entry.pk).update(seed_no=seed)
        Tournament.objects.filter(pk=cup.pk).update(status="finished", finished_at=now())
    rows = series_table(season)
    assert [(row.name, len(row.evenings), len(row.players)) for row in rows] == [
        ("BLUE", 2, 4), ("Red", 2, 4),
    ]  # fmt: skip


def test_absent_competitors_get_nothing_for_taking_part_and_did_not_attend() -> None:
    places = {
        1: [Place(FIRST, 3), Place(SECOND, 4, came=False)],
        2: [Place(FIRST, 4), Place(SECOND, 3)],
    }
    one, two = score(places, Terms(scale=(10, 6, 4, 1), attendance=2))
    assert [(each.points, each.came) for each in two.evenings] == [(6, True), (1, False)]
    assert [(each.points, each.came) for each in one.evenings] == [(3, True), (6, True)]


@pytest.mark.django_db
def test_P1_only_people_at_a_table_or_with_a_bye_took_part(club: SeasonClub) -> None:
    today = now().date()
    season = series(club.league, club.organizer, "Evenings", today, today + timedelta(days=30))
    edit(club, season, ranked="pairs", scale=(3,), attendance=2)
    for name in ("a1", "b1", "a2", "b2", "a3", "b3"):
        club.joined(name)
    cup = club.with_entries(
        3, league=club.league, season=season, match_hands=2, format="swiss", rounds=1
    )
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    here, gone = match.entries
    LineUp.objects.filter(match=match, entry=here).update(present=True)
    decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="Never came.")
    LineUp.objects.filter(match=match, entry=here).update(present=True)
    advance.advance(cup.pk)
    rows = {
        row.name: (row.attended, [one.came for one in row.evenings]) for row in series_table(season)
    }
    assert rows.pop(gone.name) == (0, [False])
    assert rows.pop(here.name) == (1, [True])
    assert list(rows.values()) == [(1, [True])]


@pytest.mark.both
@pytest.mark.django_db
@pytest.mark.parametrize("names", [("Straße", "STRASSE"), ("Éclair", "éclair")])
def test_n1_two_teams_of_one_tournament_stay_two_whatever_their_names(
    club: SeasonClub, names: tuple[str, str]
) -> None:
    today = now().date()
    season = series(club.league, club.organizer, "Teams", today, today + timedelta(days=30))
    edit(club, season, ranked="teams", scale=(3, 1))
    cup = club.tournament(
        league=club.league, season=season, is_team=True, match_hands=12, format="round_robin"
    )
    lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
    for seed, letter in enumerate("st", start=1):
        people = [club.joined(f"{letter}{number}").pk for number in range(1, 5)]
        entry = teams.enter_team(
            tournament_id=cup.pk,
            by=club.organizer,
            name=f"Team {letter}",
            players=people,
            captain=people[0],
        )
        Entry.objects.filter(pk=entry.pk).update(seed_no=seed, name=names[seed - 1])
    Tournament.objects.filter(pk=cup.pk).update(status="finished", finished_at=now())
    assert [(row.name, len(row.evenings), len(row.players)) for row in series_table(season)] == [
        (name, 1, 4) for name in names
    ]  # fmt: skip
    people = [club.joined(f"u{number}").pk for number in range(1, 5)]
    other = club.tournament(
        league=club.league, season=season, is_team=True, match_hands=12, format="round_robin"
    )
    lifecycle.open_registration(tournament_id=other.pk, by=club.organizer)

    def enter(name: str) -> None:
        teams.enter_team(
            tournament_id=other.pk, by=club.organizer, name=name, players=people, captain=people[0]
        )

    enter(names[0])
    with pytest.raises(Refused) as refusal:
        enter(names[1])
    assert refusal.value.code == "name_taken"


@pytest.mark.django_db
def test_an_evening_counts_after_the_fact(club: SeasonClub, client: Any) -> None:
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
    # A series of pairs: the same two people are one pair, whatever the order of their names.
    edit(club, season, ranked="pairs")
    cup.entries.filter(name=" & ".join(lost)).update(name=" & ".join(lost[::-1]))
    assert [(row.place, row.name, row.points) for row in series_table(season)] == [
        (1, " & ".join(won), 25), (2, " & ".join(lost[::-1]), 18),
    ]  # fmt: skip
    page = client.get(season.get_absolute_url())
    assert (
        "What counts",
        "Every finished tournament of pairs: the same two people are one pair",
    ) in (page.context["facts"])
    note_places(season)
    assert [
        (one.user.username, one.name, one.place, one.champion)
        for one in season.final_places.order_by("user__username").select_related("user")
        if one.champion
    ] == [(name, " & ".join(won), 1, True) for name in won]
    # A series of teams has nothing from a tournament of pairs, and doesn't offer one.
    edit(club, season, ranked="teams")
    assert series_table(season) == []
    counting.drop_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    assert list(counting.could_count(season)) == []
    with pytest.raises(Refused) as refusal:
        counting.count_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    assert refusal.value.code == "other_kind"
    edit(club, season, ranked="players")
    counting.count_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    other = series(club.league, club.organizer, "Past", date(2026, 1, 1), date(2026, 2, 1))
    with pytest.raises(Refused) as refusal:
        counting.count_tournament(season_id=other.pk, by=club.organizer, tournament_id=cup.pk)
    assert refusal.value.code == "counts_elsewhere"
    counting.drop_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    with pytest.raises(Refused) as refusal:
        counting.count_tournament(season_id=other.pk, by=club.organizer, tournament_id=cup.pk)
    assert refusal.value.code == "outside_season"
    assert series_table(season) == []
