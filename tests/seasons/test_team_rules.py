"""Which rules a season of teams can't have."""

import pytest

from tests.seasons.conftest import SeasonClub
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db


def test_the_teams_of_a_season_throw_no_hand_in(club: SeasonClub) -> None:
    rules = {"preset": "cardgames_io", "throw_in": "no_spades"}
    with pytest.raises(NotValid) as refused:
        club.draft(
            kind=str(Season.Kind.TEAMS),
            divisions=(DivisionPlan("First", 4),),
            terms=Terms(rules=rules),
        )
    assert [*refused.value.errors] == ["rules"]
    assert club.draft(terms=Terms(rules=rules)).terms["rules"] == rules
