"""Notices about own-time events (`spades_site.notices`). Called in the transaction that makes the change."""

from django.contrib.auth import get_user_model

from spades_site.notices.services import send_notice
from tournaments.own_time.models import OwnTimeEvent


def closed(event: OwnTimeEvent) -> None:
    """Tell everybody who played that the results are there."""
    entries = event.entries.all()
    send_notice(
        get_user_model().objects.filter(pk__in=entries.values("user")),
        "own_time",
        f"own_time:{event.pk}:closed",
        event.get_absolute_url(),
        {"league": event.league.name, "event": event.name},
    )
