"""Where matches meet tables: who sits where, and what becomes of a table whose match is decided otherwise."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.tables.models import Table
from games.tables.services import abandon_table, open_table
from tournaments.events.individual import rules_for
from tournaments.events.models import Entry, Match, Tournament
from tournaments.events.seatings import users_of

START_SECONDS = 60
"""How long a match's table waits for its players before the clock plays for whoever is missing."""


def open_for(tournament: Tournament, match: Match, at_round: int) -> Table:
    """Open the table of a match and put its four players on their seats: partners face each other, `a` at 0 and 2.

    A match that ended level before (`level_tables`) is decided by one hand. Ratings don't see it: the table at which it
    ended level has been rated as the draw that it was.
    """
    players = users_of(match) if tournament.is_individual else _by_side(match)
    rules = rules_for(tournament, len(players))
    title = f"{tournament.name} · {at_round}.{match.number}"
    decider = bool(match.level_tables)
    return open_table(
        rules=replace(rules, max_hands=1) if decider else rules,
        created_by=None,
        kind="match",
        title=_("%(title)s, one more hand") % {"title": title} if decider else title,
        ref=f"match:{match.pk}",
        match_url=match.get_absolute_url(),
        turn_seconds=tournament.turn_seconds,
        bank_seconds=tournament.bank_seconds,
        start_seconds=START_SECONDS,
        visibility="link",
        bots_allowed=True,
        rated=not decider,
        seats=players,
    )


def close_for(match: Match, *, reason: str, by: Any = None) -> None:
    """Abandon the table of a match that is decided without it; a table that is over stays as it is."""
    if match.table is not None and not match.table.is_over:
        abandon_table(table_id=match.table_id, reason=reason, by=by)


def _by_side(match: Match) -> list[Any]:
    first, second = _users(match.entry_a), _users(match.entry_b)
    return [first[0], second[0], first[1], second[1]]


def _users(entry: Entry) -> Sequence[Any]:
    return [place.user for place in entry.players.all()]
