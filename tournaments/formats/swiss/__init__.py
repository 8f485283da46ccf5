"""Swiss: each round pairs entries with similar scores that haven't met. `draw` documents the criteria."""

from tournaments.formats.swiss.draw import pair, planned, sure_rounds
from tournaments.formats.swiss.shape import Draw, Entrant, Flag, Past

__all__ = ["Draw", "Entrant", "Flag", "Past", "pair", "planned", "sure_rounds"]
