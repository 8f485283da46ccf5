"""How strongly a bot plays: three levels, and which of them can play here."""

from importlib.util import find_spec
from typing import Final

RELAXED: Final = 1
CLUB: Final = 2
STRONG: Final = 3
LEVELS: Final = (RELAXED, CLUB, STRONG)
NAMES: Final = {RELAXED: "Relaxed", CLUB: "Club", STRONG: "Strong"}
DEFAULT_LEVEL: Final = RELAXED


def available() -> tuple[int, ...]:
    """Return the levels that can play here: those above the first search, and need the extra `fast` (numba)."""
    return LEVELS if find_spec("numba") else (RELAXED,)
