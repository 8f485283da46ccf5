"""Finished games: records, replays and preview pictures."""
