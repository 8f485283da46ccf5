from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AnalysisConfig(AppConfig):
    """Analyses of finished games: bids, plays that cost points, solved endings, and what bots would score."""

    name = "games.analysis"
    label = "analysis"
    verbose_name = _("Analysis")

    def ready(self) -> None:
        """Subscribe to finished tables, mark findings in replays, and declare the personal data."""
        from games.analysis.marks import marks_of
        from games.analysis.personal import declare
        from games.analysis.services import on_deals_opened, on_table_finished
        from games.tables import hooks
        from spades_site.common import outbox

        outbox.register("table.finished", "analysis", on_table_finished)
        outbox.register("deals.opened", "analysis", on_deals_opened)
        hooks.marks_at.provide(marks_of)
        declare()
