from django.apps import AppConfig


class OrganizerConfig(AppConfig):
    """The organizer dashboard."""

    name = "tournaments.organizer"
    label = "organizer"

    def ready(self) -> None:
        """Register arbiters' actions with tables, and the log's texts with staff's pages."""
        from games.tables import hooks
        from spades_site.common import audit
        from tournaments.organizer.desk.table_remedies import controls_at
        from tournaments.organizer.log import in_words

        hooks.controls_at.provide(controls_at)
        audit.in_words.provide(in_words)
