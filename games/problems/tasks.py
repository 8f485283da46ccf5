"""The Celery task of problems."""

from celery import shared_task

from games.problems import days, search


@shared_task(ignore_result=True)
def look_for_problems() -> None:
    """Choose the problems that are due, and take a small step in the search for more.

    Idempotent and safe to run late or concurrently.
    """
    days.choose_due()
    search.step()
