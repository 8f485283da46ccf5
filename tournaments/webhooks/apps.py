from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    """Results posted to addresses that organizers name."""

    name = "tournaments.webhooks"
    label = "webhooks"
    verbose_name = _("Webhooks")

    def ready(self) -> None:
        """Hear of results, and declare what is stored about people."""
        from spades_site.accounts.personal import goes
        from spades_site.common import outbox
        from tournaments.events.core.result_events import TOPIC
        from tournaments.organizer import hooks
        from tournaments.webhooks import demo
        from tournaments.webhooks.models import Webhook
        from tournaments.webhooks.queue import on_result

        outbox.register(TOPIC, "webhooks", on_result)
        hooks.in_demo.append(demo.show)
        # Not its secret, with which anybody could pretend to be this site.
        goes(Webhook, "owner", "league__name", "tournament__name", "url", "created_at", "off_at")
