"""What other apps tell a table about its players. The table can't ask: it stands below them."""

from collections.abc import Callable, Iterable
from typing import Any

RatingLookup = Callable[[Iterable[int], str], dict[int, tuple[int, bool]]]
"""From users' keys and "partnership", "headsup" or "solo" to each one's rating and whether it is provisional."""

_rating_lookup: RatingLookup | None = None

CircleLookup = Callable[[int], dict[str, str]]
"""From a user's key to the circles (leagues) that the user belongs to: by the `ref` of their tables, with their names."""

_circle_lookup: CircleLookup | None = None


def tell_ratings(lookup: RatingLookup) -> None:
    """Have seats show ratings that `lookup` knows."""
    global _rating_lookup
    _rating_lookup = lookup


def ratings_of(users: Iterable[int], pool: str) -> dict[int, tuple[int, bool]]:
    """Return what is known of the users' ratings in the pool; nobody is missing from it who has one."""
    return {} if _rating_lookup is None else _rating_lookup(users, pool)


def tell_circles(lookup: CircleLookup) -> None:
    """Let tables be opened for the circles of people that `lookup` knows."""
    global _circle_lookup
    _circle_lookup = lookup


def circles_of(user: Any) -> dict[str, str]:
    """Return the circles that a user belongs to, by their tables' `ref`; none for guests and visitors."""
    if _circle_lookup is None or user is None or not user.is_authenticated or user.is_guest:
        return {}
    return _circle_lookup(user.pk)
