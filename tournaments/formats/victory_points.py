"""Victory points: a match's margin, in points of Spades, on a scale from 0 to 20.

They suit matches of a fixed number of hands. How far the margin of an even match usually strays depends on what is
compared; a season can estimate it from its own matches (`estimate_spread`).
"""

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from math import sqrt

from games.engine.sentences import message
from tournaments.formats.shape import FormatError

PAIRS_SPREAD = 70
"""The standard deviation of a hand's difference between two pairs at one table, in points (60 to 78 in simulations)."""
TEAMS_SPREAD = 85
"""That of a deal's difference between two teams, summed over both tables (76 to 96 in simulations)."""
DEAL_CAP = 200
"""The largest difference of a deal that usually counts in a team match, if it is capped at all."""


def victory_points(margin: Fraction | int, deals: int, spread: int) -> tuple[Decimal, Decimal]:
    """Return the victory points, out of 20, of a side that is `margin` ahead after `deals` hands, and its
    opponent's.

    The formula of the World Bridge Federation's continuous scale (M. Bavin, H. Bethe, B. Bramley and others, “The
    New WBF IMP to VP Scales”), 10 + 10·(1 - τ^(m/B))/(1 - τ) with τ = ((√5 - 1)/2)³, applied to the points of
    Spades with B = 2.5·spread·√deals: a margin that large, two and a half standard deviations, wins 20 to 0.
    `margin` is negative for a side that is behind. Two decimals, half up; both sum to 20, and a tie is 10 to 10.

    Raises FormatError "no_deals".
    """
    if deals < 1:
        raise FormatError(
            "no_deals", message("Victory points need a hand that was played. Count 1 or more.")
        )
    exact = Context(prec=40)
    bound = exact.multiply(Decimal(5) * spread / 2, exact.sqrt(Decimal(deals)))
    size = abs(Fraction(margin))
    ahead = exact.divide(exact.divide(Decimal(size.numerator), Decimal(size.denominator)), bound)
    tau = exact.power((exact.sqrt(Decimal(5)) - 1) / 2, Decimal(3))
    part = exact.divide(1 - exact.power(tau, min(ahead, Decimal(1))), 1 - tau)
    winner = (10 + 10 * part).quantize(Decimal("0.01"), rounding="ROUND_HALF_UP")
    if size:
        winner = max(winner, Decimal("10.01"))
    loser = 20 - winner
    return (winner, loser) if margin >= 0 else (loser, winner)


def total_margin(differences: Iterable[int], cap: int | None = None) -> int:
    """Return the sum of the deals' differences, each between -cap and +cap."""
    if cap is None:
        return sum(differences)
    return sum(max(-cap, min(cap, one)) for one in differences)


def estimate_spread(matches: Iterable[Sequence[int]]) -> int | None:
    """Return the standard deviation of a deal's difference, in points, estimated from the differences of each match's
    deals; None if no match has two deals that differ.

    The pooled standard deviation within matches: the root of Σ(d - m)² / Σ(n - 1), where d is a deal's difference, m
    the mean of its match and n the match's deals. So how much better one side was than the other doesn't count.
    """
    squares, freedom = Fraction(0), 0
    for differences in matches:
        if len(differences) > 1:
            mean = Fraction(sum(differences), len(differences))
            squares += sum(((one - mean) ** 2 for one in differences), Fraction(0))
            freedom += len(differences) - 1
    return round(sqrt(squares / freedom)) or None if freedom else None
