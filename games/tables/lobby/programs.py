"""Bot accounts whose programs are ready to play."""

from datetime import timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tables.models import Seat, Table
from spades_site.accounts.models import User
from spades_site.common.clock import now

EVERY: Final = timedelta(minutes=1)
"""How often it is stored that a program listens to its events."""
LISTENS_FOR: Final = 2 * EVERY


def note_listening(user: User) -> None:
    """Store that a bot account's program listens to its events, at most once a minute."""
    at = now()
    if user.is_bot and (user.listened_at is None or user.listened_at <= at - EVERY):
        user.listened_at = at
        get_user_model().objects.filter(pk=user.pk).update(listened_at=at)


def ready_programs() -> QuerySet[User]:
    """Return the bot accounts whose programs listen for invitations and don't play."""
    playing = Q(table__status=Table.Status.PLAYING, user=OuterRef("pk"))
    found = get_user_model().objects.filter(is_bot=True, is_active=True)
    return found.filter(~Exists(Seat.objects.filter(playing)), listened_at__gt=now() - LISTENS_FOR)
