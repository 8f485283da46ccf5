"""Celery tasks of practice."""

from celery import shared_task

from games.practice import turns
from games.tables.game import thinking


@shared_task(ignore_result=True)
def choose_for_bots(key: int) -> None:
    """Choose what the bots of a practice game do next. Idempotent and safe to run late or concurrently."""
    turns.think(key)


@shared_task(ignore_result=True)
def warm_up(level: int) -> None:
    """Load what a level needs, once per process. Idempotent and safe to run late or concurrently."""
    thinking.warm_up(level)


@shared_task(ignore_result=True)
def forget_old_turns() -> None:
    """Delete old turns of bots. Idempotent and safe to run late or concurrently."""
    turns.forget_old()
