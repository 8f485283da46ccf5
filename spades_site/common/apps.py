from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommonConfig(AppConfig):
    """The clock, audit log, outbox, channel layer and template tags that every app shares."""

    name = "spades_site.common"
    label = "common"
    verbose_name = _("Log and outbox")

    def ready(self) -> None:
        """Record when tasks run, and start the reporting that the settings configure."""
        from spades_site.common.monitoring import heartbeat, metrics, observing

        heartbeat.listen()
        metrics.listen()
        observing.start()
