"""The tournament's automatic steps: `advance` does whatever is due and nothing else.

It reads what is stored, under the tournament's lock and in one transaction. It is idempotent and safe to call late or
concurrently. Finished tables (through the outbox) and organizers' steps call it, and beat calls `advance_due` every
few seconds for steps that depend only on the clock.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from games.engine.sentences import message
from games.tables.models import Table
from spades_site.common import audit
from spades_site.common.clock import now
from tournaments.events.core import line_ups
from tournaments.events.core.arena import is_over
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, lock_if_free, move, next_due, save
from tournaments.events.draw import pairing
from tournaments.events.draw.by_format import drawing_of
from tournaments.events.draw.champion import leader, reason_of_result
from tournaments.events.draw.start import Field, draw, field_of
from tournaments.events.entries.check_in import catch_up
from tournaments.events.matches import arena, claims, late, match_games, no_shows, offers
from tournaments.events.matches.open_round import open_due, open_round
from tournaments.events.models import (
    Match,
    MatchTable,
    Result,
    Round,
    Status,
    Tournament,
    played_by,
    with_tables,
)
from tournaments.events.notices import notify
from tournaments.events.scoring import recording
from tournaments.events.setup.shared_deals import open_deals
from tournaments.events.setup.timetable import due_after

log = logging.getLogger("spades.tournaments")
BATCH = 100
AFTER_A_FAILURE = timedelta(seconds=30)
_HAS_TABLE_OVER = Q(
    tables__counts=True,
    tables__over=False,
    tables__table__status__in=(Table.Status.FINISHED, Table.Status.ABANDONED),
)
"""Condition on matches: one of the tables has ended since the result was last recorded."""


def advance(tournament_id: int, at: datetime | None = None) -> bool:
    """Do whatever is due at the moment `at` (now). Returns whether anything changed.

    Raises Refused "unknown_tournament".
    """
    with transaction.atomic():
        return run_due_steps(lock(tournament_id), at or now())


def advance_due(at: datetime | None = None) -> int:
    """Advance every tournament with a due step; returns how many changed.

    Each has its own transaction. Skips tournaments that another transaction has locked. A failure is logged and retried
    half a minute later, and doesn't hold up the others.
    """
    at = at or now()
    changed = 0
    for tournament_id in _due(at):
        try:
            prepare(tournament_id)
            with transaction.atomic():
                tournament = lock_if_free(tournament_id)
                changed += tournament is not None and run_due_steps(tournament, at)
        except Exception:
            log.exception("tournament %s could not be advanced", tournament_id)
            Tournament.objects.filter(pk=tournament_id, next_due_at__lte=at).update(
                next_due_at=at + AFTER_A_FAILURE
            )
    return changed


def prepare(tournament_id: int) -> None:
    """Precompute what takes long before taking the lock, e.g. the rounds of a large rotation that is about to begin."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament and tournament.status in OPEN:
        drawing_of(tournament).prepare(tournament, lambda: field_of(tournament).size)


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished": a match's table ended, by play or abandoned."""
    # Another step may already have recorded the result.
    found = Match.objects.filter(tables__table=payload["table"], tables__over=False)
    for tournament_id in found.values_list("tournament_id", flat=True):
        advance(tournament_id)


def run_due_steps(tournament: Tournament, at: datetime) -> bool:
    """Bring a locked tournament up to date, step by step until nothing is due. Returns whether anything changed."""
    changed = False
    while (step := _STEPS.get(tournament.status)) is not None and step(tournament, at):
        changed = True
    if changed or tournament.next_due_at != next_due(tournament):
        save(tournament)
    return changed


def begin(tournament: Tournament, field: Field, at: datetime) -> None:
    """Draw a locked tournament that has enough entries, and start it."""
    draw(tournament, field, at)
    move(tournament, "start")
    notify.begun(tournament)
    notify.draft_waits(tournament)
    audit.record(actor=None, verb="tournament.started", subject=tournament, entries=field.size)


def has_enough_entries(tournament: Tournament, field: Field) -> bool:
    """Return whether the field is large enough to begin."""
    return field.size >= max(2, tournament.min_entries)


def shortage_message(tournament: Tournament, field: Field) -> dict[str, int]:
    """Return the sentence about too few entries: how many there are, how many are needed."""
    return {"there": field.size, "needed": max(2, tournament.min_entries)}


def cancel_for_shortage(tournament: Tournament, at: datetime, reason: str) -> None:
    """Cancel a locked tournament that can't begin."""
    move(tournament, "cancel")
    tournament.finished_at = at
    tournament.status_reason = reason
    notify.cancelled(tournament)
    audit.record(actor=None, verb="tournament.cancelled", subject=tournament, reason=reason)


def _due(at: datetime) -> list[int]:
    """Return the next due step, including finished tables whose event hasn't arrived yet."""
    by_clock = Tournament.objects.filter(next_due_at__lte=at).order_by("next_due_at")
    by_table = Match.objects.filter(
        _HAS_TABLE_OVER, status=Match.Status.PLAYING, tournament__status__in=UNDER_WAY
    ).filter(Q(tournament__next_due_at=None) | Q(tournament__next_due_at__gt=at))
    return [
        *by_clock.values_list("pk", flat=True)[:BATCH],
        *by_table.order_by().values_list("tournament_id", flat=True).distinct()[:BATCH],
    ]


# --------------------------------------------------------------------------------- steps, one of each state
def _from_announced(tournament: Tournament, at: datetime) -> bool:
    if at < tournament.starts_at:
        return False
    cancel_for_shortage(tournament, at, message("Registration was not opened before the start."))
    return True


def _from_registration(tournament: Tournament, at: datetime) -> bool:
    return catch_up(tournament, at) or _at_the_start(tournament, at)


def _at_the_start(tournament: Tournament, at: datetime) -> bool:
    if at < tournament.starts_at:
        return False
    field = field_of(tournament)
    if has_enough_entries(tournament, field):
        begin(tournament, field, tournament.starts_at)
    else:
        text = shortage_message(tournament, field)
        cancel_for_shortage(
            tournament,
            at,
            message(
                "Only %(there)d of the %(needed)d entries needed were in at the start.", **text
            ),
        )
    return True


def _under_way(tournament: Tournament, at: datetime) -> bool:
    taken_in = record_finished_tables(tournament)
    left = tournament.rounds.exclude(status=Round.Status.DONE)
    rounds = list(left.select_related("stage").order_by("stage__index", "number"))
    playing = [each for each in rounds if each.status == Round.Status.PLAYING]
    running = tournament.status == Status.RUNNING
    lapsed = running and offers.lapse_due(tournament, at)
    claimed = bool(playing) and claims.decide_due(tournament, at)
    # Several windows can be open, because a postponed match outlasts its own.
    opened = [open_due(tournament, each, at) for each in playing if running]
    arenas = [each for each in playing if each.pairs_until is not None]
    paired = [arena.run(tournament, each, at) for each in arenas if running]
    looked = bool(playing) and no_shows.apply_no_shows(tournament, at)
    if (
        lapsed
        or claimed
        or any(opened)
        or any(paired)
        or looked
        or any(_close_round(tournament, each, at) for each in playing)
    ):
        return True
    if running and pairing.plan_despite_unfinished(tournament, at):
        notify.draft_waits(tournament)
        return True
    round_ = next((each for each in rounds if each not in playing), None)
    if tournament.status == Status.PAUSED or (round_ is None and playing):
        return taken_in
    if round_ is None:
        _finish(tournament, at)
        return True
    drafted = round_.status == Round.Status.DRAFTED
    if not drafted and round_.starts_at is not None and round_.starts_at <= at:
        round_.stage.tournament = tournament
        if round_.stage.facts.is_continuous:
            arena.begin(round_, at)
        elif not pairing.redraw_if_changed(round_):
            open_round(tournament, round_)
        return True
    return taken_in


_STEPS: dict[str, Callable[[Tournament, datetime], bool]] = {
    str(Status.ANNOUNCED): _from_announced,
    str(Status.REGISTRATION): _from_registration,
    str(Status.CHECK_IN): _at_the_start,
    str(Status.RUNNING): _under_way,
    str(Status.PAUSED): _under_way,
}


# ------------------------------------------------------------------------------------------------- rounds
def record_finished_tables(tournament: Tournament) -> bool:
    """Record the results of finished tables; a match whose table was abandoned waits for the organizer.

    A match waits for all its tables that count. An undecided one continues at another table.
    """
    over = (
        tournament.matches.filter(_HAS_TABLE_OVER, status=Match.Status.PLAYING)
        .select_related("round", "tournament")
        .prefetch_related(*played_by(players=True), with_tables())
        .distinct()
    )
    for match in over:
        if match_games.is_abandoned(match):
            match.status = Match.Status.UNDECIDED
            match.save(update_fields=["status"])
            continue
        match_games.note_tables(match)
        if match_games.is_in_play(match):
            continue
        kind = match_games.next_kind(tournament, match)
        if kind is not None:
            _go_on(tournament, match, kind)
            continue
        outcome = match_games.outcome_of(tournament, match)
        recording.record_result(
            match,
            outcome,
            at=match_games.ended_at(match),
            reason=_why(match, outcome),
        )
    if over and tournament.is_team:
        open_deals(tournament)
    return bool(over)


def _why(match: Match, outcome: recording.Outcome) -> str:
    """Return the note on the result of a match whose tables are over."""
    if outcome.kind != Result.Kind.PLAYED:
        return line_ups.nobody_came()
    if match_games.was_level(match):
        return message("Tied after the agreed hands; one more hand decided.")
    return no_shows.reason_of_absent(match, outcome.absent)


def _go_on(tournament: Tournament, match: Match, kind: str) -> None:
    """Continue an undecided match at a new table."""
    match_games.open_game(tournament, match, kind)
    if kind == MatchTable.Kind.DECIDER:
        reason = message("It ended in a tie, and one side must advance.")
        audit.record(actor=None, verb="match.one_more_hand", subject=match, reason=reason)


def _close_round(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """End a round whose matches are all over, and an arena only after its time. Plan the next from its last result,
    unless it has its own time or other rounds are still in play.
    """
    if round_.pairs_until is not None and not is_over(tournament, round_, at):
        return False
    if round_.matches.exclude(status=Match.Status.DONE).exists():
        return False
    results = Result.objects.filter(match__round=round_, current=True)
    ended = results.aggregate(ended=Max("at"))["ended"]
    if round_.pairs_until is not None:
        arena.close(round_)
        ended = max(ended or round_.pairs_until, round_.pairs_until)
    round_.status, round_.finished_at = Round.Status.DONE, ended
    round_.save(update_fields=["status", "finished_at"])
    open_deals(tournament)
    left = tournament.rounds.exclude(status=Round.Status.DONE)
    following = (
        left.filter(status=Round.Status.CONFIRMED).order_by("stage__index", "number").first()
    )
    if not left.exists():
        pairing.plan_next(tournament, ended)
        notify.draft_waits(tournament)
    elif following is not None and following.starts_at is None:
        following.starts_at = due_after(tournament, ended)
        following.save(update_fields=["starts_at"])
        notify.drawn(following)
    late.close(tournament, ended)
    return True


def _finish(tournament: Tournament, at: datetime) -> None:
    move(tournament, "finish")
    tournament.winner = leader(tournament)
    tournament.status_reason = reason_of_result(tournament, tournament.winner)
    ended: datetime | None = tournament.rounds.aggregate(last=Max("finished_at"))["last"]
    # Too few entries were left to play a single round.
    tournament.finished_at = ended or at
    audit.record(actor=None, verb="tournament.finished", subject=tournament)
