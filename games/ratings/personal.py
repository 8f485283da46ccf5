"""What ratings store about a person. It is kept, because everybody else's ratings depend on it."""

from games.ratings.models import RatedResult, Rating, RatingChange
from spades_site.accounts.personal import stays


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(Rating, "user", "pool", "millis", "games", "peak", "last_game_at")
    stays(
        RatingChange, "user", "result__table__public_id", "result__pool", "result__finished_at",
        "before", "after",
    )  # fmt: skip
    stays(RatedResult, "voided_by", "table__public_id", "voided_at", "void_reason")
