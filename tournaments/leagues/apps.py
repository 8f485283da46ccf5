from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Leagues, seasons and teams."""

    name = "tournaments.leagues"
    label = "leagues"
