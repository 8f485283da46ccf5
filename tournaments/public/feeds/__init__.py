"""Feeds: calendars for people, leagues and tournaments, and a tournament's tables as CSV and JSON (docs/feeds.md)."""
