"""Offered times: their expiry, the latest time for a match, and clashes with other matches.

Functions that change rows work on those of a tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q

from spades_site.accounts.models import User
from spades_site.common import audit
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.entries import nominations
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Round,
    Substitution,
    TimeOffer,
    Timing,
    Tournament,
)
from tournaments.events.notices import time_news
from tournaments.events.scoring import conduct
from tournaments.events.setup.timetable import time_of, window_end

ABOUT = timedelta(hours=2)
"""Matches nearer to each other than this clash."""
WAITS = (Match.Status.DRAWN, Match.Status.PLAYING)


def closes_of(match: Match) -> datetime | None:
    """Return when the window of a match (with round and tournament) closes: as planned while it isn't open yet."""
    round_ = match.round
    if round_.closes_at is not None or round_.starts_at is None:
        return round_.closes_at
    return window_end(match.tournament, round_.number, round_.starts_at)


def lapse_due(tournament: Tournament, at: datetime) -> bool:
    """Let offers lapse whose answer is overdue at `at`; their matches keep the present time. Returns whether there were
    any.
    """
    due = TimeOffer.objects.filter(
        match__tournament=tournament, status=TimeOffer.Status.OPEN, expires_at__lte=at
    )
    offers = list(
        due.select_related("match__round__stage", "match__tournament", "entry").order_by("pk")
    )
    for offer in offers:
        close(offer, TimeOffer.Status.LAPSED, at=offer.expires_at)
        time_news.lapsed(offer)
        opens, whole = offer.match.round.starts_at, timedelta(hours=tournament.offer_hours)
        if offer.expires_at - offer.at >= whole and opens is not None and opens <= offer.at:
            # Only if the offer was open for its full time within the window: before it opens, nobody owes an answer.
            other = time_news.other_side(offer)
            conduct.mark(offer.match, other, conduct.Kind.LATE_ANSWER, offer.expires_at)
        audit.record(actor=None, verb="match.offer_lapsed", subject=offer.match)
    return bool(offers)


def close(
    offer: TimeOffer,
    status: str,
    *,
    at: datetime,
    by: User | None = None,
    starts_at: datetime | None = None,
) -> None:
    """Record an open offer's answer; `starts_at` is the accepted time."""
    offer.status, offer.answered_at, offer.answered_by = status, at, by
    offer.starts_at = starts_at
    offer.save(update_fields=["status", "answered_at", "answered_by", "starts_at"])
    time_news.handled(offer)


def close_all(match: Match, at: datetime) -> None:
    """Let a match's open offers lapse, because its time has come or was set."""
    match.time_offers.filter(status=TimeOffer.Status.OPEN).update(
        status=TimeOffer.Status.LAPSED, answered_at=at
    )


def expires(match: Match, times: Sequence[datetime], at: datetime) -> datetime:
    """Return when an offer made at `at` expires: after some hours, but never later than the match's own time or the
    last offered one.
    """
    ends = at + timedelta(hours=match.tournament.offer_hours)
    stands = match.starts_at or closes_of(match)
    return min(end for end in (ends, stands, max(times)) if end is not None)


def latest_by_consent(match: Match) -> datetime | None:
    """Return the latest time on which the sides of a match can agree; None if its window's end is unknown."""
    closes, tournament = closes_of(match), match.tournament
    return closes and closes + timedelta(days=tournament.postpone_days)


def latest_by_organizer(match: Match) -> datetime | None:
    """Return the latest time to which an organizer can move a match; None without windows.

    That is the end of the tournament's last window, and the days by which matches can be postponed.
    """
    tournament = match.tournament
    if tournament.timing != Timing.WINDOWS:
        return None
    stored = Round.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 1
    last = max(stored, tournament.rounds_planned or 1)
    opens = time_of(tournament, last)
    closes = None if opens is None else window_end(tournament, last, opens)
    return None if closes is None else closes + timedelta(days=tournament.postpone_days)


def users_of(match: Match, entries: Iterable[Entry]) -> list[int]:
    """Return the keys of the people who would play a match for these entries now: of a team its line-up."""
    found: list[int] = []
    for entry in entries:
        pairs = nominations.pairs_of(match, entry) if match.tournament.is_team else None
        people = nominations.active_of(entry, match) if pairs is None else [*pairs[0], *pairs[1]]
        found += [user.pk for user in people]
    return found


def clashes(match: Match, users: Sequence[int], times: Sequence[datetime]) -> list[Match]:
    """Return the users' other matches near these times, by time, each with round and tournament."""
    if not times:
        return []
    near = between(match, users, min(times), max(times))
    return [one for one in near if any(is_about(one, moment) for moment in times)]


def between(match: Match, users: Sequence[int], since: datetime, until: datetime) -> list[Match]:
    """Return the users' other matches with a time from about `since` to about `until`, by time, each with round and
    tournament.
    """
    entries = EntryPlayer.objects.filter(user__in=users, active=True).values("entry")
    stands_in = Substitution.objects.filter(into__in=users, match=OuterRef("pk"))
    found = (
        Match.objects.filter(
            Q(sides__places__entry__in=entries) | Exists(stands_in),
            status__in=WAITS,
            tournament__status__in=UNDER_WAY,
            starts_at__gt=since - ABOUT,
            starts_at__lt=until + ABOUT,
        )
        .exclude(pk=match.pk)
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round", "tournament")
        .order_by("starts_at", "pk")
        .distinct()
    )
    return list(found)


def is_about(match: Match, moment: datetime) -> bool:
    """Return whether a match's time is so near to `moment` that playing both is hard."""
    return match.starts_at is not None and abs(match.starts_at - moment) < ABOUT
