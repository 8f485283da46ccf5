"""The games of a match: how many it takes, and when one hand more has to decide it."""

from enum import StrEnum


class Next(StrEnum):
    """What a match needs next."""

    GAME = "game"
    DECIDER = "decider"
    """One hand more, as often as it takes: in a knock-out somebody must go on."""


def next_of(won: tuple[int, int], played: int, most: int, *, knock_out: bool) -> Next | None:
    """Return what a match of at most `most` games needs after `played` of them, `won` by either side; None: nothing.

    Winning more than half of the games wins the match. Nobody wins a drawn game.
    """
    if max(won) > most // 2:
        return None
    if played < most:
        return Next.GAME
    return Next.DECIDER if knock_out and won[0] == won[1] else None
