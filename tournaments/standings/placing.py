"""Placement points: the points for each place at a table where everybody plays alone."""

from collections.abc import Sequence
from fractions import Fraction

BEST = 12
"""Placement points of a first place. 12 divides evenly at tables of 3, 4 and 5."""


def places_by(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat by its total, 1 the best; tied totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def placement_points(places: Sequence[int]) -> list[Fraction]:
    """Return the points of each place: BEST for the first, 0 for the last, evenly spaced between; tied players
    share.

    So the mean is the same at tables of every size, and nobody gains by sitting at a small one.
    """
    step = Fraction(BEST, len(places) - 1)
    worth = [BEST - step * index for index in range(len(places))]
    points = []
    for place in places:
        level = places.count(place)
        points.append(sum(worth[place - 1 : place - 1 + level], Fraction(0)) / level)
    return points
