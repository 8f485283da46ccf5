"""PURE: points, tie-breaks, ranks, and why A ranks above B (docs/tie-breaks.md).

`rank(entries, results, policy)` is a function of its arguments alone: the same results give the same table.
"""

from tournaments.standings.catalogue import TIE_BREAKS, TieBreak
from tournaments.standings.model import Ending, Entrant, MatchResult, Side, StandingsError
from tournaments.standings.policy import Policy
from tournaments.standings.ranking import Row, Standings, rank
from tournaments.standings.reasons import Reason

__all__ = [
    "TIE_BREAKS",
    "Ending",
    "Entrant",
    "MatchResult",
    "Policy",
    "Reason",
    "Row",
    "Side",
    "Standings",
    "StandingsError",
    "TieBreak",
    "rank",
]
