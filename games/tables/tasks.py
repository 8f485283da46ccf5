"""What beat has done at tables."""

from celery import shared_task

from games.tables.server import chat_keeping, guest_keeping, presence, wakeups
from games.tables.timing import outages
from spades_site.common.clock import now


@shared_task(ignore_result=True)
def sweep() -> None:
    """Wake every table that is due. May run twice, late, or at once with itself."""
    # Taken first: a house that stands still in between takes nobody's turn for it.
    moment = now()
    outages.beat()
    wakeups.sweep_tables(moment)
    presence.sweep_silent()


@shared_task(ignore_result=True)
def forget_old_chat() -> None:
    """Remove what was written at games that are long over. May run twice, late, or at once with itself."""
    chat_keeping.forget_old_chat()


@shared_task(ignore_result=True)
def remove_unused_guests() -> None:
    """Remove guests who never played and haven't been here for long. May run twice, late, or at once with itself."""
    guest_keeping.remove_unused_guests()
