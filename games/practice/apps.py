from django.apps import AppConfig


class PracticeConfig(AppConfig):
    """Games against bots without a clock, kept in the visitor's session."""

    name = "games.practice"
    label = "practice"
