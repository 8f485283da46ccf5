"""What beat has done for every app: the outbox, and what has expired."""

from celery import shared_task

from spades_site.common import limits, outbox, sessions


@shared_task
def deliver_outbox() -> None:
    """Deliver what the prompt couriers left behind."""
    outbox.deliver_due()


@shared_task(ignore_result=True)
def forget_expired() -> None:
    """Remove sessions that are over, and tallies of past days."""
    sessions.forget_expired()
    sessions.forget_listed()
    limits.forget_old()
