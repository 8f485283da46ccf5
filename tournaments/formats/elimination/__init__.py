"""Elimination: `single` draws a bracket, `double` one with a losers' side, `progress` plays it through."""

from tournaments.formats.elimination.single import draw, rounds_needed

__all__ = ["draw", "rounds_needed"]
