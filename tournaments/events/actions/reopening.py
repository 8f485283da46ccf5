"""Reopening a tournament that was ended before its last round: what its end closed is open again.

The stored moments say what that was: everything closed by the end has its time (`lifecycle.end_tournament`).
"""

from datetime import datetime

from tournaments.events.advance import run_due_steps
from tournaments.events.core.state import move, save
from tournaments.events.draw import pairing
from tournaments.events.matches import pauses
from tournaments.events.models import (
    ForfeitClaim,
    Match,
    Result,
    Round,
    Status,
    Tournament,
    played_by,
    with_tables,
)
from tournaments.events.notices import notify
from tournaments.events.scoring.recording import set_aside
from tournaments.events.scoring.stage_fields import field_of_stage


def reopen(tournament: Tournament, at: datetime) -> None:
    """Reopen a (locked) tournament as it was before its end. The time since counts like a pause: windows, agreed times
    and open offers move by it, and a pause before the end goes on.

    Matches that were in play wait for the organizer, because their tables are closed; deals that the end opened are known,
    so these are played with others. An unconfirmed draw is drawn again.

    Raises Refused "illegal_transition".
    """
    move(tournament, "reopen")
    ended = tournament.finished_at
    assert ended is not None
    tournament.finished_at, tournament.winner, tournament.status_reason = None, None, ""
    tournament.rounds.filter(status=Round.Status.DONE, finished_at=ended).update(
        status=Round.Status.PLAYING, finished_at=None
    )
    _open_matches(tournament, ended)
    if tournament.pauses and tournament.pauses[-1][1] == ended.isoformat():
        tournament.status = Status.PAUSED
        tournament.paused_at = datetime.fromisoformat(tournament.pauses[-1][0])
        tournament.pauses = tournament.pauses[:-1]
    else:
        tournament.paused_at = ended
        pauses.end(tournament, at)
    _draw_again(tournament, at)
    save(tournament)
    run_due_steps(tournament, at)


def _open_matches(tournament: Tournament, ended: datetime) -> None:
    """Let the matches wait for the organizer that the end closed, and that nobody has decided since."""
    voided = Result.objects.filter(current=True, kind=Result.Kind.VOID, at=ended)
    closed = tournament.matches.filter(results__in=voided, round__status=Round.Status.PLAYING)
    loaded = closed.select_related("round", "tournament")
    for match in loaded.prefetch_related(*played_by(players=True), with_tables()).order_by("pk"):
        set_aside(match)
        match.status = Match.Status.UNDECIDED
        match.save(update_fields=["status"])
        match.claims.filter(status=ForfeitClaim.Status.WAITING).update(
            status=ForfeitClaim.Status.OPEN
        )


def _draw_again(tournament: Tournament, at: datetime) -> None:
    """Draw the round again whose draw waited for its confirmation."""
    if tournament.rounds.exclude(status=Round.Status.DONE).exists():
        return
    first = tournament.stages.order_by("index").first()
    if first is not None and not tournament.rounds.exists():
        starts_at = max(at, tournament.starts_at)
        pairing.plan_first(tournament, first, field_of_stage(first), starts_at)
    else:
        pairing.plan_next(tournament, at)
    notify.draft_waits(tournament)
