"""Celery tasks for mails."""

from celery import shared_task

from spades_site.notices import mailing


@shared_task(ignore_result=True)
def send_mails() -> None:
    """Send the mails that are due."""
    mailing.send_due()
