"""Unconfirmed draws, and taking released ones back."""
