from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Tournaments, rounds, matches and entries; the life cycle."""

    name = "tournaments.events"
    label = "events"
