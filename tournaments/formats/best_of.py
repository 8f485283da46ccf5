"""The games of a match: how many are needed, and when an extra hand has to decide it."""

from collections.abc import Sequence
from enum import StrEnum


class Next(StrEnum):
    """What a match needs next."""

    GAME = "game"
    DECIDER = "decider"
    """One extra hand, repeated as often as necessary, because a knock-out needs a winner."""


def next_of(won: Sequence[int], played: int, most: int, *, knock_out: bool) -> Next | None:
    """Return what a match of at most `most` games needs next after `played` games, `won` by each side; None:
    nothing.

    Winning more than half of the games wins the match. A drawn game counts for neither side.
    """
    if max(won) > most // 2:
        return None
    if played < most:
        return Next.GAME
    return Next.DECIDER if knock_out and won.count(max(won)) > 1 else None
