"""Celery tasks of tables."""

from celery import shared_task

from games.tables.game import thinking
from games.tables.lobby import rated_search
from games.tables.server import cleanup, presence, wakeups
from games.tables.storage import partitions
from games.tables.timing import outages


@shared_task(ignore_result=True)
def sweep() -> None:
    """Wake every table that is due. Idempotent and safe to run late or concurrently."""
    wakeups.sweep_tables(outages.served_until())
    presence.sweep_silent()


@shared_task(ignore_result=True)
def seat_searchers() -> None:
    """Seat the people who look for a rated game. Idempotent and safe to run late or concurrently."""
    rated_search.sweep(outages.served_until())


@shared_task(ignore_result=True)
def forget_old_chat() -> None:
    """Delete the chat of games that ended long ago. Idempotent and safe to run late or concurrently."""
    cleanup.forget_old_chat()


@shared_task(ignore_result=True)
def remove_unused_guests() -> None:
    """Delete guests who never played and haven't been here for long. Idempotent and safe to run late or
    concurrently.
    """
    cleanup.remove_unused_guests()


@shared_task(ignore_result=True)
def make_partitions() -> None:
    """Create the log's next partitions, if it is partitioned. Idempotent and safe to run late or concurrently."""
    partitions.make_ahead()


@shared_task(ignore_result=True)
def choose_for_bot(table_id: int, version: int, seat: int) -> None:
    """Choose for a bot that searches, and store its card for that turn. Idempotent and safe to run late or
    concurrently.
    """
    thinking.think(table_id, version, seat)
