"""What the clock brings while a round is in play."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.tables.models import Table
from tournaments.events.models import Match, MatchTable, NoShow, Round, Tournament


def due_in_play(tournament: Tournament) -> datetime | None:
    """Return when the next table of a window opens, or the next grace is over; None where only results are waited for."""
    return min([*_openings(tournament), *_graces(tournament)], default=None)


def _openings(tournament: Tournament) -> Iterator[datetime]:
    waiting = Match.objects.filter(
        tournament=tournament,
        status=Match.Status.DRAWN,
        round__status=Round.Status.PLAYING,
        round__closes_at__isnull=False,
    ).values_list("starts_at", "round__closes_at")
    return (at for agreed, closes_at in waiting if (at := agreed or closes_at) is not None)


def _graces(tournament: Tournament) -> Iterator[datetime]:
    if tournament.no_show == NoShow.BOT:
        return iter(())
    grace = timedelta(minutes=tournament.grace_minutes)
    opened = MatchTable.objects.filter(
        match__tournament=tournament,
        match__status=Match.Status.PLAYING,
        match__substitutions=None,
        counts=True,
        table__status=Table.Status.OPEN,
    ).values_list("table__created_at", flat=True)
    return (at + grace for at in opened)
