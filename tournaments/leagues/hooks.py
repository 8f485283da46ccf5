"""Functions that higher apps provide, because leagues can't import tournaments, nor apps side by side each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.slots import Listeners, Slot
from tournaments.leagues.models import Season, Team


@dataclass(frozen=True)
class Entered:
    """An unfinished tournament that a member has entered; `under_way`: it has begun."""

    name: str
    url: str
    under_way: bool


@dataclass(frozen=True)
class CountedEvent:
    """An event of a league, other than a tournament, that counts in a series.

    `pk` is unique among all events and tournaments, `at` when it is over, `places` everybody who has a place: each with the keys
    and names of its people. Empty until it `is_over`.
    """

    pk: str
    name: str
    url: str
    at: datetime
    times: int
    is_pairs: bool
    is_over: bool
    places: Sequence[tuple[int, tuple[tuple[int, str], ...]]] = ()


counted_in: Slot[[Season], Sequence[CountedEvent]] = Slot(lambda season: ())
"""Maps a series to the events that count in it beside its tournaments, the earliest first. Takes a constant number of queries."""
why_not_counted: Slot[[Season, bool, date], Refused | None] = Slot(
    lambda season, is_pairs, day: None
)
"""Maps a season, whether pairs play, and the day of an event to why it can't count there; None if it can."""
entered_by: Slot[[int, int], list[Entered]] = Slot(lambda league, user: [])
"""Maps the keys of a league and a user to the league's unfinished tournaments that the user has entered, the earliest start
first.
"""
named_in: Slot[[int | None], Q] = Slot(lambda league: Q(pk__in=()))
"""Maps a league's key to the condition for the people without an account who play in its tournaments."""
member_left: Listeners[[int, User, User]] = Listeners()
"""Called with the key of a league, a person whose membership ends, and who ends it, inside the transaction that locks the league."""
leaders_changed: Listeners[[Team]] = Listeners()
"""Called with a team that has a new captain or vice-captain, inside the transaction that locks its league."""
