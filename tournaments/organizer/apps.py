from django.apps import AppConfig


class OrganizerConfig(AppConfig):
    """The organizer dashboard."""

    name = "tournaments.organizer"
    label = "organizer"

    def ready(self) -> None:
        """Tell tables what arbiters may do there."""
        from games.tables import hooks
        from tournaments.organizer.table_remedies import controls_at

        hooks.provide_controls(controls_at)
