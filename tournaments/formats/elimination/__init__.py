"""Elimination: `single` draws a bracket, `double` one with a losers' bracket, `progress` applies results."""

from tournaments.formats.elimination.single import draw, rounds_needed

__all__ = ["draw", "rounds_needed"]
