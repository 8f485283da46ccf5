from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """Tables: seats, actions, clocks and visibility."""

    name = "games.tables"
    label = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Let friendships check the blocks stored here, and update the seats of guests who create an account."""
        from allauth.account.signals import user_signed_up

        from games.tables import hooks
        from games.tables.access.mutes import blocked_keys
        from games.tables.seats.invitations import decline_all_from
        from games.tables.seats.personal import declare
        from games.tables.seats.renaming import on_renamed, signed_up
        from games.tables.server.wakeups import timers
        from games.tables.timing.turns import keep_timers
        from spades_site.accounts import friends
        from spades_site.accounts.renaming import RENAMED
        from spades_site.common import outbox

        friends.blocked_by.provide(blocked_keys)
        user_signed_up.connect(signed_up, dispatch_uid="tables.signed_up")
        outbox.register(RENAMED, "tables", on_renamed)
        hooks.blocked.provide("tables", decline_all_from)
        keep_timers(timers.at)
        declare()
