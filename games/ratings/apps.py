from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Elo ratings, their history and the leaderboards."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Have finished tables rated."""
        from games.ratings.services import on_table_finished
        from spades_site.common import outbox

        outbox.register("table.finished", "ratings", on_table_finished)
