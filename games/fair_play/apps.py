from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairPlayConfig(AppConfig):
    """Facts about matches, from which organizers get signals of possible cheating (docs/fair-play.md)."""

    name = "games.fair_play"
    label = "fair_play"
    verbose_name = _("Fair play")

    def ready(self) -> None:
        """Subscribe to analysed and finished games, set the device cookie, and declare the personal data."""
        from games.fair_play.choices import on_match_analysed
        from games.fair_play.devices import name_device
        from games.fair_play.personal import declare
        from games.fair_play.times import on_deals_opened, on_table_finished
        from games.tables import hooks
        from spades_site.common import outbox

        outbox.register("match.analysed", "fair_play", on_match_analysed)
        outbox.register("table.finished", "pace", on_table_finished)
        outbox.register("deals.opened", "pace", on_deals_opened)
        hooks.at_match.provide(name_device)
        declare()
