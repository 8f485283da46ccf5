"""Opening a round's tables, at once or at the times on which the sides of its matches have agreed.

Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.engine.sentences import message
from tournaments.events.entries.by_name import opens_no_table, without_table
from tournaments.events.entries.nominations import pairs_of
from tournaments.events.matches import rooms
from tournaments.events.matches.match_games import open_game
from tournaments.events.matches.offers import close_all
from tournaments.events.models import (
    Entry,
    Match,
    NoTime,
    Round,
    SideEntry,
    TimeOffer,
    Tournament,
    played_by,
)
from tournaments.events.notices import notify
from tournaments.events.scoring import recording
from tournaments.events.setup.match_times import plan_times
from tournaments.events.setup.timetable import window_end

ANSWER = timedelta(days=1)
"""How long before the end of a window a time must be offered to count (a quarter of the window if that is less)."""


def open_round(tournament: Tournament, round_: Round) -> None:
    """Open the tables of a round, or its window. Byes and matches of withdrawn entries end at once."""
    starts_at = round_.starts_at
    if starts_at is None:
        raise ValueError("a round without a time can't begin")
    round_.closes_at = window_end(tournament, round_.number, starts_at)
    plan_times(round_)
    for match in _to_open(round_.matches.exclude(status=Match.Status.DONE)):
        waits = round_.closes_at is not None or _has_later_time(match, starts_at)
        if not waits or without_play(match) is not None:
            open_match(tournament, match, starts_at)
    round_.status = Round.Status.PLAYING
    round_.save(update_fields=["status", "closes_at"])
    if round_.closes_at is not None:
        notify.drawn(round_)


def open_due(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Open the tables of matches whose own time has come; at a window's end handle matches without one by `no_time`.
    Matches of withdrawn entries end at once.
    """
    closes_at = round_.closes_at
    gone = Entry.Status.WITHDRAWN
    withdrawn = SideEntry.objects.filter(round=round_, entry__status=gone)
    ended = Q(pk__in=withdrawn.values("side__match"))
    due = Q(starts_at__lte=at)
    if closes_at is not None and closes_at <= at:
        due |= Q(starts_at=None)
    by_hand = Q(pk__in=without_table(tournament).values("side__match"))
    drawn = round_.matches.filter(due & ~by_hand | ended, status=Match.Status.DRAWN)
    matches = list(_to_open(drawn))
    for match in matches:
        agreed = match.starts_at
        if (
            closes_at is not None
            and agreed is None
            and tournament.no_time == NoTime.FORFEIT
            and without_play(match) is None
        ):
            outcome, reason = _nobody_met(match)
            recording.record_result(match, outcome, at=closes_at, reason=reason)
        else:
            open_match(tournament, match, min(agreed or closes_at or at, at))
        close_all(match, at)
    return bool(matches)


def open_matches(tournament: Tournament, keys: Collection[int], at: datetime) -> None:
    """Open the tables of these matches."""
    for match in _to_open(tournament.matches.filter(pk__in=keys)):
        open_match(tournament, match, at)


def _has_later_time(match: Match, starts_at: datetime) -> bool:
    return match.starts_at is not None and match.starts_at > starts_at


def open_match(tournament: Tournament, match: Match, at: datetime) -> None:
    """Open a match's table, or record at `at` its outcome without play. A match in a room, or with somebody without an
    account, waits for its score.
    """
    outcome = without_play(match)
    if outcome is None and opens_no_table(match):
        if tournament.is_in_room:
            rooms.open_pad(tournament, match, at)
        return
    if outcome is not None:
        recording.record_result(match, outcome, at=at, reason=_why_unplayed(match))
        return
    open_game(tournament, match)


def without_play(match: Match) -> recording.Outcome | None:
    """Return the outcome of a match that isn't played (a bye, a withdrawal or a team of fewer than four); None if it
    can be played.
    """
    if match.is_bye:
        return recording.BYE
    gone = _withdrawn(match) | _short(match)
    if not gone:
        return None
    left = [index for index, side in enumerate(match.sides) if not gone.intersection(side.entries)]
    return recording.forfeit(match, left[0] if len(left) == 1 else None)


def _withdrawn(match: Match) -> set[Entry]:
    return {entry for entry in match.entries if entry.status == Entry.Status.WITHDRAWN}


def _short(match: Match) -> set[Entry]:
    """Return the sides whose team has fewer than four active players."""
    if not match.tournament.is_team:
        return set()
    return {entry for entry in match.entries if pairs_of(match, entry) is None}


def _why_unplayed(match: Match) -> str:
    gone = _withdrawn(match)
    short = [entry.name for entry in match.entries if entry in _short(match) - gone]
    if short and not match.is_bye:
        return message("%(names)s: fewer than four players.", names=", ".join(short))
    names = [entry.name for entry in match.entries if entry in gone]
    if match.is_bye or not names:
        return ""
    if len(names) == 1:
        return message("%(name)s withdrew.", name=names[0])
    *most, last = names
    return message("%(a)s and %(b)s withdrew.", a=", ".join(most), b=last)


def _nobody_met(match: Match) -> tuple[recording.Outcome, str]:
    """Return the outcome of a match without an agreed time: a side that offered one, early enough to be answered, wins
    against one that didn't; otherwise both forfeit.
    """
    opened, closes = match.round.starts_at, match.round.closes_at
    assert opened is not None
    assert closes is not None
    in_time = closes - min(ANSWER, (closes - opened) / 4)
    stood = match.time_offers.filter(at__lte=in_time).exclude(status=TimeOffer.Status.WITHDRAWN)
    offered = set(stood.values_list("entry_id", flat=True))
    keen = [index for index, side in enumerate(match.sides) if offered.intersection(side.keys)]
    if len(keen) == 1:
        (entry,) = match.sides[keen[0]].entries
        why = message(
            "Only %(name)s offered a time while the other side could still answer.", name=entry.name
        )
        return recording.forfeit(match, keen[0]), why
    if keen:
        why = message("The two sides didn’t agree on a time within the window.")
    else:
        why = message("Neither side offered a time while the other could still answer.")
    return recording.forfeit(match, None), why


def _to_open(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("round", "tournament").prefetch_related(*played_by(players=True))
