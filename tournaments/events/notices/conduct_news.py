"""Notices about conduct. Idempotent: each notice is sent once.

Called in the transaction of the event, with rows that the caller has locked.
"""

from django.urls import reverse

from spades_site.notices.services import send_notice
from tournaments.events.core.permissions import arbiters_of
from tournaments.events.models import ConductMark
from tournaments.events.notices.recipients import people_of


def warned(mark: ConductMark) -> None:
    """Notify an entry's players of a warning."""
    _send(mark, f"warned_{mark.kind}")


def answered(mark: ConductMark) -> None:
    """Notify an entry's players of the organizer's answer to their appeal."""
    _send(mark, "undone" if mark.undone_at else "stands", reason=mark.answer)


def appealed(mark: ConductMark) -> None:
    """Notify the people who decide about results of an appeal."""
    match = mark.match
    send_notice(
        arbiters_of(match.tournament),
        "conduct",
        f"conduct:{mark.pk}:appealed",
        reverse("organizer_match", args=[match.tournament.slug, match.pk]),
        {
            "tournament": match.tournament.name,
            "round": match.round.number,
            "conduct_news": "appealed",
            "who": mark.entry.name,
            "reason": mark.appeal,
        },
    )


def _send(mark: ConductMark, news: str, **params: str) -> None:
    match = mark.match
    send_notice(
        people_of(mark.entry),
        "conduct",
        f"conduct:{mark.pk}:{news}",
        match.get_absolute_url(),
        {
            "tournament": match.tournament.name,
            "round": match.round.number,
            "conduct_news": news,
            **params,
        },
    )
