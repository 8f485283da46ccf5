"""Claiming the forfeit of a side that hasn't come to its match, and the organizer's answer (`matches/claims.py`)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.advance import run_due_steps
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.matches import claims
from tournaments.events.models import Entry, ForfeitClaim, Match, Tournament
from tournaments.events.notices import claim_news

Status = ForfeitClaim.Status


def claim_forfeit(*, match_id: int, user: User) -> ForfeitClaim:
    """Claim the match for the user's side, because the other hasn't come though the grace period is over.

    The claim stores who was at the table from when. Claiming again changes nothing.

    Raises Refused: "unknown_match", "no_claim", "not_present", "grace", "all_here", "limit".
    """
    with transaction.atomic():
        tournament, match = _locked(match_id)
        at = now()
        presence = claims.presence_of(match)
        if (
            tournament.status not in UNDER_WAY
            or match.status != Match.Status.PLAYING
            or presence is None
            or not claims.are_possible(tournament)
        ):
            raise Refused("no_claim", _("There is no forfeit to claim in this match."))
        mine = _own_side(match, presence, user)
        known = match.claims.filter(entry=mine, status__in=ForfeitClaim.LIVE).first()
        if known is not None:
            return known
        _check(match, presence, mine, at)
        other = next(entry for entry in match.entries if entry != mine)
        due = claims.decides_at(match, presence)
        plain = presence.is_whole(mine) and presence.is_unseen(other)
        claim = ForfeitClaim.objects.create(
            match=match, entry=mine, by=user, at=at, decides_at=due,
            status=Status.WAITING if plain else Status.OPEN, evidence=presence.evidence,
        )  # fmt: skip
        audit.record(actor=user, verb="match.forfeit_claimed", subject=match, entry=mine.pk)
        claim_news.claimed(claim)
        if not plain:
            claim_news.waits(claim)
        limits.count("notices", user.pk)
        _carry_on(tournament, at)
    claim.refresh_from_db()
    return claim


def reject_claim(*, claim_id: int, by: User, answer: str) -> ForfeitClaim:
    """Reject a claim with a reason: the match goes on. An organizer upholds a claim by deciding the match.

    Raises Refused: "unknown_claim", "not_arbiter", "own_match", "reason_missing".
    """
    answer = clean_text(answer, what=_("The answer"), longest=LONGEST_REASON)
    gone = Refused("unknown_claim", _("That claim has already been decided. Reload the page."))
    with transaction.atomic():
        found = ForfeitClaim.objects.filter(pk=claim_id)
        tournament_id = found.values_list("match__tournament_id", flat=True).first()
        if tournament_id is None:
            raise gone
        tournament = lock(tournament_id)
        claim = found.select_related("match__round", "match__tournament", "entry").get()
        own = require_judge(by, tournament, claim.match.entries, claim.match)
        if claim.status not in ForfeitClaim.LIVE:
            raise gone
        if not answer:
            raise Refused("reason_missing", _("Give a reason: both sides read the answer."))
        at = now()
        claim.status, claim.answer = Status.REJECTED, answer
        claim.answered_by, claim.answered_at = by, at
        claim.save(update_fields=["status", "answer", "answered_by", "answered_at"])
        claim_news.rejected(claim)
        audit.record(
            actor=by, verb="match.claim_rejected", subject=claim.match, reason=answer, **own
        )
        _carry_on(tournament, at)
    return claim


def _own_side(match: Match, presence: claims.Presence, user: User) -> Entry:
    if not presence.has_come(user):
        raise Refused(
            "not_present",
            _("Only a player who is at the table of the match can claim its forfeit."),
        )
    key = next(row.entry_id for row, _at in presence.rows if row.user_id == user.pk)
    return next(entry for entry in match.entries if entry.pk == key)


def _check(match: Match, presence: claims.Presence, mine: Entry, at: datetime) -> None:
    ends = claims.grace_ends(match, presence)
    if at < ends:
        raise Refused(
            "grace",
            _("The other side has until %(time)s to come. Claim the forfeit after that.")
            % {"time": date_format(timezone.localtime(ends), "H:i")},
        )
    if all(presence.is_whole(entry) for entry in match.entries if entry != mine):
        raise Refused(
            "all_here", _("The other side is at the table, so there is nothing to claim.")
        )


def _locked(match_id: int) -> tuple[Tournament, Match]:
    found = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_match", _("There is no such match. Reload the page."))
    tournament = lock(found)
    match = Match.objects.select_related("round").get(pk=match_id)
    match.tournament = tournament
    return tournament, match


def _carry_on(tournament: Tournament, at: datetime) -> None:
    if not run_due_steps(tournament, at):
        save(tournament)
