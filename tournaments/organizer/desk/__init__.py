"""The desk of an evening: what it shows, what it asks, and what it can undo."""
