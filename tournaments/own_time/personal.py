"""The personal data in own-time events: plays and results stay, under the account's neutral name."""

from spades_site.accounts.personal import stays
from tournaments.own_time.models import EventEntry, EventSalt


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(EventSalt, "user", "event__name", "given_at", "salt")
    stays(
        EventEntry, "user", "event__name", "entered_at", "played", "total", "matchpoints", "place"
    )
