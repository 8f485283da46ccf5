"""What beat has done at tables."""

from celery import shared_task

from games.tables import presence, pulse, waking
from spades_site.common.clock import now


@shared_task(ignore_result=True)
def sweep() -> None:
    """Wake every table that is due. May run twice, late, or at once with itself."""
    # Taken first: a house that stands still in between takes nobody's turn for it.
    moment = now()
    pulse.beat()
    waking.sweep_tables(moment)
    presence.sweep_silent()
