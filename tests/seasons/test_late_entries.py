"""Late entries to a season under way: into the bye of an odd division, or the next round of a Swiss."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tests.seasons.test_pairs_season import check_against_tournaments, play_round
from tournaments.events.models import Match
from tournaments.leagues.models import Season
from tournaments.seasons.entries import signing_up
from tournaments.seasons.lifecycle import late
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db


def said(call: Any, **given: Any) -> tuple[str, str]:
    """Return the code and the sentence with which a call is refused."""
    with pytest.raises(Refused) as refusal:
        call(**given)
    return refusal.value.code, str(refusal.value)


def newcomers(club: SeasonClub, season: Season, *names: str) -> SeasonEntry:
    """Return the entry of two members whom the organizer adds, and who accept."""
    for name in names:
        club.joined(name)
    entry = signing_up.add_pair(
        season_id=season.pk, by=club.organizer, first=names[0], second=names[1]
    )
    for name in names:
        signing_up.answer(entry_id=entry.pk, user=club.people[name], accept=True)
    entry.refresh_from_db()
    return entry


@pytest.mark.slow
def test_a_late_pair_takes_the_byes_that_are_left(client: Any, club: SeasonClub) -> None:
    terms = Terms(match_hands=2, late_until_round=2)
    season = club.published(3, divisions=(DivisionPlan("First", 4),), terms=terms)
    division = season.divisions.select_related("tournament").get()
    rounds = draw_of(season)[0].rounds
    club.go_to(rounds[0].at + timedelta(minutes=1))
    play_round(club, division.tournament)
    asked = signing_up.add_pair(
        season_id=season.pk, by=club.organizer,
        first=club.joined("u").username, second=club.joined("v").username,
    )  # fmt: skip
    add = {"by": club.organizer, "division_id": division.pk}
    assert said(late.add_late, entry_id=asked.pk, **add) == (
        "unanswered",
        "u & v isn’t waiting for a division: not everybody has accepted, or it plays already.",
    )
    place = late.place_in(season, division)
    assert (place.first, place.missed, place.refused) == (2, 1, None)
    entry = newcomers(club, season, "x", "y")
    client.force_login(club.organizer)
    desk = f"/organize/seasons/{season.slug}/"
    page = client.get(desk).content.decode()
    assert "First: plays from round 2; rounds missed, which don’t count: 1" in page
    assert (
        client.post(f"{desk}late/", {"entry": entry.pk, "division": division.pk}).status_code == 302
    )
    assert late.add_late(entry_id=entry.pk, **add) == entry
    entry.refresh_from_db()
    assert (entry.seed_no, entry.division) == (4, division)
    mine = Match.objects.filter(sides__places__entry=entry.entry).order_by("round__number")
    assert [(one.round.number, one.starts_at) for one in mine] == [
        (2, rounds[1].at), (3, rounds[2].at),
    ]  # fmt: skip
    assert late.place_in(season, division).refused is not None
    for each in rounds[1:]:
        club.go_to(each.at + timedelta(minutes=1))
        play_round(club, division.tournament)
    rows = season_tables(season)[0].rows
    assert {row.entry.name: row.row.played for row in rows}["x & y"] == 2
    check_against_tournaments(season)


def test_what_a_late_entry_is_refused(club: SeasonClub) -> None:
    terms = Terms(match_hands=2, late_until_round=1)
    plans = (DivisionPlan("First", 4), DivisionPlan("Second", 3))
    season = club.published(7, divisions=plans, terms=terms)
    first, second = season.divisions.select_related("tournament")
    entry = newcomers(club, season, "x", "y")
    add = {"entry_id": entry.pk, "by": club.organizer}
    assert first.entries.count() == 4
    assert said(late.add_late, division_id=first.pk, **add) == (
        "division_full", "First has 4 places, and all are taken. Choose another division.",
    )  # fmt: skip
    first.size = 6
    first.save()
    assert said(late.add_late, division_id=first.pk, **add) == (
        "no_bye",
        "Everybody in First has an opponent in every round, so a late entry would have none. Choose a division with a"
        " bye, or make them substitutes for somebody who leaves.",
    )
    club.go_to(draw_of(season)[0].rounds[0].at)
    assert said(late.add_late, division_id=second.pk, **add)[0] == "late_closed"
    assert (
        said(signing_up.add_pair, season_id=season.pk, by=club.organizer, first="u", second="v")[0]
        == "season_published"
    )
    entry.refresh_from_db()
    assert (entry.division, entry.entry) == (None, None)


@pytest.mark.slow
def test_in_a_swiss_they_play_from_the_next_round_on(club: SeasonClub) -> None:
    terms = Terms(match_hands=2, swiss_rounds=3)
    season = club.published(4, divisions=(DivisionPlan("First", 6),), terms=terms)
    division = season.divisions.select_related("tournament").get()
    rounds = draw_of(season)[0].rounds
    club.go_to(rounds[0].at + timedelta(minutes=1))
    play_round(club, division.tournament)
    number = late.place_in(season, division).first
    entry = newcomers(club, season, "x", "y")
    late.add_late(entry_id=entry.pk, by=club.organizer, division_id=division.pk)
    entry.refresh_from_db()
    assert entry.entry is not None
    assert (entry.entry.joined_round, entry.seed_no) == (number, 5)
    for each in rounds[1:]:
        club.go_to(each.at + timedelta(minutes=1))
        play_round(club, division.tournament)
    assert Match.objects.filter(sides__places__entry=entry.entry).count() >= 1
    check_against_tournaments(season)
