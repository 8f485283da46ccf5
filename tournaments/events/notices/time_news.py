"""Notices about the time of a match. Idempotent: each notice is sent once.

Called in the transaction of the event, with rows that the caller has locked.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from spades_site.accounts.models import User
from spades_site.notices.services import mark_handled, send_notice
from tournaments.events.models import Entry, Match, TimeOffer
from tournaments.events.notices.recipients import people_of, zones_of


def offered(offer: TimeOffer) -> None:
    """Notify the other side of a match of offered times."""
    _send(offer, "postpone" if offer.postpones else "offered", [other_side(offer)])


def agreed(offer: TimeOffer, *, by: User | None) -> None:
    """Notify both sides of the agreed time, except `by`, who accepted it."""
    assert offer.starts_at is not None
    _send(offer, "agreed", [offer.entry, other_side(offer)], by=by, when=[offer.starts_at])


def moved(match: Match) -> None:
    """Notify both sides that a pause of the tournament has moved the time of their match."""
    _tell_both(match, "moved", by=None)


def declined(offer: TimeOffer) -> None:
    """Notify the side that offered times that the other declined."""
    _send(offer, "declined", [offer.entry])


def withdrawn(offer: TimeOffer) -> None:
    """Notify the other side that an offer was withdrawn."""
    _send(offer, "withdrawn", [other_side(offer)])


def lapsed(offer: TimeOffer) -> None:
    """Notify both sides that an offer got no answer in time."""
    news = "lapsed" if offer.match.starts_at is not None else "lapsed_open"
    _send(offer, news, [offer.entry, other_side(offer)])


def set_by_organizer(match: Match, *, by: User, reason: str) -> None:
    """Notify both sides that an organizer has set the time of their match."""
    _tell_both(match, "set", by=by, reason=reason)


def handled(offer: TimeOffer) -> None:
    """Mark the notice of an offer as read, because it needs no answer any more."""
    users = {user.pk for user in people_of(other_side(offer))}
    mark_handled(users, "time", offer.match.get_absolute_url())


def other_side(offer: TimeOffer) -> Entry:
    """Return the entry that answers an offer; its match is loaded."""
    return next(entry for entry in offer.match.entries if entry.pk != offer.entry_id)


def _send(
    offer: TimeOffer,
    news: str,
    sides: Sequence[Entry],
    *,
    by: User | None = None,
    when: Sequence[datetime] = (),
) -> None:
    match = offer.match
    names = {offer.entry_id: other_side(offer).name, other_side(offer).pk: offer.entry.name}
    zones = {
        offer.entry_id: zones_of(other_side(offer)),
        other_side(offer).pk: zones_of(offer.entry),
    }
    params: dict[str, Any] = {
        "tournament": match.tournament.name,
        "round": match.round.number,
        "when_at": [moment.isoformat() for moment in when or offer.moments],
        "time_news": news,
    }
    if match.starts_at is not None:
        params["stands_at"] = match.starts_at.isoformat()
    for entry in sides:
        send_notice(
            [user for user in people_of(entry) if user != by],
            "time",
            f"offer:{offer.pk}:{news}",
            match.get_absolute_url(),
            {**params, "opponent": names[entry.pk], "zones": zones[entry.pk]},
        )


def _tell_both(match: Match, news: str, *, by: User | None, **params: str) -> None:
    assert match.starts_at is not None
    names, starts_at = match.side_names, match.starts_at.isoformat()
    for number, side in enumerate(match.sides):
        others = [entry for each in match.sides if each != side for entry in each.entries]
        send_notice(
            [user for entry in side.entries for user in people_of(entry) if user != by],
            "time",
            f"match:{match.pk}:{news}:{starts_at}",
            match.get_absolute_url(),
            {
                "tournament": match.tournament.name,
                "round": match.round.number,
                "opponent": " – ".join(names[:number] + names[number + 1 :]),
                "when_at": starts_at,
                "zones": sorted({zone for entry in others for zone in zones_of(entry)}),
                "time_news": news,
                **params,
            },
        )
