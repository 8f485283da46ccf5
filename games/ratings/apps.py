from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Elo ratings, their history and the leaderboards."""

    name = "games.ratings"
    label = "ratings"
