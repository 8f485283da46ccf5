"""What beat has done at tables."""

from celery import shared_task

from games.tables import presence, pulse, waking


@shared_task(ignore_result=True)
def sweep() -> None:
    """Wake every table that is due. May run twice, late, or at once with itself."""
    pulse.beat()
    waking.sweep_tables()
    presence.sweep_silent()
