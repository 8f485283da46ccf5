"""The personal data in own-time events: plays and results stay, under the account's neutral name."""

from spades_site.accounts.personal import stays
from tournaments.own_time.models import EventEntry


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(
        EventEntry, "user", "event__name", "entered_at", "played", "total", "matchpoints", "place"
    )
