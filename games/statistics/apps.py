from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StatisticsConfig(AppConfig):
    """What people bid and made, hand by hand, and what they have achieved."""

    name = "games.statistics"
    label = "statistics"
    verbose_name = _("Statistics")

    def ready(self) -> None:
        """Subscribe to finished tables, and declare the personal data."""
        from games.statistics.counting import on_deals_opened, on_table_finished
        from games.statistics.personal import declare
        from spades_site.common import outbox

        outbox.register("table.finished", "statistics", on_table_finished)
        outbox.register("deals.opened", "statistics", on_deals_opened)
        declare()
