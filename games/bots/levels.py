"""The bots' three levels, and those that this installation can play."""

from importlib.util import find_spec
from typing import Final

RELAXED: Final = 1
CLUB: Final = 2
STRONG: Final = 3
LEVELS: Final = (RELAXED, CLUB, STRONG)
NAMES: Final = {RELAXED: "Relaxed", CLUB: "Club", STRONG: "Strong"}
DEFAULT_LEVEL: Final = RELAXED


def available() -> tuple[int, ...]:
    """Return the levels that this installation can play: all but the first need the extra `fast` (numba)."""
    return LEVELS if find_spec("numba") else (RELAXED,)
