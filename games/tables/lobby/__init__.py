"""The lobby: its tables, filters, “Play now” and friends."""
