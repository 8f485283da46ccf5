"""Secret links to the screen for the wall, with which a projector shows a private tournament without signing in.

A link's key is the tournament's number and the link's, signed (HMAC-SHA256), so it can't be guessed and isn't stored. The
link's number is how many were made, which the tournament's log keeps for good. It opens nothing but the screen, shows there
what visitors see of a public tournament, and in a room the round's digits too, which not everybody on the net should read. A
new link ends it.
"""

from django.contrib.auth.models import AnonymousUser
from django.core.signing import BadSignature, Signer

from spades_site.common.audit import subject_of
from spades_site.common.models import AuditEntry
from tournaments.events.models import Status, Tournament
from tournaments.leagues.permissions import not_hidden_from

LINK_MADE = "tournament.screen_link_made"
"""The verb of the log's entries, each of which ends the link before."""


def number_of(tournament: Tournament) -> int:
    """Return the number of the tournament's present link; 0 before one is made."""
    return AuditEntry.objects.filter(subject=subject_of(tournament), verb=LINK_MADE).count()


def key_of(tournament: Tournament) -> str:
    """Return the key of the tournament's present link, or "" before one is made."""
    number = number_of(tournament)
    return _signer().signature(_value(tournament, number)) if number else ""


def shown_by(slug: str, key: str) -> Tournament | None:
    """Return the tournament whose screen this key opens; None for drafts, and while staff hide it or its league."""
    if not key:
        return None
    shown = Tournament.objects.filter(not_hidden_from(AnonymousUser(), "league__"), hidden_at=None)
    one = (
        shown.exclude(status=Status.DRAFT)
        .select_related("league", "season", "winner", "created_by")
        .filter(slug=slug)
        .first()
    )
    return one if one is not None and opens(key, one) else None


def opens(key: str, tournament: Tournament) -> bool:
    """Return whether the key is the tournament's present link's."""
    number = number_of(tournament) if key else 0
    if not number:
        return False
    try:
        _signer().unsign(f"{_value(tournament, number)}:{key}")
    except BadSignature:
        return False
    return True


def _value(tournament: Tournament, number: int) -> str:
    return f"{tournament.pk}-{number}"


def _signer() -> Signer:
    return Signer(sep=":", salt="tournaments.events.screen")
