"""Undo: which lines of the log can be taken back, how, and how pages offer it."""
