"""The games of a match: opened one after the other, each at a table of its own, until they have decided it.

A match is won by who wins more than half of its games. With the time up no further game begins. In a knock-out somebody
must go on: a match whose games leave the sides level goes on with one hand more, as often as it takes.

Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Max

from games.tables.models import Table
from spades_site.common.clock import now
from tournaments.events.core import line_ups
from tournaments.events.matches.match_tables import open_for
from tournaments.events.models import LineUp, Match, MatchGame, Tournament
from tournaments.events.scoring.recording import Outcome, forfeit, outcome_at
from tournaments.formats.best_of import next_of

Kind = MatchGame.Kind


def games_at_most(tournament: Tournament, match: Match) -> int:
    """Return how many games a match has at most: its own number, else the tournament's."""
    return match.best_of or tournament.best_of


def open_game(
    tournament: Tournament,
    match: Match,
    kind: str = str(Kind.GAME),
    kept: Sequence[LineUp] = (),
) -> None:
    """Open the next table of a match, which is in play from now on; the match is saved.

    Who is in `kept` keeps their place, also where somebody else has it in the entry by now.
    """
    played = list(match.games.filter(counts=True).select_related("table"))
    newest = match.games.aggregate(newest=Max("number"))["newest"] or 0
    game = MatchGame(match=match, number=newest + 1, kind=kind)
    limit = _limit(tournament, played)
    match.table = open_for(
        tournament, match, game, turn=len(played), last_hand_after=limit, kept=kept
    )
    game.table = match.table
    game.save()
    match.status = Match.Status.PLAYING
    match.save(update_fields=["table", "status"])


def note_game(match: Match) -> None:
    """Write down what the match's finished table says of its game."""
    game = match.games.filter(table_id=match.table_id).first()
    if game is None or game.over:
        return
    said = outcome_at(match.table)
    game.over, game.winner, game.hands = True, said.winner, said.hands
    game.points_a, game.points_b = said.points
    game.bags_a, game.bags_b = said.bags
    game.save()
    line_ups.note(match)


def next_kind(tournament: Tournament, match: Match) -> str | None:
    """Return what the match needs after the games that are over: another game, one more hand, or nothing (None)."""
    games = _over(match)
    deciders = [game for game in games if game.kind == Kind.DECIDER]
    if deciders:
        level = not deciders[-1].winner and line_ups.attended(match)
        return str(Kind.DECIDER) if level else None
    won = _won(games)
    most = games_at_most(tournament, match)
    played = most if _time_is_up(match) else len(games)
    needed = next_of(won, played, most, knock_out=bool(match.slot))
    if needed == Kind.DECIDER and not line_ups.attended(match):
        return None
    return str(needed) if needed else None


def outcome_of(tournament: Tournament, match: Match) -> Outcome:
    """Return what the games that are over and count come to; the last table is finished.

    A match that nobody came to is a forfeit of all.
    """
    if not line_ups.attended(match):
        return forfeit("")
    games = _over(match)
    if len(games) < 2:
        absent = match.seats.filter(absent=True).values_list("seat", flat=True)
        return replace(outcome_at(match.table), absent=tuple(absent))
    won = _won(games)
    winner = "a" if won[0] > won[1] else "b" if won[1] > won[0] else games[-1].winner
    level = won[0] == won[1] and games[-1].kind != Kind.DECIDER
    return Outcome(
        kind="played",
        winner="" if level else winner,
        points=(sum(game.points_a for game in games), sum(game.points_b for game in games)),
        bags=(sum(game.bags_a for game in games), sum(game.bags_b for game in games)),
        hands=sum(game.hands for game in games),
        games=won if games_at_most(tournament, match) > 1 else (0, 0),
    )


def was_level(match: Match) -> bool:
    """Return whether it took one more hand to decide the match."""
    return match.games.filter(counts=True, kind=Kind.DECIDER).exists()


def play_anew(match: Match) -> None:
    """Let what was played so far count no more; who did not come then is awaited again."""
    match.games.filter(counts=True).update(counts=False)
    match.seats.filter(absent=True).update(absent=False)
    line_ups.forget_play(match)


def tables_of(match: Match) -> list[int]:
    """Return the finished tables of the games that count, in their order."""
    games = match.games.filter(counts=True, table__status=Table.Status.FINISHED)
    return [game.table_id for game in games.order_by("number") if game.table_id]


def _over(match: Match) -> list[MatchGame]:
    return list(match.games.filter(counts=True, over=True).order_by("number"))


def _won(games: Sequence[MatchGame]) -> tuple[int, int]:
    """Games won by either side; the hands that decide a level match are no games."""
    proper = [game.winner for game in games if game.kind == Kind.GAME]
    return proper.count("a"), proper.count("b")


def _limit(tournament: Tournament, played: Sequence[MatchGame]) -> datetime | None:
    """After which moment the hand in play is the last: the match's time runs from the opening of its first table."""
    if tournament.match_minutes is None:
        return None
    if played:
        return played[0].table.last_hand_after if played[0].table else None
    return now() + timedelta(minutes=tournament.match_minutes)


def _time_is_up(match: Match) -> bool:
    limit, ended = match.table.last_hand_after, match.table.finished_at
    return limit is not None and ended is not None and ended >= limit
