"""What beat runs for the tournaments. Each task may run twice, late, or at once with itself."""

from celery import shared_task

from tournaments.events import running


@shared_task(ignore_result=True)
def advance_due() -> None:
    """Advance every tournament for which something is due."""
    running.advance_due()
