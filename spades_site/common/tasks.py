"""Celery tasks for every app: the outbox, and expired data."""

from celery import shared_task

from spades_site.common import limits, outbox
from spades_site.common.server import sessions


@shared_task
def deliver_outbox() -> None:
    """Deliver the outbox events that weren't delivered right after their commit."""
    outbox.deliver_due()


@shared_task(ignore_result=True)
def forget_expired() -> None:
    """Delete ended sessions, past tallies and delivered events."""
    sessions.forget_expired()
    sessions.forget_listed()
    limits.forget_old()
    outbox.forget_delivered()
