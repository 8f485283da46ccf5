"""Functions that higher apps provide, because leagues can't import tournaments."""

from dataclasses import dataclass

from django.db.models import Q

from spades_site.accounts.models import User
from spades_site.common.slots import Listeners, Slot
from tournaments.leagues.models import Team


@dataclass(frozen=True)
class Entered:
    """An unfinished tournament that a member has entered; `under_way`: it has begun."""

    name: str
    url: str
    under_way: bool


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
