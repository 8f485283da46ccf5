"""Where rounds ended lately: what the hourly tasks look at."""

from datetime import timedelta
from typing import Final

from spades_site.common.clock import now
from tournaments.events.models import Round, Tournament
from tournaments.leagues.models import League

LATELY: Final = timedelta(hours=3)
"""Rounds that ended so long ago have been looked at."""


def ended_lately() -> list[League | Tournament]:
    """Return the leagues, and tournaments without one, in which a round ended lately."""
    ended = Round.objects.filter(finished_at__gt=now() - LATELY).order_by().values("tournament")
    cups = Tournament.objects.filter(pk__in=ended).select_related("league").order_by("pk")
    return list(dict.fromkeys(cup.league or cup for cup in cups))
