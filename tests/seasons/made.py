"""Leagues with seasons, for tests."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from spades_site.common.clock import now
from tournaments.events.core.state import save
from tournaments.events.setup.creating import create_tournament
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


def won_series(league: League, by: Any, pairs: Sequence[Sequence[Any]]) -> Season:
    """Return a series of one finished evening of these pairs, who share its first place and all qualify for the final."""
    today = now().date()
    proposal = SeasonProposal(
        "Won", today - timedelta(days=1), today + timedelta(days=30), str(Season.Kind.SERIES),
        terms=Terms(qualify=64),
    )  # fmt: skip
    season = planning.create_season(league_id=league.pk, by=by, proposal=proposal)
    cup = create_tournament(
        by=by, league=league, season=season, name="Won evening", rules={"preset": "cardgames_io"},
        starts_at=now() + timedelta(hours=1),
    )  # fmt: skip
    for seed, people in enumerate(pairs, start=1):
        names = " & ".join(one.username for one in people)
        entry = cup.entries.create(name=names, status="entered", seed_no=seed, created_at=now())
        for position, user in enumerate(people):
            entry.players.create(tournament=cup, user=user, position=position)
    cup.status, cup.finished_at = "finished", now()
    save(cup)
    return season


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
