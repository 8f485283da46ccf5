from django.apps import AppConfig


class OrganizerConfig(AppConfig):
    """The organizer dashboard."""

    name = "tournaments.organizer"
    label = "organizer"
