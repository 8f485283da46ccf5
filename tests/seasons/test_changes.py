"""What organizers may do to a season on its way: fewer divisions, stale pages, people who leave, divisions by themselves."""

from datetime import date
from typing import Any

import pytest

from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tests.seasons.made import pairs_proposal
from tournaments.events.actions import entering, lifecycle
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues import members
from tournaments.seasons.entries import placing, signing_up
from tournaments.seasons.lifecycle import planning, publishing
from tournaments.seasons.lifecycle.planning import BreakPlan, DivisionPlan
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def placed(club: SeasonClub, pairs: int = 4, **fields: Any) -> Any:
    """Return a draft with this many pairs, placed by rating."""
    season = club.draft(**fields)
    planning.open_sign_up(season_id=season.pk, by=club.organizer)
    for number in range(1, pairs + 1):
        club.sign_up(season, number)
    placing.place_by_rating(season_id=season.pk, by=club.organizer)
    return season


def test_with_fewer_divisions_their_entries_wait_for_a_place(club: SeasonClub) -> None:
    season = placed(club, divisions=(DivisionPlan("First", 2), DivisionPlan("Second", 2)))
    fewer = pairs_proposal(name="Spring  2027", divisions=(DivisionPlan("First", 2),))
    planning.edit_season(season_id=season.pk, by=club.organizer, proposal=fewer)
    season.refresh_from_db()
    assert season.name == "Spring 2027"
    assert sorted(season.entries.values_list("division__level", "seed_no"), key=str) == [
        (1, 1), (1, 2), (None, None), (None, None),
    ]  # fmt: skip
    assert refusal(publishing.publish, season_id=season.pk, by=club.organizer) == "not_placed"


def test_a_page_that_shows_older_places_changes_nothing(club: SeasonClub) -> None:
    season = placed(club, divisions=(DivisionPlan("First", 8),))
    seen = placing.version_of(season)
    club.sign_up(season, 5)
    keys = list(season.entries.values_list("pk", flat=True))
    assert refusal(
        placing.arrange, season_id=season.pk, by=club.organizer,
        arrangement={1: keys}, expected_version=seen,
    ) == "stale"  # fmt: skip


@pytest.mark.slow
def test_what_keeps_a_season_from_being_published(club: SeasonClub) -> None:
    publish = publishing.publish
    crowded = placed(club, 4, divisions=(DivisionPlan("First", 2),))
    assert refusal(publish, season_id=crowded.pk, by=club.organizer) == "division_full"
    planning.delete_season(season_id=crowded.pk, by=club.organizer)
    always = BreakPlan("Always", date(2027, 1, 1), date(2040, 1, 1))
    closed = placed(club, 4, divisions=(DivisionPlan("First", 4),), breaks=(always,))
    assert refusal(publish, season_id=closed.pk, by=club.organizer) == "no_weeks"
    planning.delete_season(season_id=closed.pk, by=club.organizer)
    swiss = placed(
        club, 4, divisions=(DivisionPlan("First", 4),), terms=Terms(match_hands=2, swiss_rounds=9)
    )
    assert refusal(publish, season_id=swiss.pk, by=club.organizer) == "swiss_long"
    planning.delete_season(season_id=swiss.pk, by=club.organizer)
    left = placed(club, 4, divisions=(DivisionPlan("First", 4),))
    members.leave_league(league_id=club.league.pk, user=club.player("a1"))
    assert refusal(publish, season_id=left.pk, by=club.organizer) == "not_member"


def test_pairs_that_never_answered_are_declined_when_the_season_is_published(
    club: SeasonClub,
) -> None:
    season = placed(club, 2, divisions=(DivisionPlan("First", 4),))
    asked = signing_up.sign_up_pair(
        season_id=season.pk, user=club.joined("x"), partner=club.joined("y").username
    )
    publishing.publish(season_id=season.pk, by=club.organizer)
    asked.refresh_from_db()
    assert asked.status == SeasonEntry.Status.DECLINED


def test_a_division_is_left_and_ended_with_its_season(club: SeasonClub) -> None:
    season = club.published(2, divisions=(DivisionPlan("First", 2),))
    tournament = season.divisions.get().tournament
    assert tournament is not None
    entry, by = tournament.entries.order_by("pk")[0], club.organizer
    player = entry.players.get(position=0).user
    assert refusal(entering.withdraw, tournament_id=tournament.pk, user=player) == "in_season"
    assert refusal(entering.remove_entry, entry_id=entry.pk, by=by, reason="x") == "in_season"
    assert (
        refusal(lifecycle.cancel_tournament, tournament_id=tournament.pk, by=by, reason="x")
        == "in_season"
    )


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"terms": Terms(week_length=10)}, "week_length"),
        ({"starts_on": date(9999, 12, 30), "ends_on": date(9999, 12, 31)}, "starts_on"),
    ],
)
def test_days_that_can_t_be_are_refused_at_their_field(
    club: SeasonClub, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(NotValid) as refused:
        club.draft(**fields)
    assert list(refused.value.errors) == [field]
