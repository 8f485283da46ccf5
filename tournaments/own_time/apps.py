from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OwnTimeConfig(AppConfig):
    """Events of a league in which everybody plays the same deals in their own time."""

    name = "tournaments.own_time"
    label = "own_time"
    verbose_name = _("Same cards, own time")

    def ready(self) -> None:
        """Declare personal data, and connect finished tables with their deals."""
        from games.tables import hooks
        from spades_site.common import outbox
        from tournaments.leagues import hooks as league_hooks
        from tournaments.own_time.deals import REF, on_table_finished, tables_seen_by
        from tournaments.own_time.next_stop import stop_after
        from tournaments.own_time.personal import declare
        from tournaments.own_time.series import counted_in

        outbox.register("table.finished", "own_time", on_table_finished)
        hooks.audiences["event"]["own_time"] = tables_seen_by
        hooks.next_stops[REF] = stop_after
        league_hooks.counted_in.provide(counted_in)
        declare()
