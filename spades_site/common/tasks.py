"""Celery's way to the outbox."""

from celery import shared_task

from spades_site.common import outbox


@shared_task
def deliver_outbox() -> None:
    """Deliver what the prompt couriers left behind."""
    outbox.deliver_due()
