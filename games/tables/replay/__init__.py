"""Finished games: records, replays and shared pictures."""
