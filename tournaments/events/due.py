"""What the clock brings while a round is in play."""

from datetime import datetime

from tournaments.events.models import Match, Round, Tournament


def due_in_play(tournament: Tournament) -> datetime | None:
    """Return when the next table of a window opens; None where only results are waited for."""
    waiting = Match.objects.filter(
        tournament=tournament,
        status=Match.Status.DRAWN,
        round__status=Round.Status.PLAYING,
        round__closes_at__isnull=False,
    ).values_list("starts_at", "round__closes_at")
    return min((agreed or closes_at for agreed, closes_at in waiting), default=None)
