from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Clock, audit log, outbox, layers and template parts that every app shares."""

    name = "spades_site.common"
    label = "common"
