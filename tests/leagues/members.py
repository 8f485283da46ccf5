"""Makes people members of a league, for tests of later steps."""

from typing import Any

from tournaments.leagues import joining
from tournaments.leagues.models import League, Membership


def add(league: League, user: Any, by: Any = None) -> Membership:
    """Have an organizer (the founder) invite the user, who accepts."""
    joining.invite(league_id=league.pk, by=by or league.created_by, username=user.username)
    return joining.join_league(league_id=league.pk, user=user)
