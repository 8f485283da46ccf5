from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AnalysisConfig(AppConfig):
    """What finished games show afterwards: bids, plays that cost points, endings with all cards open, and what bots score."""

    name = "games.analysis"
    label = "analysis"
    verbose_name = _("Analysis")

    def ready(self) -> None:
        """Analyse finished tables, mark what was found in replays, and declare what is stored about people."""
        from games.analysis.marks import marks_of
        from games.analysis.personal import declare
        from games.analysis.services import on_deals_opened, on_table_finished
        from games.tables import hooks
        from spades_site.common import outbox

        outbox.register("table.finished", "analysis", on_table_finished)
        outbox.register("deals.opened", "analysis", on_deals_opened)
        hooks.provide_marks(marks_of)
        declare()
