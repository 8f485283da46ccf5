"""Celery tasks of analyses."""

from celery import shared_task

from games.analysis import services


@shared_task(ignore_result=True)
def analyse_hand(table_id: int, number: int) -> None:
    """Analyse a hand of a finished game, unless it has been. Idempotent and safe to run late or concurrently."""
    services.analyse_hand(table_id, number)


@shared_task(ignore_result=True)
def send_again() -> None:
    """Resend the jobs of overdue analyses. Idempotent and safe to run late or concurrently."""
    services.send_again()
