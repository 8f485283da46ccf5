"""The Celery tasks of fair play."""

from celery import shared_task

from games.fair_play import connections


@shared_task(ignore_result=True)
def forget_old() -> None:
    """Delete old connections. Idempotent and safe to run late or concurrently."""
    connections.forget_old()
