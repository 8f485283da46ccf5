"""The secret link to a tournament's screen for the wall."""

from django.db import transaction

from spades_site.accounts.models import User
from spades_site.common import audit
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.screen_links import LINK_MADE, key_of
from tournaments.events.core.state import lock, save
from tournaments.events.models import Tournament


def make_link(*, tournament_id: int, by: User, after: str = "") -> Tournament:
    """Make a new secret link to the screen, which ends the one before. Idempotent.

    `after` is the key of the link that it replaces, "" for the first; if that is no longer the present one, another request
    has replaced it already. Raises Refused: "unknown_tournament", "not_organizer".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if key_of(tournament) != after:
            return tournament
        audit.record(actor=by, verb=LINK_MADE, subject=tournament)
        save(tournament)
    return tournament
