"""What waits for an answer of organizers and arbiters: contested results, and claimed forfeits."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from spades_site.accounts.tokens.scopes import ORGANIZE
from spades_site.api import answers, requests, schemas
from spades_site.api.site import Routes, found, person_of, state_of
from tournaments.events.actions.fixtures.claims import reject_claim
from tournaments.events.core.permissions import visible_to
from tournaments.events.matches.claims import open_claims
from tournaments.events.matches.disputes import open_disputes, reject
from tournaments.events.models import Dispute, ForfeitClaim, Tournament

router = Routes(tags=["matches"])


def about_question(one: Dispute | ForfeitClaim) -> dict[str, Any]:
    """Return what those who decide read about a contested result or a claimed forfeit."""
    said = {
        "id": one.pk,
        "tournament": one.match.tournament.slug,
        "match": one.match_id,
        "entry": one.entry_id,
        "name": one.entry.name,
        "by": one.by.username if one.by else None,
        "at": one.at,
    }
    return said | ({"version": one.version, "text": one.text} if isinstance(one, Dispute) else {})


@router.pages("/disputes", answers.DisputeOut, ordering=("pk",), row=about_question, scope=ORGANIZE)
def disputes(request: HttpRequest, tournament: str | None = None) -> QuerySet[Dispute]:
    """Return the contested results about which the token's owner decides, the oldest first; of one tournament.

    A decision, a score or a replay of the match answers them; so does a rejection.
    """
    return _of(open_disputes(person_of(request)), tournament)


@router.act("/disputes/{dispute}/rejection", answers.StateOut)
def reject_dispute(request: HttpRequest, dispute: schemas.Key, why: requests.Reason) -> Any:
    """Let a contested result stand. Both sides read the reason."""
    of = _tournament(request, Dispute.objects.filter(pk=dispute))
    reject(dispute_id=dispute, by=person_of(request), answer=why.reason)
    return state_of(of)


@router.pages("/claims", answers.ClaimOut, ordering=("pk",), row=about_question, scope=ORGANIZE)
def claims(request: HttpRequest, tournament: str | None = None) -> QuerySet[ForfeitClaim]:
    """Return the claimed forfeits about which the token's owner decides, the oldest first; of one tournament.

    A decision about the match answers them; so does a rejection.
    """
    return _of(open_claims(person_of(request)), tournament)


@router.act("/claims/{claim}/rejection", answers.StateOut)
def reject_forfeit(request: HttpRequest, claim: schemas.Key, why: requests.Reason) -> Any:
    """Reject a claimed forfeit: the match goes on. Both sides read the reason."""
    of = _tournament(request, ForfeitClaim.objects.filter(pk=claim))
    reject_claim(claim_id=claim, by=person_of(request), answer=why.reason)
    return state_of(of)


def _of[Row: Model](rows: QuerySet[Row], tournament: str | None) -> QuerySet[Row]:
    rows = rows.select_related("by")
    return rows if tournament is None else rows.filter(match__tournament__slug=tournament)


def _tournament(request: HttpRequest, question: QuerySet[Any]) -> Tournament:
    """Return the tournament of a question. Raises Http404 if the token's owner may not see it."""
    seen = visible_to(person_of(request))
    return found(seen.filter(matches__in=question.values("match")).first())
