from django.apps import AppConfig


class PublicConfig(AppConfig):
    """The public pages."""

    name = "tournaments.public"
    label = "public"

    def ready(self) -> None:
        """Register the tournaments that start soon with the lobby."""
        from games.tables import hooks
        from tournaments.public.upcoming import upcoming_for

        hooks.upcoming_for.provide(upcoming_for)
