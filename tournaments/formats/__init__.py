"""PURE: draws, that is, who meets whom. Each module draws one format; `shape` has what they have in common.

Entries are indices 0..n-1 in seeding order; the caller knows which entries they are. Randomness comes from a seed
argument: the same arguments give the same draw.
"""

from tournaments.formats.shape import FormatError, Pairing, RoundPlan
from tournaments.formats.team_up import Partnerships, Single, team_up

__all__ = ["FormatError", "Pairing", "Partnerships", "RoundPlan", "Single", "team_up"]
