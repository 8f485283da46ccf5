"""The Celery task for webhooks."""

from celery import shared_task

from tournaments.webhooks import sending


@shared_task(ignore_result=True)
def send_webhooks() -> None:
    """Send what is due to webhooks."""
    sending.send_due()
