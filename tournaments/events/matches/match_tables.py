"""Where matches meet tables: who sits where, and what becomes of a table whose match is decided otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.tables.models import Table
from games.tables.services import abandon_table, open_table
from tournaments.events.core import line_ups
from tournaments.events.entries.substitutes import standing_in, start_seconds
from tournaments.events.models import Entry, LineUp, Match, MatchGame, Tournament
from tournaments.events.setup.individual import rules_for
from tournaments.events.setup.shared_deals import deals_of


def open_for(
    tournament: Tournament,
    match: Match,
    game: MatchGame,
    *,
    turn: int = 0,
    last_hand_after: datetime | None = None,
    kept: Sequence[LineUp] = (),
) -> Table:
    """Open the table of a match's game and put its players on their seats: partners face each other, `a` at 0 and 2.

    Who is in `kept` keeps their place, also where somebody else has it in the entry by now.

    The side at home, `a`, deals first in the first game of a match; `turn` games later the deal has gone on by as many
    seats. One hand that decides a level match isn't rated: the tables at which it was level have been. Nor is a match in
    which a substitute plays.
    """
    individual = tournament.is_individual
    instead = {(row.entry_id, row.position): row.user for row in kept}
    players = standing_in(match, _by_seat(match, instead))
    rules = rules_for(tournament, len(players))
    line_ups.put_down(match, players)
    decider = game.kind == MatchGame.Kind.DECIDER
    return open_table(
        rules=replace(rules, max_hands=1) if decider else rules,
        created_by=None,
        kind="match",
        title=_title(tournament, match, game),
        ref=f"match:{match.pk}",
        match_url=match.get_absolute_url(),
        turn_seconds=tournament.turn_seconds,
        bank_seconds=tournament.bank_seconds,
        start_seconds=start_seconds(tournament, match),
        visibility="event",
        bots_allowed=True,
        rated=not decider and not match.substitutions.exists(),
        first_dealer=None if individual else turn % len(players),
        last_hand_after=last_hand_after,
        deals=deals_of(match.round_id) if tournament.shares_deals and not decider else None,
        seats=players,
    )


def _title(tournament: Tournament, match: Match, game: MatchGame) -> str:
    """The table's title, in figures alone: it is stored, and read in every language.

    "Cup · 2.3" is table 3 of round 2, "Cup · 2.3 · 2/3" the second of three games at most, "Cup · 2.3 · +1" one more hand.
    """
    title = f"{tournament.name} · {match.round.number}.{match.number}"
    if game.kind == MatchGame.Kind.DECIDER:
        return f"{title} · +1"
    games = match.best_of or tournament.best_of
    number = match.games.filter(counts=True, kind=MatchGame.Kind.GAME).count() + 1
    return f"{title} · {number}/{games}" if games > 1 else title


def close_for(match: Match, *, reason: str, by: Any = None) -> None:
    """Abandon the table of a match that is decided without it; a table that is over stays as it is."""
    if match.table is not None and not match.table.is_over:
        abandon_table(table_id=match.table_id, reason=reason, by=by)


def _by_seat(match: Match, instead: Mapping[tuple[int, int], Any]) -> list[Any]:
    """The players by seat. Partners change chairs from round to round, so that neither always has the same neighbour."""
    if match.seated:
        return [_users(entry, instead)[0] for entry in match.seated]
    number = match.round.number - 1
    first = _users(match.entry_a, instead)[:: -1 if number % 2 else 1]
    second = _users(match.entry_b, instead)[:: -1 if number // 2 % 2 else 1]
    return [user for pair in zip(first, second, strict=True) for user in pair]


def _users(entry: Entry, instead: Mapping[tuple[int, int], Any]) -> list[Any]:
    """An entry's players by their places, those in `instead` for whoever has their place now."""
    return [instead.get((entry.pk, place.position), place.user) for place in entry.players.all()]
