"""The games of a match, opened one after the other, each at its own table, until the match is decided.

Winning more than half of the games wins the match. No further game begins once the time is up. In a knock-out one side
must advance: a level match continues with one extra hand, as often as necessary.

Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games.tables.models import Table
from games.tables.services import reopen_table
from games.tables.timing.clocks import REVEALING
from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.events.core import arena, line_ups
from tournaments.events.matches.match_tables import Carried, open_for, players_again, players_for
from tournaments.events.models import (
    Match,
    MatchTable,
    Result,
    SideEntry,
    TableScore,
    Tournament,
)
from tournaments.events.scoring import team_scores
from tournaments.events.scoring.recording import (
    Entered,
    Outcome,
    SideOutcome,
    forfeit,
    outcome_at,
    outcome_entered,
    set_aside,
)
from tournaments.events.scoring.tallies import Tally, tallies_at
from tournaments.formats.best_of import next_of

Kind = MatchTable.Kind
CROSSED = 2
"""The number of a team match's table at which the sides sit crossed."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a match that is over: its kind, whether the sides sat crossed there, and its outcome."""

    kind: str
    crossed: bool
    outcome: Outcome


def games_at_most(tournament: Tournament, match: Match) -> int:
    """Return the maximum number of games of a match: its own, else the tournament's."""
    return match.best_of or tournament.best_of


def open_game(tournament: Tournament, match: Match, kind: str = str(Kind.GAME)) -> None:
    """Open the next game of a match, and mark the match as in play: one table, or both of a team match at once."""
    games = [False, True] if tournament.is_team else [False]
    for crossed in games:
        at = MatchTable(match=match, kind=kind, crossed=crossed)
        _open(tournament, match, at, players_for(match, at))
    match.status = Match.Status.PLAYING
    match.save(update_fields=["status"])


def open_again(
    tournament: Tournament, match: Match, old: MatchTable, carried: Carried | None = None
) -> None:
    """Replace the table `old`, which no longer counts, by a new one. People who came to it keep their seats.

    With `carried`, the new table continues from the kept part of the old game.
    """
    players = players_again(match, old)
    MatchTable.objects.filter(pk=old.pk).update(counts=False)
    match.forget_tables()
    at = MatchTable(match=match, kind=old.kind, crossed=old.crossed)
    if carried is not None:
        at.continues, at.hands_before = old, carried.hands
    _open(tournament, match, at, players, carried)


def _open(
    tournament: Tournament,
    match: Match,
    at: MatchTable,
    players: Sequence[Any],
    carried: Carried | None = None,
) -> None:
    at.number = match.tables[-1].number + 1 if match.tables else 1
    before = [one for one in match.counting if one.crossed == at.crossed]
    minutes = tournament.terms_in(match.round.stage_id).match_minutes
    limit = _limit(minutes, match.counting)
    open_for(
        tournament, match, at, players, turn=len(before), last_hand_after=limit, carried=carried
    )


def stopped_by(match: Match, decision: Result) -> list[MatchTable]:
    """Return the counting tables whose games a decision stopped, if they can be resumed; none if others know their
    cards.
    """
    found = [
        at
        for at in match.counting
        if at.table is not None
        and at.table.status == Table.Status.ABANDONED
        and at.table.turn_key not in ("", REVEALING)
        and (at.table.finished_at or decision.at) >= decision.at
    ]
    is_known = any(at.table and at.table.deals_id and not at.table.is_closed for at in found)
    return [] if is_known else found


def go_on(match: Match, stopped: Sequence[MatchTable], by: User) -> None:
    """Resume stopped games; the match is in play again, without a result. Raises Refused as `reopen_table`."""
    for at in sorted(stopped, key=lambda one: one.table_id or 0):
        reopen_table(table_id=at.table_id or 0, by=by)
    arena.play_again(match)
    set_aside(match)
    match.status = Match.Status.PLAYING
    match.save(update_fields=["status"])
    match.forget_tables()


def note_tables(match: Match) -> None:
    """Record the results of the match's newly finished tables."""
    finished = [at for at in match.counting if not at.over and _is(at, Table.Status.FINISHED)]
    for at in finished:
        outcome = outcome_at(at)
        at.over, at.hands, at.ended = True, outcome.hands, outcome.ended
        at.save(update_fields=["over", "hands", "ended"])
        tallies = tallies_at(at) or [Tally()] * len(match.sides)
        TableScore.objects.bulk_create(
            TableScore(
                table=at,
                side=side,
                place=one.place,
                points=one.points,
                bags=one.bags,
                **asdict(tally),
            )
            for side, one, tally in zip(match.sides, outcome.sides, tallies, strict=True)
        )
    if finished:
        line_ups.record_attendance(match)


def is_abandoned(match: Match) -> bool:
    """Return whether one of the match's tables was abandoned, so that an organizer must decide."""
    return any(_is(at, Table.Status.ABANDONED) for at in match.counting)


def is_played(match: Match) -> bool:
    """Return whether all tables that count have finished, so that their results can count."""
    return bool(match.counting) and all(_is(at, Table.Status.FINISHED) for at in match.counting)


def games_of(match: Match, entered: Sequence[Entered] = ()) -> list[Game]:
    """Return the match's finished games in order, with the scores `entered` for them."""
    entered_scores = {one.table: one for one in entered}
    games = []
    for at in match.counting:
        one = entered_scores.pop(at.number, None)
        if one is not None or at.over:
            outcome = outcome_at_table(at) if one is None else outcome_entered(one)
            games.append(Game(at.kind, at.crossed, outcome))
    # Games that weren't played at a table of the platform.
    games += [
        Game(
            str(Kind.GAME),
            match.tournament.is_team and number == CROSSED,
            outcome_entered(entered_scores[number]),
        )
        for number in sorted(entered_scores)
    ]
    return games


def next_kind(tournament: Tournament, match: Match) -> str | None:
    """Return what the match needs after the games that are over: another game, one more hand, or nothing (None)."""
    games = games_of(match)
    attended = line_ups.attended(match)
    needed = needed_after(tournament, match, games)
    return None if needed == Kind.DECIDER and not attended else needed


def needed_after(tournament: Tournament, match: Match, games: Sequence[Game]) -> str | None:
    """Return what a match that people came to needs after these games: another game, one more hand, or nothing."""
    if tournament.is_team:
        level = _team_outcome(tournament, games).winner is None
        return str(Kind.DECIDER) if match.slot and level else None
    deciders = [game for game in games if game.kind == Kind.DECIDER]
    if deciders:
        return str(Kind.DECIDER) if deciders[-1].outcome.winner is None else None
    most = games_at_most(tournament, match)
    played = most if _time_is_up(match) else len(games)
    needed = next_of(_won(match, games), played, most, knock_out=bool(match.slot))
    return str(needed) if needed else None


def outcome_of(tournament: Tournament, match: Match, entered: Sequence[Entered] = ()) -> Outcome:
    """Return the outcome of the finished games that count, with the scores `entered` for them.

    If nobody came to the match, all sides forfeit, unless an organizer enters its score.
    """
    if not entered and not line_ups.attended(match):
        return forfeit(match, None)
    games = games_of(match, entered)
    if tournament.is_team:
        return replace(_team_outcome(tournament, games), entered=tuple(entered))
    if len(games) < 2:
        absent = SideEntry.objects.filter(side__match=match, absent=True)
        keys = frozenset(absent.values_list("entry_id", flat=True))
        return replace(games[0].outcome, absent=keys, entered=tuple(entered))
    won = _won(match, games)
    level = won.count(max(won)) > 1
    winner = games[-1].outcome.winner if level else won.index(max(won))
    if level and games[-1].kind != Kind.DECIDER:
        winner = None
    several = games_at_most(tournament, match) > 1
    scores = [game.outcome.sides for game in games]
    return Outcome(
        kind="played",
        sides=tuple(
            SideOutcome(
                place=1 if winner in (None, index) else 2,
                points=sum(sides[index].points for sides in scores),
                bags=sum(sides[index].bags for sides in scores),
                games=won[index] if several else 0,
            )
            for index in range(len(won))
        ),
        hands=sum(game.outcome.hands for game in games),
        entered=tuple(entered),
    )


def was_level(match: Match) -> bool:
    """Return whether it took one more hand to decide the match."""
    return any(at.kind == Kind.DECIDER for at in match.counting)


def play_anew(match: Match) -> None:
    """Stop counting the match's tables, so that it can be replayed."""
    MatchTable.objects.filter(match=match, counts=True).update(counts=False)
    SideEntry.objects.filter(side__match=match, absent=True).update(absent=False)
    match.forget_tables()


def is_fresh(match: Match) -> bool:
    """Return whether all the match's tables wait for their players, because it hasn't begun or is replayed."""
    tables = [at.table for at in match.counting]
    waiting = [table for table in tables if table and table.status == Table.Status.OPEN]
    return match.status == Match.Status.PLAYING and bool(tables) and tables == waiting


def _is(at: MatchTable, status: Any) -> bool:
    return at.table is not None and at.table.status == status


def is_in_play(match: Match) -> bool:
    """Return whether one of the tables that count isn't over yet."""
    return any(not at.over for at in match.counting)


def ended_at(match: Match) -> datetime:
    """Return when the last of the match's finished tables ended."""
    ends = [at.table.finished_at for at in match.counting if at.table is not None]
    return max(end for end in ends if end is not None)


def outcome_at_table(at: MatchTable) -> Outcome:
    """Return the outcome at a table as it was recorded when it ended."""
    shares = at.table is not None and at.table.deals_id is not None
    return Outcome(
        kind="played",
        sides=tuple(SideOutcome(one.place, one.points, one.bags) for one in at.scores.all()),
        hands=at.hands,
        by_hand=outcome_at(at).by_hand if shares else (),
        ended=at.ended,
    )


def _team_outcome(tournament: Tournament, games: Sequence[Game]) -> Outcome:
    first = [game.outcome for game in games if not game.crossed]
    second = [game.outcome for game in games if game.crossed]
    return team_scores.outcome_of(tournament, first, second)


def _won(match: Match, games: Sequence[Game]) -> tuple[int, ...]:
    """Return the games won by each side; extra hands don't count as games."""
    proper = [game.outcome.winner for game in games if game.kind == Kind.GAME]
    return tuple(map(proper.count, range(len(match.sides))))


def _limit(minutes: int | None, played: Sequence[MatchTable]) -> datetime | None:
    """Return the moment after which the hand in play is the last, `minutes` (None: no limit) after the opening of the
    match's first table.
    """
    if minutes is None:
        return None
    if played:
        return played[0].table.last_hand_after if played[0].table else None
    return now() + timedelta(minutes=minutes)


def _time_is_up(match: Match) -> bool:
    tables = [at.table for at in match.counting if at.table is not None]
    ends = ((table.last_hand_after, table.finished_at) for table in tables)
    return any(limit and ended and ended >= limit for limit, ended in ends)
