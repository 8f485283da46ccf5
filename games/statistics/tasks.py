"""The Celery task of achievements."""

from celery import shared_task

from games.statistics.achievements import award_honours


@shared_task(ignore_result=True)
def notice_honours() -> None:
    """Award achievements in tournaments and seasons. Idempotent and safe to run late or concurrently."""
    award_honours()
