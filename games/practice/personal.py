"""The personal data in practice."""

from games.practice.models import DailyPlay
from spades_site.accounts.personal import goes


def declare() -> None:
    """Declare the rows that hold personal data."""
    goes(DailyPlay, "user", "day", "bid", "own", "theirs", "ended_at")
