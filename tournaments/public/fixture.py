"""A fixture's page: its time, the open offer, the viewer's other matches about then, hours, and claims."""

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.utils import timezone

from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.events.actions.fixtures import availability
from tournaments.events.actions.fixtures.time_offers import has_open_time
from tournaments.events.core.permissions import visible_to
from tournaments.events.matches import claims, offers
from tournaments.events.models import Entry, ForfeitClaim, Match, TimeOffer
from tournaments.events.notices.recipients import zones_of


@dataclass(frozen=True)
class OtherMatch:
    """Another match of the viewer or their partner; without a name if the viewer may not see its tournament."""

    starts_at: datetime
    tournament: str
    round: int
    url: str


@dataclass(frozen=True)
class OfferedTime:
    """One time of an offer, whether it is in the future, and other matches near it."""

    moment: datetime
    ahead: bool
    near: list[OtherMatch]


@dataclass(frozen=True)
class TimePanel:
    """A player's view of a fixture's time: the open offer with its times, and other matches of their side until the
    last possible time.
    """

    mine: Entry
    offer: TimeOffer | None
    times: list[OfferedTime]
    others: list[OtherMatch]
    opens: datetime
    closes: datetime
    """The window, as planned while it isn't open."""
    latest: datetime | None
    """Until when the match can be postponed; None if it can't."""


@dataclass(frozen=True)
class ClaimPanel:
    """A player's view at the table while the other side isn't complete: their claim, or when they can make one."""

    claim: ForfeitClaim | None
    may: bool
    opens_at: datetime
    """When the grace period ends."""
    decides_at: datetime
    """When the server approves a claim if nobody of the other side has come."""


def claim_panel(match: Match, viewer: Viewer) -> ClaimPanel | None:
    """Return the panel for a player at the table; None for others, or if the other side has come."""
    if match.status != Match.Status.PLAYING or not claims.are_possible(match.tournament):
        return None
    presence = claims.presence_of(match)
    if presence is None or not viewer.is_authenticated or not presence.has_come(viewer):
        return None
    key = next(row.entry_id for row, _at in presence.rows if row.user_id == viewer.pk)
    if all(presence.is_whole(entry) for entry in match.entries if entry.pk != key):
        return None
    claim = match.claims.filter(entry=key, status__in=ForfeitClaim.LIVE).first()
    opens_at = claims.grace_ends(match, presence)
    return ClaimPanel(
        claim, claim is None and opens_at <= now(), opens_at, claims.decides_at(match, presence)
    )


@dataclass(frozen=True)
class DayOfHours:
    """A day of the window in the viewer's zone: its hours, and whether the viewer marked each."""

    day: date
    hours: list[tuple[datetime, bool]]


@dataclass(frozen=True)
class HoursPanel:
    """The viewer's own hours, and those that all players of both sides have in common."""

    days: list[DayOfHours]
    common: list[datetime]


def zones_against(match: Match, mine: Entry | None) -> list[str]:
    """Return the time zones of the other side, for somebody who represents the entry `mine`; none for others."""
    if mine is None:
        return []
    return sorted({zone for entry in match.entries if entry != mine for zone in zones_of(entry)})


def hours_panel(match: Match, mine: Entry | None, viewer: Viewer) -> HoursPanel | None:
    """Return the panel for a player of the match; None for others, or if no hour of the window is left."""
    if mine is None or not viewer.is_authenticated or not has_open_time(match):
        return None
    at = now()
    possible = availability.hours_of(match, at)
    if not possible:
        return None
    marked = availability.hours_marked(match, viewer)
    days = groupby(possible, lambda hour: timezone.localtime(hour).date())
    return HoursPanel(
        [DayOfHours(day, [(hour, hour in marked) for hour in hours]) for day, hours in days],
        availability.common_hours(match, at),
    )


def time_panel(match: Match, mine: Entry | None, viewer: Viewer) -> TimePanel | None:
    """Return the panel for somebody who represents the entry `mine`; None for others, or if there is no time to agree
    on.
    """
    if mine is None or not has_open_time(match):
        return None
    at, latest = now(), offers.latest_by_consent(match)
    opens, closes = match.round.starts_at, offers.closes_of(match)
    assert opens is not None
    assert closes is not None
    offer = (
        match.time_offers.filter(status=TimeOffer.Status.OPEN).select_related("entry", "by").first()
    )
    moments = offer.moments if offer else []
    span = [at, max(latest or at, at)]
    busy = offers.between(match, offers.users_of(match, [mine]), *span)
    seen = set(
        visible_to(viewer)
        .filter(pk__in={one.tournament_id for one in busy})
        .values_list("pk", flat=True)
        if busy
        else ()
    )
    shown = {one.pk: _shown(one, one.tournament_id in seen) for one in busy}
    return TimePanel(
        mine,
        offer,
        [
            OfferedTime(
                moment,
                moment > at,
                [shown[one.pk] for one in busy if offers.is_about(one, moment)],
            )
            for moment in moments
        ],
        list(shown.values()),
        opens,
        closes,
        latest if latest != closes else None,
    )


def _shown(match: Match, seen: bool) -> OtherMatch:
    assert match.starts_at is not None
    if not seen:
        return OtherMatch(match.starts_at, "", 0, "")
    return OtherMatch(
        match.starts_at, match.tournament.name, match.round.number, match.get_absolute_url()
    )
