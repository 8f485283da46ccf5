"""What a pause moves: windows and the times agreed in them, and until when results can be contested.

Tables in play go on, so a tournament without windows keeps its times: a round whose time came meanwhile begins when the
pause ends, and those after it stay where they were announced. Works on a tournament that the caller has locked.
"""

from datetime import datetime, timedelta

from django.db.models import F

from tournaments.events.models import Match, Round, TimeOffer, Timing, Tournament
from tournaments.events.notices import notify


def begin(tournament: Tournament, at: datetime) -> None:
    """Note since when the tournament is paused; the caller saves."""
    tournament.paused_at = at


def end(tournament: Tournament, at: datetime) -> None:
    """Note the pause, and move what it held up by its length; the caller saves."""
    since = tournament.paused_at
    if since is None:
        return
    tournament.pauses = [*tournament.pauses, [since.isoformat(), at.isoformat()]]
    tournament.paused_at = None
    if tournament.timing == Timing.WINDOWS:
        _move(tournament, since, at - since)


def _move(tournament: Tournament, since: datetime, length: timedelta) -> None:
    """Keep the windows as long as they were; an agreed time within the pause moves with them, and both sides hear of it.

    Times agreed for later stay: people keep them free.
    """
    rounds = tournament.rounds
    rounds.filter(status=Round.Status.PLAYING, closes_at__gt=since).update(
        closes_at=F("closes_at") + length
    )
    rounds.filter(
        status__in=(Round.Status.DRAFTED, Round.Status.CONFIRMED), starts_at__gt=since
    ).update(starts_at=F("starts_at") + length)
    held_up = tournament.matches.filter(
        status=Match.Status.DRAWN, starts_at__gt=since, starts_at__lte=since + length
    )
    for match in held_up:
        agreed = match.time_offers.filter(status=TimeOffer.Status.ACCEPTED)
        # What was offered while the tournament was paused lost the rest of the pause alone.
        offered = max((offer.at for offer in agreed), default=since)
        assert match.starts_at is not None
        match.starts_at += since + length - max(since, offered)
        match.save(update_fields=["starts_at"])
        for offer in agreed:
            offer.starts_at = match.starts_at
            offer.save(update_fields=["starts_at"])
            notify.time_moved(offer)
