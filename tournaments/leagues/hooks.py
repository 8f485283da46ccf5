"""What the apps above tell leagues of their members. Leagues can't ask: they stand below tournaments."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entered:
    """A tournament that isn't over and that a member has entered; `under_way`: they play in it now."""

    name: str
    url: str
    under_way: bool


EnteredLookup = Callable[[int, int], list[Entered]]
"""From the keys of a league and a user to the league's tournaments that the user has entered and that aren't over."""

_entered_lookup: EnteredLookup | None = None


def tell_entered(lookup: EnteredLookup) -> None:
    """Have leagues know the tournaments that `lookup` knows."""
    global _entered_lookup
    _entered_lookup = lookup


def entered_by(league_id: int, user_id: int) -> list[Entered]:
    """Return the league's tournaments that the user has entered and that aren't over, the earliest start first."""
    return [] if _entered_lookup is None else _entered_lookup(league_id, user_id)
