from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """What people are told: in the page, and by mail."""

    name = "spades_site.notices"
    label = "notices"
