"""Formats, choices and the plan of a tournament's stages."""
