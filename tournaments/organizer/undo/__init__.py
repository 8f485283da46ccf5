"""Undo: which lines of the log can be undone, how, and how pages offer it."""
