"""Functions that higher apps register here, because leagues can't import tournaments."""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.leagues.models import Team


@dataclass(frozen=True)
class Entered:
    """An unfinished tournament that a member has entered; `under_way`: it has begun."""

    name: str
    url: str
    under_way: bool


EnteredLookup = Callable[[int, int], list[Entered]]
"""Maps the keys of a league and a user to the league's unfinished tournaments that the user has entered."""

_entered_lookup: EnteredLookup | None = None


def provide_entered(lookup: EnteredLookup) -> None:
    """Register the `lookup` for tournaments entered."""
    global _entered_lookup
    _entered_lookup = lookup


def entered_by(league_id: int, user_id: int) -> list[Entered]:
    """Return the league's unfinished tournaments that the user has entered, the earliest start first."""
    return [] if _entered_lookup is None else _entered_lookup(league_id, user_id)


LeadersListener = Callable[[Team], None]
"""Called with a team that has a new captain or vice-captain, inside the transaction that locks its league."""

_leaders_listeners: dict[str, LeadersListener] = {}


def on_leaders(name: str, listener: LeadersListener) -> None:
    """Register a `listener` for teams with a new captain or vice-captain; registering a `name` again replaces it."""
    _leaders_listeners[name] = listener


def leaders_changed(team: Team) -> None:
    """Notify the listeners that a team has a new captain or vice-captain."""
    for listener in _leaders_listeners.values():
        listener(team)
