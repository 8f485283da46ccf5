"""The personal data in statistics."""

from games.statistics.models import Achievement, GamePlayed
from spades_site.accounts.personal import goes, stays


def declare() -> None:
    """Declare the rows that hold personal data. A game's hands go with it."""
    goes(
        GamePlayed, "user", "table__public_id", "seat", "won", "hands", "sets", "behind", "ended_at"
    )
    stays(GamePlayed, "partner")
    goes(Achievement, "user", "kind", "at")
