"""Whom the person picker suggests as a partner in an own-time event."""

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from tournaments.leagues.picking import Fact, People, members_of, only_members
from tournaments.own_time.models import EventEntry, OwnTimeEvent


def to_ask(event: OwnTimeEvent, viewer: User) -> People:
    """Return whom somebody can ask to play an event together."""
    theirs = Q(user=OuterRef("pk")) | Q(partner=OuterRef("pk"))
    paired = Exists(EventEntry.objects.filter(theirs, event=event))
    facts = (only_members(event.league), Fact(paired, why_not=_("already has a partner")))
    return People(viewer, members_of(event.league, viewer), facts)
