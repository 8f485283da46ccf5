from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Elo ratings, their history and the leaderboards."""

    name = "games.ratings"
    label = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Subscribe to finished tables, and let seats show their players' ratings."""
        from games.ratings.personal import declare
        from games.ratings.queries import ratings_shown
        from games.ratings.services import on_deals_opened, on_table_finished
        from games.tables import hooks
        from spades_site.common import outbox

        hooks.ratings_of.provide(ratings_shown)
        outbox.register("table.finished", "ratings", on_table_finished)
        outbox.register("deals.opened", "ratings", on_deals_opened)
        declare()
