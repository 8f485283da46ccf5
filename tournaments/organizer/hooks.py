"""What packages above this one add to the demonstration club."""

from collections.abc import Callable

from spades_site.accounts.models import User
from tournaments.leagues.models import League

in_demo: list[Callable[[League, User], None]] = []
"""Called with the club's league and its organizer at the end; each belongs to one package."""
