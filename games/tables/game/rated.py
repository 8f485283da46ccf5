"""Whether a game is rated: decided by its terms and the people in its seats before the first card, and never again.

What each player's own behaviour then does to the ratings is decided in `games/ratings/line_up.py`.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.engine import RuleSet
from spades_site.accounts.models import User
from spades_site.common.errors import Refused

LEAST_HANDS = 4
"""The smallest number of hands of a rated game."""
LEAST_SETS = 2
"""The smallest number of sets that may lose a rated game."""
LEAST_TRICKS = 20
"""How many bid tricks must be worth at most the target, and the total at which a game is lost: 200 points at 10 a trick."""


def is_long_enough(rules: RuleSet) -> bool:
    """Return whether a game under these rules may be rated, however soon it really ends."""
    least = LEAST_TRICKS * rules.trick_points
    hands, ends = rules.max_hands, (rules.target, rules.loss_limit, rules.point_spread)
    return (
        (hands is None or hands >= LEAST_HANDS)
        and all(end is None or end >= least for end in ends)
        and _has_enough_sets(rules)
    )


def _has_enough_sets(rules: RuleSet) -> bool:
    limits = (rules.set_limit, rules.sets_in_a_row)
    return all(limit is None or limit >= LEAST_SETS for limit in limits)


def may_be_rated(people: Iterable[User | None]) -> bool:
    """Return whether all are members, so that a game between them may be rated."""
    return all(one is not None and not one.is_guest and not one.is_bot for one in people)


def require_long_enough(rules: RuleSet) -> None:
    """Raise Refused "rated_short" for a game that is too short to be rated."""
    if not _has_enough_sets(rules):
        raise Refused(
            "rated_short",
            _(
                "In a rated game %(sets)d sets at least lose. Allow more sets, or open the table as a casual one."
            )
            % {"sets": LEAST_SETS},
        )
    if not is_long_enough(rules):
        raise Refused(
            "rated_short",
            _(
                "A rated game has at least %(hands)d hands and a target of at least %(points)d points. Make it longer, or "
                "open the table as a casual one."
            )
            % {"hands": LEAST_HANDS, "points": LEAST_TRICKS * rules.trick_points},
        )
