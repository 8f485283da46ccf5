"""The lock and the permissions of own-time events: the league's lock covers its events."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import not_hidden_from, require_organizer
from tournaments.own_time.models import EventEntry, OwnTimeEvent


def visible_to(user: Viewer | None) -> QuerySet[OwnTimeEvent]:
    """Return the events that the user (None: a visitor) may see, with their leagues: those of leagues they may see."""
    key = 0 if user is None else user.pk or 0
    mine = Membership.objects.filter(league=OuterRef("league"), user_id=key)
    shown = Q(league__is_public=True) | Q(Exists(mine))
    found = OwnTimeEvent.objects.filter(not_hidden_from(user, "league__"), shown)
    return found.select_related("league", "season")


def event_for(slug: str, user: Viewer) -> OwnTimeEvent | None:
    """Return the event; None if it doesn't exist or the user may not see it (indistinguishable on purpose)."""
    return visible_to(user).filter(slug=slug).first()


def lock_event(event_id: int) -> OwnTimeEvent:
    """Return the event with its league's row locked until the transaction ends. Raises Refused "unknown_event"."""
    found = OwnTimeEvent.objects.filter(pk=event_id)
    league_id = found.values_list("league_id", flat=True).first()
    league = lock_league(league_id) if league_id else None
    event = found.first()
    if league is None or event is None:
        raise Refused("unknown_event", _("There is no such event any more. Reload the page."))
    event.league = league
    return event


def lock_to_organize(event_id: int, by: User) -> OwnTimeEvent:
    """Return the locked event for one of its organizers. Raises Refused: "unknown_event", "not_organizer"."""
    event = lock_event(event_id)
    require_organizer(event.league, by)
    return event


def entry_of(event: OwnTimeEvent, user: Viewer) -> EventEntry | None:
    """Return the user's entry in an event, alone or as either partner, with its people; None if there is none."""
    if not user.is_authenticated:
        return None
    mine = Q(user_id=user.pk) | Q(partner_id=user.pk)
    return event.entries.filter(mine).select_related("user", "partner").first()
