"""What an own-time event's pages show, each in a constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from games import bots
from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import role_in
from tournaments.own_time.models import EventDeal, EventEntry, EventPlay, OwnTimeEvent


@dataclass(frozen=True)
class OwnDeal:
    """One deal of an event as the viewer has played it; `play` is None if they haven't begun it."""

    deal: EventDeal
    play: EventPlay | None

    @property
    def in_play(self) -> bool:
        """Return whether the viewer's table waits for them."""
        return self.play is not None and not self.play.table.is_over


@dataclass(frozen=True)
class EventPage:
    """An event as one person sees it: until it is closed, with their own results alone."""

    event: OwnTimeEvent
    role: str | None
    own: Sequence[OwnDeal]
    entry: EventEntry | None
    salts: int
    """How many members' salts are in the deals."""
    my_salt: str

    @property
    def is_organizer(self) -> bool:
        """Return whether the viewer runs the league."""
        return self.role in Membership.RUNS

    @property
    def is_open(self) -> bool:
        """Return whether deals can be played now."""
        return self.event.is_open(now())

    @property
    def is_ahead(self) -> bool:
        """Return whether the window hasn't begun."""
        return not self.event.has_opened(now())

    @property
    def current(self) -> OwnDeal | None:
        """Return the deal that the viewer has begun and not finished."""
        return next((one for one in self.own if one.in_play), None)

    @property
    def next(self) -> OwnDeal | None:
        """Return the first deal that the viewer hasn't begun."""
        return next((one for one in self.own if one.play is None), None)

    @property
    def bots_changed(self) -> bool:
        """Return whether the site's bots have changed since the event's first deal was begun."""
        frozen = self.event.bots_version
        if frozen is None:
            return False
        if self.event.closed_at is None:
            return frozen != bots.VERSION
        plays = EventPlay.objects.filter(entry__event=self.event)
        return plays.exclude(bots_version=frozen).exists()


def event_page(event: OwnTimeEvent, viewer: Viewer) -> EventPage:
    """Return an event's page; at most six queries."""
    entry = None
    if viewer.is_authenticated:
        entry = event.entries.filter(user_id=viewer.pk).first()
    plays = (
        {} if entry is None else {one.deal_id: one for one in entry.plays.select_related("table")}
    )
    deals = event.deals.select_related("deals")
    salts = dict(event.salts.values_list("user_id", "salt"))
    return EventPage(
        event=event,
        role=role_in(event.league, viewer),
        own=[OwnDeal(deal, plays.get(deal.pk)) for deal in deals],
        entry=entry,
        salts=len(salts),
        my_salt=salts.get(viewer.pk or 0, ""),
    )


def standings_of(event: OwnTimeEvent) -> QuerySet[EventEntry]:
    """Return the entries of a closed event, best first; nobody before."""
    if event.closed_at is None:
        return EventEntry.objects.none()
    found = event.entries.select_related("user")
    return found.order_by(F("place").asc(nulls_last=True), "user__username")


def plays_of(event: OwnTimeEvent, deal: EventDeal) -> QuerySet[EventPlay]:
    """Return how everybody played a deal of a closed event, best first; nothing before."""
    if event.closed_at is None:
        return EventPlay.objects.none()
    found = deal.plays.select_related("entry__user", "table")
    return found.order_by(F("score").desc(nulls_last=True), "entry__user__username")
