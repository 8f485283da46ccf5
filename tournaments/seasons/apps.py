from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    """Seasons of leagues: divisions, fixtures, tables, promotion."""

    name = "tournaments.seasons"
    label = "seasons"

    def ready(self) -> None:
        """Declare the personal data."""
        from tournaments.seasons.personal import declare

        declare()
