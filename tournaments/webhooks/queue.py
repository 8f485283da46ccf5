"""What webhooks are to be told, stored in the transaction in which it happens."""

from typing import Any

from spades_site.common.clock import now
from tournaments.events.models import Tournament
from tournaments.webhooks.models import Delivery, Webhook

TEST = "test"


def on_result(payload: dict[str, Any]) -> None:
    """Queue what happened to a result for the webhooks of its tournament and league that are on."""
    cup = Tournament.objects.filter(pk=payload["tournament"])
    switched_on = Webhook.objects.filter(off_at=None)
    found = switched_on.filter(tournament__in=cup) | switched_on.filter(
        league__in=cup.exclude(league=None).values("league")
    )
    at = now()
    Delivery.objects.bulk_create(
        Delivery(
            webhook_id=key,
            event=payload["event"],
            tournament_id=payload["tournament"],
            match=payload["match"],
            version=payload["version"],
            at=at,
        )
        for key in found.order_by("pk").values_list("pk", flat=True)
    )


def queue_test(webhook: Webhook) -> Delivery:
    """Queue a test behind what the webhook hasn't accepted yet, and have that tried at once."""
    try_now(webhook)
    return Delivery.objects.create(webhook=webhook, event=TEST, at=now())


def try_now(webhook: Webhook) -> None:
    """Have what the webhook hasn't accepted yet tried at once."""
    Webhook.objects.filter(pk=webhook.pk).update(waits_until=None)
