"""The personal data in own-time events: plays and results stay, under the account's neutral name."""

from spades_site.accounts.personal import goes, stays
from tournaments.own_time.models import EventEntry, EventInvitation, EventSalt


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(EventSalt, "user", "event__name", "given_at", "salt")
    for person in ("user", "partner"):
        stays(
            EventEntry,
            person,
            "event__name",
            "entered_at",
            "played",
            "total",
            "matchpoints",
            "place",
        )
    goes(EventInvitation, "by", "event__name", "to__username", "asked_at")
    goes(EventInvitation, "to", "event__name", "by__username", "asked_at")
