"""Leagues with seasons, for tests."""

from datetime import date
from typing import Any

from tournaments.leagues.models import League, Season
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal
from tournaments.seasons.terms import Terms


def series(league: League, by: Any, name: str, starts_on: date, ends_on: date) -> Season:
    """Return a series of tournaments with these days."""
    proposal = SeasonProposal(
        name=name, starts_on=starts_on, ends_on=ends_on, kind=str(Season.Kind.SERIES)
    )
    return planning.create_season(league_id=league.pk, by=by, proposal=proposal)


def pairs_proposal(**fields: Any) -> SeasonProposal:
    """Return the proposal of a pairs league in Berlin: two divisions of eight, matches on Thursdays at half past
    seven.
    """
    values: dict[str, Any] = {
        "name": "Spring 2027",
        "starts_on": date(2027, 2, 15),
        "ends_on": date(2027, 5, 31),
        "zone": "Europe/Berlin",
        "terms": Terms(match_hands=2),
        "divisions": (
            DivisionPlan("First", 8, relegated=2),
            DivisionPlan("Second", 8, promoted=2),
        ),
    }
    return SeasonProposal(**(values | fields))
