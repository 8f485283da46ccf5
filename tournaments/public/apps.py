from django.apps import AppConfig


class PublicConfig(AppConfig):
    """The pages that anybody may see."""

    name = "tournaments.public"
    label = "public"
