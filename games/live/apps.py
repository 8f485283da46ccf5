from django.apps import AppConfig


class LiveConfig(AppConfig):
    """The live table's socket and its protocol."""

    name = "games.live"
    label = "live"
