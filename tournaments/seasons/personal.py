"""The personal data in seasons: places in tables stay, open invitations are declined."""

from collections.abc import Iterable

from spades_site.accounts.models import User
from spades_site.accounts.personal import before_closing, goes, stays
from tournaments.seasons.core import BEFORE
from tournaments.seasons.entries.signing_up import leave_before
from tournaments.seasons.models import (
    FinalPlace,
    SeasonEntry,
    SeasonPlayer,
    SeriesEvening,
    StandIn,
)


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(SeasonPlayer, "user", "season__name", "entry__name", "entry__status", "accepted_at")
    stays(FinalPlace, "user", "season__name", "entry__name", "name", "place", "champion")
    stays(SeriesEvening, "host", "tournament__name", "times")
    goes(StandIn, "user", "season__name", "at")
    before_closing(_obstacles, _farewell)


def _obstacles(user: User) -> Iterable[str]:
    """Yield nothing: a season under way goes on, as its tournaments do."""
    return ()


def _farewell(user: User) -> None:
    """Withdraw pairs that haven't begun to play; teams go on with their other players."""
    places = SeasonPlayer.objects.filter(
        user=user, season__status__in=BEFORE, entry__team=None, entry__status__in=SeasonEntry.LIVE
    )
    for entry_id in places.order_by("entry__season__league_id", "pk").values_list(
        "entry_id", flat=True
    ):
        leave_before(entry_id=entry_id, by=user)
