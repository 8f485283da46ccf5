"""Tables restricted to a range of ratings, and eligibility for them."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.tables import hooks
from games.tables.models import Table
from spades_site.accounts.models import Viewer
from spades_site.common.errors import Refused

POOLS = ("partnership", "headsup", "solo")
UNRATED = 1500
"""The rating of a member without a rated game: the number at which ratings start (games/ratings/elo.py)."""
BOUNDS = (100, 4000)


def pool_of(rules: RuleSet) -> str:
    """Return the pool in which games under these rules are rated."""
    return pool_named(rules.sides, rules.players)


def pool_named(sides: str, players: int) -> str:
    """Return the pool of games with these sides and this number of players."""
    return "partnership" if sides == "partners" else "headsup" if players == 2 else "solo"


def check_range(low: int | None, high: int | None) -> None:
    """Raise Refused "bad_range" for a range that is empty or impossible."""
    for value in (low, high):
        if value is not None and not BOUNDS[0] <= value <= BOUNDS[1]:
            raise Refused(
                "bad_range",
                _("Ratings are between %(least)d and %(most)d. Choose numbers in that range.")
                % {"least": BOUNDS[0], "most": BOUNDS[1]},
            )
    if low is not None and high is not None and low > high:
        raise Refused("bad_range", _("The lowest rating is above the highest. Change one of them."))


def range_words(table: Table) -> str:
    """Return a table's range as text, "" if there is none."""
    low, high = table.min_rating, table.max_rating
    if low is None and high is None:
        return ""
    if low is None:
        return _("rated up to %(high)d") % {"high": high}
    if high is None:
        return _("rated %(low)d or more") % {"low": low}
    return _("rated %(low)d to %(high)d") % {"low": low, "high": high}


def fits(table: Table, rating: int | None) -> bool:
    """Return whether a person with that rating may join; None is a guest, who has none."""
    low, high = table.min_rating, table.max_rating
    if low is None and high is None:
        return True
    if rating is None:
        return False
    return (low is None or low <= rating) and (high is None or rating <= high)


@dataclass
class Strength:
    """A person's ratings by pool, each queried once."""

    user: Viewer | None

    def __post_init__(self) -> None:
        self._known: dict[str, int | None] = {}

    def in_pool(self, pool: str) -> int | None:
        """Return the user's rating in a pool, or None for guests and visitors."""
        if pool not in self._known:
            self._known[pool] = self._ask(pool)
        return self._known[pool]

    def admitted(self) -> Q:
        """Return the condition that a table has no range, or that the user is within it."""
        found = Q(min_rating=None, max_rating=None)
        for pool in POOLS:
            rating = self.in_pool(pool)
            if rating is not None:
                found |= (
                    _is_pool(pool)
                    & (Q(min_rating=None) | Q(min_rating__lte=rating))
                    & (Q(max_rating=None) | Q(max_rating__gte=rating))
                )
        return found

    def _ask(self, pool: str) -> int | None:
        user = self.user
        if user is None or not user.is_authenticated or user.is_guest or user.is_bot:
            return None
        rating, _provisional = hooks.ratings_of([user.pk], pool).get(user.pk, (UNRATED, True))
        return rating


def _is_pool(pool: str) -> Q:
    if pool == "partnership":
        return Q(rules__sides="partners")
    two = Q(rules__players=2)
    return ~Q(rules__sides="partners") & (two if pool == "headsup" else ~two)
