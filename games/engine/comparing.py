"""Comparing those who held the same cards: a side's margin on a deal, and its share of the matchpoints. Exact."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction


def margin(points: Sequence[int], side: int) -> Fraction:
    """Return a side's points on a deal less the mean of the other sides' points at its table."""
    own = points[side]
    return own - Fraction(sum(points) - own, len(points) - 1)


def shares[Score: (int, Decimal)](field: Mapping[Score, int]) -> dict[Score, Fraction]:
    """Return the percentage of the possible matchpoints that each score gets, by how many have each.

    For each other result 1 if it is lower and ½ if it is tied; a single result gets 50 %.
    """
    most = sum(field.values()) - 1
    if most == 0:
        return dict.fromkeys(field, Fraction(50))
    found, below = {}, 0
    for score in sorted(field):
        level = field[score] - 1
        found[score] = Fraction(100 * (2 * below + level), 2 * most)
        below += field[score]
    return found
