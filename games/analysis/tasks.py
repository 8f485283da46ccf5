"""The Celery tasks of analyses: a job of the bots' queue, and what beat runs."""

from celery import shared_task

from games.analysis import services


@shared_task(ignore_result=True)
def analyse_hand(table_id: int, number: int) -> None:
    """Analyse a hand of a finished game, unless it is. Idempotent and safe to run late or concurrently."""
    services.analyse_hand(table_id, number)


@shared_task(ignore_result=True)
def send_again() -> None:
    """Send the jobs of analyses that aren't done once more. Idempotent and safe to run late or concurrently."""
    services.send_again()
