from django.apps import AppConfig


class PracticeConfig(AppConfig):
    """Games against bots without a clock, and the deal of the day."""

    name = "games.practice"
    label = "practice"

    def ready(self) -> None:
        """Declare the personal data."""
        from games.practice.personal import declare

        declare()
