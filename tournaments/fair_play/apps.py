from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairPlaySignalsConfig(AppConfig):
    """Signals about fair play, for organizers (docs/fair-play.md): no verdicts, and never shown to others."""

    name = "tournaments.fair_play"
    label = "fair_play_signals"
    verbose_name = _("Fair play signals")

    def ready(self) -> None:
        """Look at the tables of matches when they end, and declare what is stored about people."""
        from spades_site.common import outbox
        from tournaments.fair_play.connections import on_table_finished
        from tournaments.fair_play.partners import on_cards_examined
        from tournaments.fair_play.personal import declare
        from tournaments.fair_play.rehearsals import on_event_closed

        outbox.register("table.finished", "fair_play", on_table_finished)
        outbox.register("own_time.closed", "fair_play", on_event_closed)
        outbox.register("cards.examined", "fair_play", on_cards_examined)
        declare()
