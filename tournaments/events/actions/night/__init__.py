"""During an evening: attendance, absent players, tables in play, messages."""
