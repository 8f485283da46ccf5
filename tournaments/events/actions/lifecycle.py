"""The organizer's steps in a tournament's life cycle: one function for each (`state.TRANSITIONS`).

Every function takes the tournament's lock, refuses steps that the state doesn't allow, audits the step, and
then runs the due steps at once.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.sentences import message
from spades_site.accounts.models import User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.text import clean_reason
from tournaments.events.actions.eligibility import why_in_season
from tournaments.events.advance import (
    begin,
    has_enough_entries,
    prepare,
    record_finished_tables,
    run_due_steps,
    shortage_message,
)
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import lock, move, require, save
from tournaments.events.draw.champion import leader
from tournaments.events.draw.start import field_of
from tournaments.events.matches import pauses
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import (
    Availability,
    Match,
    MatchTable,
    PartnerInvitation,
    Round,
    Tournament,
)
from tournaments.events.notices import notify
from tournaments.events.scoring import recording
from tournaments.events.setup.shared_deals import open_deals

OPENED = "tournament.opened"
"""The outbox topic of a tournament whose registration has opened."""


def announce(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """Publish a draft to everybody who may see it; registration opens later.

    Raises Refused: "not_organizer", "illegal_transition", "start_past".
    """
    return _step("announce", tournament_id, by, reason, _show)


def open_registration(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """Open registration; a draft is announced at the same time.

    Raises Refused: "not_organizer", "illegal_transition", "start_past".
    """
    return _step("open_registration", tournament_id, by, reason, _open)


def start_now(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """Start early with the entries that checked in, or with all if check-in isn't open.

    Raises Refused: "not_organizer", "illegal_transition", "too_few".
    """
    prepare(tournament_id)
    with transaction.atomic():
        tournament, reason = _locked(tournament_id, by, reason)
        require(tournament, "start")
        at = now()
        field = field_of(tournament)
        if not has_enough_entries(tournament, field):
            raise Refused(
                "too_few",
                _(
                    "Only %(there)d of the %(needed)d entries needed are in. Wait for more entries, or "
                    "cancel."
                )
                % shortage_message(tournament, field),
            )
        planned, tournament.starts_at = tournament.starts_at, min(at, tournament.starts_at)
        begin(tournament, field, tournament.starts_at)
        audit.record(
            actor=by,
            verb="tournament.start",
            subject=tournament,
            reason=reason,
            before={"starts_at": planned.isoformat()},
            after={"starts_at": tournament.starts_at.isoformat()},
        )
        run_due_steps(tournament, at)
    return tournament


def pause(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """Pause: no further round starts, tables in play go on, windows stop. Raises Refused: "not_organizer",
    "illegal_transition".
    """
    return _step("pause", tournament_id, by, reason, _pause)


def resume(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """Resume: a round whose time has passed begins at once; open windows are extended by the pause.

    Raises Refused: "not_organizer", "illegal_transition".
    """
    return _step("resume", tournament_id, by, reason, _resume)


def undo_resume(*, tournament_id: int, by: User, since: datetime, reason: str = "") -> Tournament:
    """Pause a tournament again that was resumed at `since`, while no table has opened since.

    Raises Refused: "not_organizer", "illegal_transition", "table_opened".
    """

    def effect(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
        opened = MatchTable.objects.filter(match__tournament=tournament)
        if opened.filter(table__created_at__gte=since).exists():
            raise Refused(
                "table_opened",
                _("A table has opened since. Pause the tournament: tables in play then go on."),
            )
        _pause(tournament, by, reason, at)

    return _step("pause", tournament_id, by, reason, effect)


def end_tournament(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """End a tournament before its last round: tables in play are abandoned, the current standings decide.

    Raises Refused: "not_organizer", "illegal_transition".
    """
    return _step("end", tournament_id, by, reason, _end_early)


def cancel_tournament(*, tournament_id: int, by: User, reason: str = "") -> Tournament:
    """Cancel an announced tournament, at any time before its end: tables in play are abandoned, nobody wins.

    Raises Refused: "not_organizer", "illegal_transition", "in_season".
    """
    refuse(why_in_season(tournament_id))
    return _step("cancel", tournament_id, by, reason, _cancel)


Effect = Callable[[Tournament, Any, str, datetime], None]


def _step(step: str, tournament_id: int, by: User, reason: str, effect: Effect) -> Tournament:
    with transaction.atomic():
        tournament, reason = _locked(tournament_id, by, reason)
        before = str(tournament.status)
        move(tournament, step)
        at = now()
        effect(tournament, by, reason, at)
        audit.record(
            actor=by,
            verb=f"tournament.{step}",
            subject=tournament,
            reason=reason,
            before={"status": before},
            after={"status": str(tournament.status)},
        )
        save(tournament)
        run_due_steps(tournament, at)
    return tournament


def _locked(tournament_id: int, by: User, reason: str) -> tuple[Tournament, str]:
    reason = clean_reason(reason)
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    return tournament, reason


# ------------------------------------------------------------------------------------------------ effects
def _show(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    _before_start(tournament, by, reason, at)
    notify.asked(tournament)


def _open(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    _show(tournament, by, reason, at)
    outbox.emit(OPENED, {"tournament": tournament.pk})


def _before_start(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    if tournament.starts_at <= at:
        raise Refused(
            "start_past",
            _("The start has already passed. Create a new tournament with a later start."),
        )


def _pause(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    tournament.status_reason = reason
    pauses.begin(tournament, at)


def _resume(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    tournament.status_reason = ""
    pauses.end(tournament, at)


def _end_early(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    _stop_play(tournament, by, reason, at)
    tournament.status_reason = reason
    tournament.finished_at = at
    # A knock-out has no winner until the final is over.
    tournament.winner = leader(tournament)


def _cancel(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    _stop_play(tournament, by, reason, at)
    tournament.status_reason = reason
    tournament.finished_at = at
    notify.cancelled(tournament)
    PartnerInvitation.objects.filter(
        entry__tournament=tournament, status=PartnerInvitation.Status.SENT
    ).update(status=PartnerInvitation.Status.LAPSED, answered_at=at)


def _stop_play(tournament: Tournament, by: User, reason: str, at: datetime) -> None:
    """Keep finished matches; void matches in play or waiting for a decision; close a pause."""
    pauses.close(tournament, at)
    record_finished_tables(tournament)
    unfinished = tournament.matches.filter(
        status__in=(Match.Status.PLAYING, Match.Status.UNDECIDED)
    )
    why = reason or message("The organizer ended the tournament.")
    for match in unfinished:
        recording.record_result(match, recording.void(match), at=at, by=by, reason=why)
        close_for(match, reason=why, by=by)
    tournament.rounds.filter(status=Round.Status.PLAYING).update(
        status=Round.Status.DONE, finished_at=at
    )
    Availability.objects.filter(match__tournament=tournament).delete()
    # Otherwise an unconfirmed draw would wait forever.
    tournament.rounds.filter(status=Round.Status.DRAFTED).delete()
    open_deals(tournament)


STEPS: dict[str, Callable[..., Tournament]] = {
    "announce": announce,
    "open_registration": open_registration,
    "start": start_now,
    "pause": pause,
    "resume": resume,
    "end": end_tournament,
    "cancel": cancel_tournament,
}
"""The organizers' steps by name, as `selectors.organizer_view` offers them."""
