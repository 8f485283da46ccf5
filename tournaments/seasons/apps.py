from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    """Seasons of leagues: divisions, fixtures, tables, promotion."""

    name = "tournaments.seasons"
    label = "seasons"

    def ready(self) -> None:
        """Declare the personal data, and let profiles show what people have played."""
        from games.ratings import hooks
        from tournaments.seasons.careers import career_of
        from tournaments.seasons.personal import declare

        hooks.provide_careers(career_of)
        declare()
