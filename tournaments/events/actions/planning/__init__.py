"""Templates, schedules that create tournaments from them, and tournaments with a known field."""
