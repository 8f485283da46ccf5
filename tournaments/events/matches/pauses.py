"""The effect of a pause on windows, the times agreed in them, and the time to contest results.

Tables in play go on, and arenas last longer by the pause. Without windows all other times remain: a round whose time came during the pause begins when it ends,
and later rounds keep their announced times. Works on a tournament that the caller has locked.
"""

from datetime import datetime, timedelta

from django.db.models import F, Q

from tournaments.events.models import Match, Round, TimeOffer, Timing, Tournament
from tournaments.events.notices import time_news
from tournaments.events.setup.match_times import plan_times


def begin(tournament: Tournament, at: datetime) -> None:
    """Store the beginning of the pause; the caller saves."""
    tournament.paused_at = at


def end(tournament: Tournament, at: datetime) -> None:
    """Store the finished pause, and move the ends of arenas, delayed windows and agreed times by its length; the caller
    saves.
    """
    since = close(tournament, at)
    if since is not None:
        arenas = tournament.rounds.filter(status=Round.Status.PLAYING, pairs_until__gt=since)
        arenas.update(pairs_until=F("pairs_until") + (at - since))
    if since is not None and tournament.timing == Timing.WINDOWS:
        _move(tournament, since, at - since)


def close(tournament: Tournament, at: datetime) -> datetime | None:
    """Store the pause, if there is one, of a tournament that ends, and return when it began. The caller saves."""
    since = tournament.paused_at
    if since is not None:
        tournament.pauses = [*tournament.pauses, [since.isoformat(), at.isoformat()]]
        tournament.paused_at = None
    return since


def _move(tournament: Tournament, since: datetime, length: timedelta) -> None:
    """Extend the windows by the pause; agreed times within the pause move too, and both sides are notified.

    Times agreed for after the pause remain, because people have kept them free.
    """
    rounds = tournament.rounds
    rounds.filter(status=Round.Status.PLAYING, closes_at__gt=since).update(
        closes_at=F("closes_at") + length
    )
    later = rounds.filter(
        status__in=(Round.Status.DRAFTED, Round.Status.CONFIRMED), starts_at__gt=since
    )
    moved = list(later)
    later.update(starts_at=F("starts_at") + length)
    for round_ in rounds.filter(pk__in=[each.pk for each in moved]):
        plan_times(round_)
    waiting = TimeOffer.objects.filter(match__tournament=tournament, status=TimeOffer.Status.OPEN)
    waiting.update(expires_at=F("expires_at") + length)
    within = Q(
        round__status=Round.Status.PLAYING, starts_at__gt=since, starts_at__lte=since + length
    )
    # The time was agreed for a window that now opens later.
    too_soon = Q(
        round__status=Round.Status.CONFIRMED, agreed=True, starts_at__lt=F("round__starts_at")
    )
    held_up = tournament.matches.filter(within | too_soon, status=Match.Status.DRAWN)
    for match in held_up.select_related("round", "tournament"):
        agreed = match.time_offers.filter(status=TimeOffer.Status.ACCEPTED)
        # An offer made during the pause lost only the rest of the pause.
        offered = max((offer.at for offer in agreed), default=since)
        assert match.starts_at is not None
        ahead = match.round.status == Round.Status.CONFIRMED
        match.starts_at += length if ahead else since + length - max(since, offered)
        match.save(update_fields=["starts_at"])
        agreed.update(starts_at=match.starts_at)
        time_news.moved(match)
