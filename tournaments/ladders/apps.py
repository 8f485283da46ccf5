from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Ladders of leagues: challenges, their matches, and the rungs."""

    name = "tournaments.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Declare personal data, connect finished tables with their challenges, and follow who leaves leagues."""
        from games.tables import hooks
        from spades_site.accounts.sign_in import bans
        from spades_site.common import outbox
        from tournaments.ladders.entering import on_banned, on_member_left
        from tournaments.ladders.next_stop import stop_after
        from tournaments.ladders.personal import declare
        from tournaments.ladders.playing import on_table_finished, tables_seen_by
        from tournaments.ladders.rivals import rivals_of
        from tournaments.leagues import hooks as leagues

        outbox.register("table.finished", "ladders", on_table_finished)
        hooks.next_stops["ladder"] = stop_after
        hooks.rivals_of.provide(rivals_of)
        leagues.member_left.provide("ladders", on_member_left)
        bans.banned.provide("ladders", on_banned)
        hooks.audiences["event"]["ladders"] = tables_seen_by
        declare()
