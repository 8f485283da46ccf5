"""Opening tables of matches with their seating, and closing tables whose match is decided without them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.tables.game.rated import is_long_enough, may_be_rated
from games.tables.levels import playable
from games.tables.models import SharedDeals, Table
from games.tables.services import TableTerms, abandon_table, make_shared_deals, open_table
from spades_site.accounts.models import User
from tournaments.events.core import line_ups
from tournaments.events.entries.nominations import pairs_of
from tournaments.events.entries.substitutes import standing_in, start_seconds
from tournaments.events.models import Match, MatchTable, Tournament
from tournaments.events.setup.individual import rules_of_size
from tournaments.events.setup.shared_deals import deals_of


@dataclass(frozen=True, slots=True)
class Carried:
    """The kept part of a game that is replayed from a hand: its first `hands` hands, with the score after them."""

    hands: int
    played: int
    """How many of them count: not those that were thrown in."""
    start: dict[str, list[int]]
    """Totals and bags, by side of the table."""
    dealer: int
    last_hand_after: datetime | None
    rated: bool
    """Whether the rest may be rated: not if the game had ended, and so was rated already."""


def open_for(
    tournament: Tournament,
    match: Match,
    at: MatchTable,
    players: Sequence[Any],
    *,
    turn: int = 0,
    last_hand_after: datetime | None = None,
    carried: Carried | None = None,
) -> None:
    """Open and save a table of a match for its `players`, by seat, with its line-up.

    Side 0, at home, deals first in the first game of a duel; the first deal moves on one seat per game (`turn`). Extra
    hands aren't rated, because the level games before them were; nor are hands that are replayed from a game that had ended.
    """
    played = tournament.terms_in(match.round.stage_id)
    rules = whole = rules_of_size(played.rule_set, len(players))
    decider = at.kind == MatchTable.Kind.DECIDER
    rated = not decider and is_long_enough(whole) and may_be_rated(players)
    first_dealer = None if match.seated else turn % len(players)
    if carried is not None:
        first_dealer, last_hand_after = carried.dealer, carried.last_hand_after
        if rules.max_hands is not None:
            rules = replace(rules, max_hands=rules.max_hands - carried.played)
        rated = rated and carried.rated
    terms = TableTerms(
        rules=rules.of_a_decider() if decider else rules,
        kind=Table.Kind.MATCH,
        title=_title(tournament, match, at, carried),
        ref=f"match:{match.pk}",
        match_url=match.get_absolute_url(),
        turn_seconds=played.turn_seconds,
        bank_seconds=played.bank_seconds,
        start_seconds=start_seconds(tournament, match),
        visibility=Table.Visibility.EVENT,
        bots_level=playable(tournament.bots_level),
        rated=rated,
        first_dealer=first_dealer,
        start=None if carried is None else carried.start,
        last_hand_after=last_hand_after,
        deals=_deals_for(tournament, match, decider=decider),
    )
    at.table = open_table(terms, seats=players)
    at.save()
    line_ups.record_line_up(at, players)
    match.forget_tables()


def players_for(match: Match, at: MatchTable) -> list[Any]:
    """Return the players of a table that opens, by seat: partners face each other, side 0 at 0 and 2 unless the table
    is crossed.

    Partners swap seats from round to round, to vary their neighbours. A team's first pair plays at the table that isn't
    crossed.
    """
    sides = []
    for side in match.sides:
        people = [place.user for entry in side.entries for place in entry.players.all()]
        # Partners who are separate entries have their seats from the draw.
        turned = len(side.entries) == 1 and (match.round.number - 1) >> side.index & 1
        if match.tournament.is_team:
            pairs = pairs_of(match, side.entries[0])
            assert pairs is not None  # Already checked before the match opens.
            people, turned = list(pairs[at.crossed]), 0
        sides.append(people[::-1] if turned else people)
    seats = zip(*(sides[::-1] if at.crossed else sides), strict=True)
    return standing_in(match, [user for row in seats for user in row])


def players_again(match: Match, old: MatchTable) -> list[Any]:
    """Return the players of a table that opens in place of `old`, by seat.

    People who came there keep their seats, even if the organizer has replaced them in the entry since.
    """
    came = {row.user_id for row in line_ups.came_to(old)}
    holders = {
        (entry.pk, place.position): place.user
        for entry in match.entries
        for place in entry.players.all()
    }
    rows = old.line_up.seated().select_related("user").order_by("seat")
    players = [
        row.user if row.user_id in came else holders.get((row.entry_id, row.position), row.user)
        for row in rows
    ]
    return standing_in(match, players)


def _deals_for(tournament: Tournament, match: Match, *, decider: bool) -> SharedDeals | None:
    """Return the deals of a table that opens: with comparison its round's, in a team match those of its other table."""
    if tournament.is_team:
        others = [at.table.deals for at in match.open_tables if at.table and at.table.deals]
        return others[0] if others else make_shared_deals()
    return deals_of(match.round_id) if tournament.shares_deals and not decider else None


def _title(
    tournament: Tournament, match: Match, at: MatchTable, carried: Carried | None = None
) -> str:
    """Return the table's title, in figures only, because it is stored and read in every language.

    "Cup · 2.3" is match 3 of round 2, "Cup · 2.3.1" the first table of a team match, "Cup · 2.3 · 2/3" the second of three games at most, "Cup · 2.3 · +1" one more
    hand, "Cup · 2.3 · 4–" one on which play goes on from hand 4.
    """
    title = f"{tournament.name} · {match.round.number}.{match.number}"
    if tournament.is_team:
        title += f".{2 if at.crossed else 1}"
    if at.kind == MatchTable.Kind.DECIDER:
        return f"{title} · +1"
    if carried is not None and carried.hands:
        title += f" · {carried.hands + 1}–"
    games = match.best_of or tournament.best_of
    played = MatchTable.objects.filter(match=match, counts=True, kind=MatchTable.Kind.GAME)
    number = played.count() + 1
    return f"{title} · {number}/{games}" if games > 1 else title


def close_for(match: Match, *, reason: str, by: User | None = None) -> None:
    """Abandon the tables of a match that is decided without them; a finished table doesn't change."""
    for at in match.tables:
        if at.table is not None and not at.table.is_over:
            abandon_table(table_id=at.table.pk, reason=reason, by=by)
