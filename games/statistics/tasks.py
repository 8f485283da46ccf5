"""The Celery task that beat runs for achievements."""

from celery import shared_task

from games.statistics.achievements import award_honours


@shared_task(ignore_result=True)
def notice_honours() -> None:
    """Award what people reached in tournaments and seasons. Idempotent and safe to run late or concurrently."""
    award_honours()
