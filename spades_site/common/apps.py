from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Clock, audit log, outbox, layers and template parts that every app shares."""

    name = "spades_site.common"
    label = "common"

    def ready(self) -> None:
        """Refuse to start with limits that nothing keeps."""
        from spades_site.common import limits

        limits.check_settings()
