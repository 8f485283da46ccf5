"""Locking the tournament of a match or an entry."""

from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from tournaments.events.core.state import lock
from tournaments.events.models import Entry, Match, Tournament


def lock_match(match_id: int) -> tuple[Tournament, Match]:
    """Return a match's tournament, locked, and the match as it is under the lock. Raises Refused "unknown_match"."""
    found = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise unknown_match()
    tournament = lock(found)
    match = Match.objects.select_related("round__stage").get(pk=match_id)
    match.tournament = tournament
    return tournament, match


def lock_entry(entry_id: int) -> tuple[Tournament, Entry]:
    """Return an entry's tournament, locked, and the entry as it is under the lock. Raises Refused "unknown_entry"."""
    found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise unknown_entry()
    return lock(found), Entry.objects.get(pk=entry_id)


def unknown_match() -> Refused:
    """Return the refusal for a match that doesn't exist."""
    return Refused("unknown_match", _("There is no such match. Reload the page."))


def unknown_entry() -> Refused:
    """Return the refusal for an entry that doesn't exist."""
    return Refused("unknown_entry", _("There is no such entry any more. Reload the page."))
