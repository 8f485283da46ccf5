"""Partnerships for those who entered alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.sentences import message
from tournaments.formats.shape import FormatError, lot


@dataclass(frozen=True, slots=True)
class Single:
    """Somebody who entered without a partner."""

    key: int
    rating: int


@dataclass(frozen=True, slots=True)
class Partnerships:
    """`pairs` holds the keys (the higher rated first), strongest leader first; `odd` is the one left over, if any."""

    pairs: tuple[tuple[int, int], ...]
    odd: int | None


def team_up(singles: Sequence[Single], seed: str) -> Partnerships:
    """Pair single entrants, high with low, so that the partnerships are as even as possible.

    `singles` are in the order of entry: with an odd number the last to enter is left over. The highest rated plays
    with the lowest, the second with the last but one, and so on; equal ratings are ordered by lot under `seed`.

    Raises FormatError "entered_twice" when a key occurs twice.
    """
    keys = [single.key for single in singles]
    if len(set(keys)) < len(keys):
        raise FormatError(
            "entered_twice",
            message("Somebody is in the list of single entrants twice. Remove one."),
        )
    whole = len(singles) - len(singles) % 2
    ranked = sorted(
        singles[:whole], key=lambda single: (-single.rating, lot(seed, "team_up", single.key))
    )
    half = whole // 2
    pairs = tuple(
        (high.key, low.key)
        for high, low in zip(ranked[:half], reversed(ranked[half:]), strict=True)
    )
    return Partnerships(pairs, keys[-1] if len(singles) > whole else None)
