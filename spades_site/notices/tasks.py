"""Celery tasks for mails and pushes."""

from celery import shared_task

from spades_site.common.clock import now
from spades_site.notices import devices, mailing, pushing, services


@shared_task(ignore_result=True)
def send_mails() -> None:
    """Send the mails that are due."""
    mailing.send_due()


@shared_task(ignore_result=True)
def send_pushes() -> None:
    """Send the pushes that are due."""
    pushing.send_due()


@shared_task(ignore_result=True)
def forget_devices() -> None:
    """Remove devices whose session has ended, and old notices."""
    devices.forget_ended(now())
    services.forget_old()
