"""Matches between two entries, written in a line for the tests, and their standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from tournaments import standings
from tournaments.standings import Ending, Entrant, MatchResult, Policy, Side, Standings
from tournaments.standings.model import Points


class Outcome(StrEnum):
    """How a match between `a` and `b` ended, or why `a` had none."""

    A_WON = auto()
    B_WON = auto()
    DRAWN = auto()
    A_FORFEITS = auto()
    B_FORFEITS = auto()
    BOTH_FORFEIT = auto()
    BYE = auto()
    HALF_BYE = auto()
    ZERO_BYE = auto()


PLACES = {
    Outcome.A_WON: (1, 2),
    Outcome.B_WON: (2, 1),
    Outcome.DRAWN: (1, 1),
    Outcome.A_FORFEITS: (2, 1),
    Outcome.B_FORFEITS: (1, 2),
    Outcome.BOTH_FORFEIT: (2, 2),
}
ENDINGS = {
    Outcome.A_FORFEITS: Ending.FORFEIT,
    Outcome.B_FORFEITS: Ending.FORFEIT,
    Outcome.BOTH_FORFEIT: Ending.FORFEIT,
    Outcome.BYE: Ending.BYE,
    Outcome.HALF_BYE: Ending.HALF_BYE,
    Outcome.ZERO_BYE: Ending.ZERO_BYE,
}


@dataclass(frozen=True)
class Duel:
    """A match of two entries, or a bye (`b` None)."""

    round: int
    a: int
    b: int | None
    outcome: Outcome
    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    points: tuple[Points, Points] | None = None

    @property
    def result(self) -> MatchResult:
        """Return it as standings read it."""
        keys = [key for key in (self.a, self.b) if key is not None]
        places = PLACES.get(self.outcome, (1, 1))
        rows = list(zip(keys, places, self.score, self.bags, strict=False))
        sides = tuple(Side((key,), place, score, bags) for key, place, score, bags in rows)
        ending = ENDINGS.get(self.outcome, Ending.PLAYED)
        return MatchResult(self.round, sides, ending, self.points)


def rank(
    entries: Sequence[Entrant],
    duels: Sequence[Duel],
    policy: Policy,
    *,
    rounds: int | None = None,
) -> Standings:
    """Return the standings after `duels`."""
    return standings.rank(entries, [duel.result for duel in duels], policy, rounds=rounds)
