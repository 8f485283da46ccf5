"""The single lock for everything in a league."""

from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from tournaments.leagues.models import League


def lock_league(league_id: int) -> League:
    """Return the league with its row locked until the transaction ends. Raises Refused "unknown_league"."""
    league = League.objects.select_for_update().filter(pk=league_id).first()
    if league is None:
        raise unknown_league()
    return league


def unknown_league() -> Refused:
    """Return the refusal for a league that doesn't exist or is hidden from the person."""
    return Refused("unknown_league", _("There is no such league. It may have been removed."))
