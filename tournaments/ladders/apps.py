from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Ladders of leagues: challenges, their matches, and the rungs."""

    name = "tournaments.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Declare personal data, and connect finished tables with their challenges."""
        from games.tables import hooks
        from spades_site.common import outbox
        from tournaments.ladders.personal import declare
        from tournaments.ladders.playing import on_table_finished, tables_seen_by

        outbox.register("table.finished", "ladders", on_table_finished)
        hooks.audiences["event"]["ladders"] = tables_seen_by
        declare()
