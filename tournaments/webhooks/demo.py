"""The demonstration club's webhook."""

from spades_site.accounts.models import User
from tournaments.leagues.models import League
from tournaments.webhooks import services

ADDRESS = "https://chat.example.org/hooks/spades"


def show(league: League, organizer: User) -> None:
    """Add a webhook, and switch it off, because nobody listens at its address."""
    webhook = services.add_webhook(about=league, by=organizer, url=ADDRESS)
    services.switch_off(webhook_id=webhook.pk, by=organizer)
