"""The lobby: tables in it, filters, “Play now” and friends."""
