"""Individual rotation: players change partners every round. `draw` documents the criteria."""

from tournaments.formats.rotation.draw import Rotation, draw, full_rounds, next_round

__all__ = ["Rotation", "draw", "full_rounds", "next_round"]
