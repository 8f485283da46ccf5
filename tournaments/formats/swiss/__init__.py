"""Swiss: each round, entries with like scores meet who haven't met. `draw` says what a draw is judged by."""

from tournaments.formats.swiss.draw import pair, planned, sure_rounds
from tournaments.formats.swiss.shape import Draw, Entrant, Flag, Past

__all__ = ["Draw", "Entrant", "Flag", "Past", "pair", "planned", "sure_rounds"]
