"""A round begins: its tables open, at once or when the two sides of a match have agreed to play.

Everything here works on rows of a tournament that the caller has locked.
"""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.engine.said import said
from tournaments.events.matches.match_games import open_game
from tournaments.events.models import Entry, Match, NoTime, Round, TimeOffer, Tournament
from tournaments.events.scoring import recording
from tournaments.events.setup.timetable import window_end

ANSWER = timedelta(days=1)
"""How long before the end of a window a time must be offered to count (a quarter of the window where that is less)."""
SEATED = ("entry_a__players__user", "entry_b__players__user", "seats__entry__players__user")


def open_round(tournament: Tournament, round_: Round) -> None:
    """Open the tables of a round, or its window; byes and matches of who withdrew are over at once."""
    starts_at = round_.starts_at
    if starts_at is None:
        raise ValueError("a round without a time can't begin")
    round_.closes_at = window_end(tournament, round_.number, starts_at)
    for match in _to_open(round_.matches.exclude(status=Match.Status.DONE)):
        if round_.closes_at is None or without_play(match) is not None:
            open_match(tournament, match, starts_at)
    round_.status = Round.Status.PLAYING
    round_.save(update_fields=["status", "closes_at"])


def open_due(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Open the tables whose agreed time has come; at the window's end what has none goes as `no_time` says.

    A match of somebody who has withdrawn is over at once.
    """
    closes_at = round_.closes_at
    if closes_at is None:
        return False
    gone = Entry.Status.WITHDRAWN
    due = Q(starts_at__lte=at) | Q(entry_a__status=gone) | Q(entry_b__status=gone)
    if closes_at <= at:
        due |= Q(starts_at=None)
    matches = list(_to_open(round_.matches.filter(due, status=Match.Status.DRAWN)))
    for match in matches:
        agreed = match.starts_at
        if agreed is None and tournament.no_time == NoTime.FORFEIT and without_play(match) is None:
            outcome, reason = _nobody_met(match)
            recording.record_result(match, outcome, at=closes_at, reason=reason)
        else:
            open_match(tournament, match, min(agreed or closes_at, at))
        match.time_offers.filter(status=TimeOffer.Status.OPEN).update(
            status=TimeOffer.Status.REPLACED
        )
    return bool(matches)


def open_match(tournament: Tournament, match: Match, at: datetime) -> None:
    """Open a match's table, or write down at `at` how it ends without play."""
    outcome = without_play(match)
    if outcome is not None:
        recording.record_result(match, outcome, at=at, reason=_who_withdrew(match))
        return
    open_game(tournament, match)


def without_play(match: Match) -> recording.Outcome | None:
    """Return how a match ends that isn't played: a bye, or somebody has withdrawn; None where it is."""
    if match.is_bye:
        return recording.BYE
    gone = [entry.status == Entry.Status.WITHDRAWN for entry in (match.entry_a, match.entry_b)]
    if not any(gone):
        return None
    return recording.forfeit("" if all(gone) else ("b" if gone[0] else "a"))


def _who_withdrew(match: Match) -> str:
    gone = [
        entry.name
        for entry in (match.entry_a, match.entry_b)
        if entry is not None and entry.status == Entry.Status.WITHDRAWN
    ]
    if match.is_bye or not gone:
        return ""
    if len(gone) == 1:
        return said("%(name)s withdrew.", name=gone[0])
    return said("%(a)s and %(b)s withdrew.", a=gone[0], b=gone[1])


def _nobody_met(match: Match) -> tuple[recording.Outcome, str]:
    """Who offered a time, and left the other side time to answer, wins against who did not; otherwise both forfeit."""
    opened, closes = match.round.starts_at, match.round.closes_at
    in_time = closes - min(ANSWER, (closes - opened) / 4)
    offered = set(match.time_offers.filter(at__lte=in_time).values_list("entry_id", flat=True))
    a, b = match.entry_a_id in offered, match.entry_b_id in offered
    if a and b:
        why = said("The two sides didn't agree on a time within the window.")
    elif not a and not b:
        why = said("Neither side offered a time while the other could still answer.")
    else:
        keen = match.entry_a if a else match.entry_b
        why = said(
            "Only %(name)s offered a time while the other side could still answer.", name=keen.name
        )
    return recording.forfeit("" if a == b else ("a" if a else "b")), why


def _to_open(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("entry_a", "entry_b", "round", "tournament").prefetch_related(
        *SEATED
    )
