"""Celery tasks of fair play."""

from celery import shared_task

from games.fair_play import choices, connections, times


@shared_task(ignore_result=True)
def examine(table_id: int) -> None:
    """Examine an analysed game, unless it has been. Idempotent and safe to run late or concurrently."""
    choices.examine(table_id)


@shared_task(ignore_result=True)
def send_again() -> None:
    """Resend the jobs of overdue examinations. Idempotent and safe to run late or concurrently."""
    choices.send_again()


@shared_task(ignore_result=True)
def forget_old() -> None:
    """Delete old connections, examined cards and paces. Idempotent and safe to run late or concurrently."""
    connections.forget_old()
    choices.forget_old()
    times.forget_old()
