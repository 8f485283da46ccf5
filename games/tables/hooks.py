"""What other apps tell a table about its players. The table can't ask: it stands below them."""

from collections.abc import Callable, Iterable

RatingLookup = Callable[[Iterable[int], str], dict[int, tuple[int, bool]]]
"""From users' keys and "partnership", "headsup" or "solo" to each one's rating and whether it is provisional."""

_rating_lookup: RatingLookup | None = None


def tell_ratings(lookup: RatingLookup) -> None:
    """Have seats show ratings that `lookup` knows."""
    global _rating_lookup
    _rating_lookup = lookup


def ratings_of(users: Iterable[int], pool: str) -> dict[int, tuple[int, bool]]:
    """Return what is known of the users' ratings in the pool; nobody is missing from it who has one."""
    return {} if _rating_lookup is None else _rating_lookup(users, pool)
