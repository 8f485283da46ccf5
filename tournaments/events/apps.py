from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    """Tournaments, rounds, matches and entries; the life cycle."""

    name = "tournaments.events"
    label = "events"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Connect finished tables with their matches, and register this app's hooks with lower apps."""
        from games.tables import hooks
        from spades_site.accounts.renaming import RENAMED
        from spades_site.common import outbox
        from tournaments.events.actions import entering, roles
        from tournaments.events.actions.personal import declare
        from tournaments.events.advance import on_table_finished
        from tournaments.events.core.permissions import tables_seen_by
        from tournaments.events.entries import by_name, inviting, substitute_offers
        from tournaments.events.entries.renaming import on_renamed
        from tournaments.events.matches.disconnections import on_taken_over
        from tournaments.events.notices.recipients import entered_by
        from tournaments.events.queries.next_stop import stop_after
        from tournaments.leagues import hooks as leagues

        outbox.register("table.finished", "events", on_table_finished)
        outbox.register("seat.taken_over", "events", on_taken_over)
        outbox.register(RENAMED, "events", on_renamed)
        hooks.next_stops["match"] = hooks.next_stops["tournament"] = stop_after
        declare()
        hooks.audiences["event"]["tournaments"] = tables_seen_by
        hooks.blocked.provide("entries", entering.decline_all_from)
        hooks.blocked.provide("tournaments", inviting.decline_all_from)
        hooks.blocked.provide("roles", roles.decline_all_from)
        hooks.blocked.provide("substitutes", substitute_offers.decline_all_from)
        leagues.entered_by.provide(entered_by)
        leagues.named_in.provide(by_name.named_in)
