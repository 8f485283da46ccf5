"""Tables of matches: seating, and closing tables whose match is decided without them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.tables.models import Table
from games.tables.services import TableTerms, abandon_table, open_table
from spades_site.accounts.models import User
from tournaments.events.core import line_ups
from tournaments.events.entries.substitutes import standing_in, start_seconds
from tournaments.events.models import Entry, LineUp, Match, MatchTable, Tournament
from tournaments.events.setup.individual import rules_for
from tournaments.events.setup.shared_deals import deals_of


def open_for(
    tournament: Tournament,
    match: Match,
    at: MatchTable,
    *,
    turn: int = 0,
    last_hand_after: datetime | None = None,
    kept: Sequence[LineUp] = (),
) -> None:
    """Open and save the table of a match's game, with its line-up: partners face each other, side 0 at 0 and 2.

    People in `kept` keep their places, even if the entry has other players by now.

    Side 0, at home, deals first in the first game of a match; `turn` games later the deal has moved on by as many
    seats. An extra hand isn't rated, because the level games have been. Nor is a match with a substitute.
    """
    instead = {(row.entry_id, row.position): row.user for row in kept}
    players = standing_in(match, _by_seat(match, instead, crossed=at.crossed))
    rules = rules_for(tournament, len(players))
    decider = at.kind == MatchTable.Kind.DECIDER
    terms = TableTerms(
        rules=replace(rules, max_hands=1) if decider else rules,
        kind=Table.Kind.MATCH,
        title=_title(tournament, match, at),
        ref=f"match:{match.pk}",
        match_url=match.get_absolute_url(),
        turn_seconds=tournament.turn_seconds,
        bank_seconds=tournament.bank_seconds,
        start_seconds=start_seconds(tournament, match),
        visibility=Table.Visibility.EVENT,
        rated=not decider and not match.substitutions.exists(),
        first_dealer=None if tournament.is_individual else turn % len(players),
        last_hand_after=last_hand_after,
        deals=deals_of(match.round_id) if tournament.shares_deals and not decider else None,
    )
    at.table = open_table(terms, seats=players)
    at.save()
    line_ups.record_line_up(at, players)


def _title(tournament: Tournament, match: Match, at: MatchTable) -> str:
    """The table's title, in figures alone: it is stored, and read in every language.

    "Cup · 2.3" is table 3 of round 2, "Cup · 2.3 · 2/3" the second of three games at most, "Cup · 2.3 · +1" one more
    hand.
    """
    title = f"{tournament.name} · {match.round.number}.{match.number}"
    if at.kind == MatchTable.Kind.DECIDER:
        return f"{title} · +1"
    games = match.best_of or tournament.best_of
    played = MatchTable.objects.filter(match=match, counts=True, kind=MatchTable.Kind.GAME)
    number = played.count() + 1
    return f"{title} · {number}/{games}" if games > 1 else title


def close_for(match: Match, *, reason: str, by: User | None = None) -> None:
    """Abandon the tables of a match that is decided without them; a finished table doesn't change."""
    for at in match.tables:
        if at.table is not None and not at.table.is_over:
            abandon_table(table_id=at.table.pk, reason=reason, by=by)


def _by_seat(match: Match, instead: Mapping[tuple[int, int], Any], *, crossed: bool) -> list[Any]:
    """The players by seat. Partners swap seats from round to round, so that neither always has the same neighbour."""
    sides = []
    for side in match.sides:
        people = [user for entry in side.entries for user in _users(entry, instead)]
        # If partners are separate entries, the draw has assigned the seats.
        turned = len(side.entries) == 1 and (match.round.number - 1) >> side.index & 1
        sides.append(people[::-1] if turned else people)
    seats = zip(*(sides[::-1] if crossed else sides), strict=True)
    return [user for row in seats for user in row]


def _users(entry: Entry, instead: Mapping[tuple[int, int], Any]) -> list[Any]:
    """An entry's players by their places; people in `instead` replace the current players of their places."""
    return [instead.get((entry.pk, place.position), place.user) for place in entry.players.all()]
