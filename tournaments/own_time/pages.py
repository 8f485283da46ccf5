"""What an own-time event's pages show, each in a constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from games import bots
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import role_in
from tournaments.own_time.core import entry_of
from tournaments.own_time.models import (
    EventDeal,
    EventEntry,
    EventInvitation,
    EventPlay,
    OwnTimeEvent,
)


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
    asked: EventInvitation | None
    """The viewer's question to a partner that isn't answered yet."""
    asked_by: Sequence[EventInvitation]
    partner: User | None

    @property
    def needs_partner(self) -> bool:
        """Return whether the viewer can find a partner now, and must before they can play."""
        pairs = self.event.is_pairs and self.entry is None and self.role is not None
        return pairs and not self.event.is_past(now())

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
    def can_leave(self) -> bool:
        """Return whether the viewer's pair can still be given up."""
        begun = any(one.play is not None for one in self.own)
        return self.partner is not None and not begun and not self.event.is_past(now())

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
    """Return an event's page; at most eight queries."""
    entry = entry_of(event, viewer)
    open_questions: list[EventInvitation] = []
    if event.is_pairs and entry is None and viewer.is_authenticated:
        mine = event.invitations.filter(Q(by=viewer.pk) | Q(to=viewer.pk))
        open_questions = list(mine.select_related("by", "to"))
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
        asked=next((one for one in open_questions if one.by_id == viewer.pk), None),
        asked_by=[one for one in open_questions if one.to_id == viewer.pk],
        partner=next((one for one in entry.people if one.pk != viewer.pk), None) if entry else None,
    )


def standings_of(event: OwnTimeEvent) -> QuerySet[EventEntry]:
    """Return the entries of a closed event, best first; nobody before."""
    if event.closed_at is None:
        return EventEntry.objects.none()
    found = event.entries.select_related("user", "partner")
    return found.order_by(F("place").asc(nulls_last=True), "user__username")


def plays_of(event: OwnTimeEvent, deal: EventDeal) -> QuerySet[EventPlay]:
    """Return how everybody played a deal of a closed event, best first; nothing before."""
    if event.closed_at is None:
        return EventPlay.objects.none()
    found = deal.plays.select_related("entry__user", "entry__partner", "table")
    return found.order_by(F("score").desc(nulls_last=True), "entry__user__username")
