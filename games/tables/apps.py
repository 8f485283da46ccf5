from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables: seats, actions, clocks and who may see what."""

    name = "games.tables"
    label = "tables"
