"""The bots' three levels."""

from typing import Final

RELAXED: Final = 1
CLUB: Final = 2
STRONG: Final = 3
LEVELS: Final = (RELAXED, CLUB, STRONG)
NAMES: Final = {RELAXED: "Relaxed", CLUB: "Club", STRONG: "Strong"}
