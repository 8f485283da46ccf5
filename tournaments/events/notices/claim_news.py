"""Notices about forfeit claims. Idempotent: each notice is sent once.

Called in the transaction of the event, with rows that the caller has locked.
"""

from django.urls import reverse

from spades_site.notices.services import send_notice
from tournaments.events.core import line_ups
from tournaments.events.core.permissions import arbiters_of
from tournaments.events.models import Entry, ForfeitClaim


def claimed(claim: ForfeitClaim) -> None:
    """Notify the other side that a forfeit is claimed from it, and until when it can still come."""
    match = claim.match
    send_notice(
        line_ups.players_of(match, other_side(claim)),
        "claim",
        f"claim:{claim.pk}:claimed",
        match.get_absolute_url(),
        {
            **_words(claim),
            "claim_news": "claimed" if claim.status == ForfeitClaim.Status.WAITING else "referred",
            "until_at": claim.decides_at.isoformat(),
        },
        until=claim.decides_at,
    )


def waits(claim: ForfeitClaim) -> None:
    """Notify the people who decide about results of a claim that the server doesn't decide."""
    match = claim.match
    send_notice(
        arbiters_of(match.tournament),
        "claim",
        f"claim:{claim.pk}:waits",
        reverse("organizer_match", args=[match.tournament.slug, match.pk]),
        {**_words(claim), "claim_news": "waits"},
    )


def rejected(claim: ForfeitClaim) -> None:
    """Notify the claiming side that its claim was rejected."""
    match = claim.match
    send_notice(
        line_ups.players_of(match, claim.entry),
        "claim",
        f"claim:{claim.pk}:rejected",
        match.get_absolute_url(),
        {**_words(claim), "claim_news": "rejected", "reason": claim.answer},
    )


def other_side(claim: ForfeitClaim) -> Entry:
    """Return the entry from which a forfeit is claimed; the match is loaded."""
    return next(entry for entry in claim.match.entries if entry.pk != claim.entry_id)


def _words(claim: ForfeitClaim) -> dict[str, object]:
    match = claim.match
    return {
        "tournament": match.tournament.name,
        "round": match.round.number,
        "who": match.name_of(claim.entry),
    }
