"""Extra points on a streak: in an arena a win after two wins running can bring more."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from tournaments.standings.model import Ending, MatchResult
from tournaments.standings.policy import Policy

RUNNING = 2
"""Wins running after which the next ones bring extra points."""


def with_streaks(results: Sequence[MatchResult], extra: int, policy: Policy) -> list[MatchResult]:
    """Return the results with `extra` points for each win of an entry after two wins running, by the order of rounds.

    Only a loss or a draw ends a streak; a win by forfeit counts as any win.
    """
    running: Counter[int] = Counter()
    found = list(results)
    for place in sorted(range(len(found)), key=lambda n: found[n].round):
        one = found[place]
        won = [side.place == 1 for side in one.sides]
        for side, index in zip(one.sides, range(len(won)), strict=True):
            (key,) = side.keys
            if won.count(True) != 1 or not won[index]:
                running[key] = 0
                continue
            if running[key] >= RUNNING:
                found[place] = replace(one, points=_more(one, index, extra, policy))
            running[key] += 1
    return found


def _more(one: MatchResult, winner: int, extra: int, policy: Policy) -> tuple[Decimal, ...]:
    """Return the sides' points, with `extra` for the winner."""
    forfeit = one.ending == Ending.FORFEIT
    win, loss = (policy.forfeit_win, policy.forfeit_loss) if forfeit else (policy.win, policy.loss)
    usual = one.points or tuple(win if index == winner else loss for index in range(len(one.sides)))
    return tuple(
        Decimal(points) + (extra if index == winner else 0) for index, points in enumerate(usual)
    )
