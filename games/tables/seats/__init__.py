"""Sitting down, inviting, leaving and playing again."""
