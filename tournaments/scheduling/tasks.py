"""What beat runs for the tournaments. Each task may run twice, late, or at once with itself."""

from celery import shared_task

from tournaments.events import reminding, running


@shared_task(ignore_result=True)
def advance_due() -> None:
    """Advance every tournament for which something is due."""
    running.advance_due()


@shared_task(ignore_result=True)
def remind() -> None:
    """Call to mind what starts soon, and call those for whom the others wait."""
    reminding.remind()
