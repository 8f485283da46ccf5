"""Unconfirmed draws, and withdrawing released ones."""
