"""Tournaments of teams for tests: Red with red1 to red5, Blue with blue1 to blue5, and so on."""

from typing import Any

from tests.support.recorded import recorded
from tournaments.events import advance
from tournaments.events.actions import lifecycle, teams
from tournaments.events.models import Entry, Match, Tournament

DAY = 24 * 60
"""Minutes."""
NAMES = ("Red", "Blue", "Green", "Gold")


def players(club: Any, name: str, size: int = 5) -> list[int]:
    """Return the keys of a team's players, in the order of its roster."""
    return [club.player(f"{name.lower()}{number}").pk for number in range(1, size + 1)]


@recorded
def enter(club: Any, cup: Tournament, name: str, size: int = 5) -> Entry:
    """Enter a team whose first player is its captain, and whose coach, who doesn't play, is vice-captain."""
    people = players(club, name, size)
    return teams.enter_team(
        tournament_id=cup.pk,
        by=club.organizer,
        name=name,
        players=people,
        captain=people[0],
        vice_captain=club.player(f"{name.lower()}coach").pk,
    )


@recorded
def team_cup(club: Any, number: int = 2, **fields: Any) -> Tournament:
    """Return an open tournament of teams."""
    values = {"is_team": True, "match_hands": 12, "format": "round_robin"} | fields
    cup = club.open(**values)
    for name in NAMES[:number]:
        enter(club, cup, name)
    return cup


@recorded
def begun(club: Any, number: int = 2, **fields: Any) -> Tournament:
    """Return a tournament of teams whose first round is in play."""
    cup = team_cup(club, number, **fields)
    return lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)


def ahead(club: Any, **fields: Any) -> tuple[Tournament, Match]:
    """Return a tournament of two teams, and its match, whose tables open in two days."""
    cup = begun(club, timing="windows", round_every_minutes=2 * DAY, **fields)
    return cup, match_of(cup)


def match_of(cup: Tournament) -> Match:
    """Return the only match of a tournament, read again."""
    return cup.matches.select_related("round__tournament", "tournament").get()


def open_tables(club: Any, cup: Tournament) -> Match:
    """Move the clock to the end of the window, which opens the tables, and return the match."""
    club.hands.forward(2 * DAY * 60)
    advance.advance(cup.pk)
    return match_of(cup)
