"""What beat runs for the tournaments. Each task may run twice, late, or at once with itself."""

from celery import shared_task

from tournaments.events import advance
from tournaments.events.notices import reminders


@shared_task(ignore_result=True)
def advance_due() -> None:
    """Advance every tournament for which something is due."""
    advance.advance_due()


@shared_task(ignore_result=True)
def remind() -> None:
    """Call to mind what starts soon, and call those for whom the others wait."""
    reminders.remind()
