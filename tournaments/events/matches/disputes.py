"""Disputes: a side contests a result within the tournament's time limit, and the organizer answers.

A dispute doesn't stop the tournament: the next round begins unless the organizer pauses it. Deciding the match or
confirming the result answers the dispute.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_text
from tournaments.events.core.locks import lock_match
from tournaments.events.core.permissions import arbitrated_by, require_judge
from tournaments.events.core.result_events import ResultEvent, announce
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.models import Dispute, Entry, Match, Result, Status, Tournament
from tournaments.events.notices import notify
from tournaments.events.setup.timetable import put_off

LONGEST_TEXT, LONGEST_ANSWER = 500, 300
CONTESTABLE = UNDER_WAY | {str(Status.FINISHED)}


def contest(*, match_id: int, user: User, text: str) -> Dispute:
    """Contest the result of the user's own match, with a description of the error.

    Raises Refused: "unknown_match", "not_your_match", "no_disputes", "no_result", "time_over", "contested",
    "text_empty", "text_long", "text_unseen", "limit".
    """
    reason = clean_text(text, what=_("Problem"), longest=LONGEST_TEXT)
    with transaction.atomic():
        tournament, match = lock_match(match_id)
        mine = side_of(match, user)
        if mine is None:
            raise Refused(
                "not_your_match", _("Only the players of a match can contest its result.")
            )
        at = now()
        result = _contestable(tournament, match, at)
        if match.disputes.filter(entry=mine, status=Dispute.Status.OPEN).exists():
            raise Refused(
                "contested",
                _("Your side has already contested this result. The organizer will decide."),
            )
        if not reason:
            raise Refused("text_empty", _("Say what is wrong, so that the organizer can decide."))
        limits.count("notices", user.pk)
        dispute = Dispute.objects.create(
            match=match, entry=mine, by=user, version=result.version, text=reason, at=at
        )
        notify.contested(dispute)
        audit.record(actor=user, verb="match.contested", subject=match, reason=reason)
        save(tournament)
    return dispute


def take_back(*, dispute_id: int, user: User) -> None:
    """Withdraw a dispute. Raises Refused: "answered", "not_your_match"."""
    with transaction.atomic():
        tournament, dispute = _locked_dispute(dispute_id)
        if side_of(dispute.match, user) != dispute.entry:
            raise Refused("not_your_match", _("Only the side that contests it can withdraw that."))
        dispute.status = Dispute.Status.WITHDRAWN
        dispute.answered_by, dispute.answered_at = user, now()
        dispute.save(update_fields=["status", "answered_by", "answered_at"])
        audit.record(actor=user, verb="match.dispute_taken_back", subject=dispute.match)
        save(tournament)


def reject(*, dispute_id: int, by: User, answer: str) -> Dispute:
    """Reject a dispute with a reason; the result stays. Raises Refused: "answered", "not_arbiter",
    "own_match", "reason_missing".
    """
    answer = clean_text(answer, what=_("The answer"), longest=LONGEST_ANSWER)
    with transaction.atomic():
        tournament, dispute = _locked_dispute(dispute_id)
        own = require_judge(by, tournament, dispute.match.entries, dispute.match)
        if not answer:
            raise Refused("reason_missing", _("Give a reason: both sides read the answer."))
        _answer(dispute, Dispute.Status.REJECTED, by, answer, now())
        announce(dispute.match, ResultEvent.CONFIRMED, dispute.version)
        audit.record(
            actor=by, verb="match.dispute_rejected", subject=dispute.match, reason=answer, **own
        )
        save(tournament)
    return dispute


def answered_by_decision(
    match: Match, *, by: User, reason: str, at: datetime, version: int | None
) -> None:
    """Close the open disputes of a (locked) match that was just decided; `version` None: it is replayed."""
    stands = False
    for dispute in match.disputes.filter(status=Dispute.Status.OPEN):
        changed = version is None or version != dispute.version
        stands = stands or not changed
        status = Dispute.Status.UPHELD if changed else Dispute.Status.REJECTED
        _answer(dispute, status, by, reason, at)
    if stands and version is not None:
        announce(match, ResultEvent.CONFIRMED, version)


def contestable_until(tournament: Tournament, result: Result | None) -> datetime | None:
    """Return the deadline for contesting a result, or None if it can't be contested."""
    if result is None or not tournament.dispute_hours or tournament.status not in CONTESTABLE:
        return None
    if result.kind not in (Result.Kind.PLAYED, Result.Kind.FORFEIT):
        return None
    return put_off(tournament, result.at, timedelta(hours=tournament.dispute_hours), now())


def open_disputes(user: User) -> QuerySet[Dispute]:
    """Return the open disputes that the user decides, the oldest first."""
    return (
        Dispute.objects.filter(
            status=Dispute.Status.OPEN, match__tournament__in=arbitrated_by(user).values("pk")
        )
        .select_related("match__tournament", "match__round", "entry")
        .order_by("at", "pk")
    )


def side_of(match: Match, user: Viewer) -> Entry | None:
    """Return the entry for which the user plays or played the match, or to which they belong now; else None."""
    if not user.is_authenticated:
        return None
    played = match.line_up.counting().filter(user=user).select_related("entry").first()
    if played is not None:
        return played.entry
    entries = Entry.objects.filter(match_places__side__match=match)
    plays = Q(players__user=user, players__active=True)
    plays |= Q(captain=user) | Q(vice_captain=user)
    stands_in = Q(substitutions__match=match, substitutions__into=user)
    return entries.filter(plays | stands_in).first()


def _contestable(tournament: Tournament, match: Match, at: datetime) -> Result:
    result = match.results.filter(current=True).first()
    until = contestable_until(tournament, result)
    if not tournament.dispute_hours:
        raise Refused(
            "no_disputes",
            _("Results of this tournament can’t be contested. Write to its organizer."),
        )
    if result is None or until is None:
        raise Refused("no_result", _("There is no result to contest."))
    if at > until:
        raise Refused(
            "time_over",
            _("A result can be contested only within %(hours)d hours, which have passed.")
            % {"hours": tournament.dispute_hours},
        )
    return result


def _answer(dispute: Dispute, status: Dispute.Status, by: User, answer: str, at: datetime) -> None:
    dispute.status, dispute.answer = status, answer
    dispute.answered_by, dispute.answered_at = by, at
    dispute.save(update_fields=["status", "answer", "answered_by", "answered_at"])
    notify.dispute_answered(dispute)


def _locked_dispute(dispute_id: int) -> tuple[Tournament, Dispute]:
    gone = Refused("answered", _("That has already been answered or cancelled. Reload the page."))
    found = Dispute.objects.filter(pk=dispute_id).values_list("match__tournament_id", flat=True)
    tournament_id = found.first()
    if tournament_id is None:
        raise gone
    tournament = lock(tournament_id)
    dispute = Dispute.objects.select_related("match", "entry").get(pk=dispute_id)
    if dispute.status != Dispute.Status.OPEN:
        raise gone
    return tournament, dispute
