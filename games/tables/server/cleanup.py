"""Delete old data: chat some time after the end of its game, and guests who never played.

A report stores the messages that were visible when it was written in its own row (chat/reports.py), so it loses
nothing. A guest who never played is deleted once their session, their only way back, has ended. Guests who played are
kept: the log, the replay and the record of a game name its players.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tables.models import Action, Seat, Table
from games.tables.models.chat import ChatMessage, Report
from spades_site.accounts.models import User
from spades_site.common.clock import now

MESSAGES_AT_ONCE = 500
"""How many messages are deleted in one transaction, so that writers don't wait for long."""


def forget_old_chat(at: datetime | None = None) -> int:
    """Delete the messages of games that ended more than CHAT_DAYS days ago; returns how many. What replays show stays.

    With 0 days everything is kept. Idempotent and safe to call late or concurrently.
    """
    days = settings.CHAT_DAYS
    if days <= 0:
        return 0
    before = (at or now()) - timedelta(days=days)
    old = (
        ChatMessage.objects.filter(table__finished_at__lt=before)
        .exclude(channel=ChatMessage.Channel.REPLAY)
        .exclude(channel=ChatMessage.Channel.PARTNER, table__status=Table.Status.FINISHED)
        .order_by("pk")
    )
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:MESSAGES_AT_ONCE]):
        _all, by_model = ChatMessage.objects.filter(pk__in=keys).delete()
        gone += by_model.get(ChatMessage._meta.label, 0)
    return gone


GUESTS_AT_ONCE = 200
"""How many guests are deleted in one transaction, so that nobody waits for long."""


def remove_unused_guests(at: datetime | None = None) -> int:
    """Delete guests without games who came more than GUEST_DAYS days ago; returns how many.

    With 0 days everybody is kept. A guest's page views aren't recorded, so nobody is deleted before a session
    begun on the last possible day has ended. Idempotent and safe to call concurrently.
    """
    days = settings.GUEST_DAYS
    if days <= 0:
        return 0
    age = max(timedelta(days=days), timedelta(seconds=settings.SESSION_COOKIE_AGE))
    unused = _unused((at or now()) - age)
    gone, last = 0, 0
    while keys := list(unused.filter(pk__gt=last).values_list("pk", flat=True)[:GUESTS_AT_ONCE]):
        last = keys[-1]
        with transaction.atomic():
            # A guest who is sitting down at this moment needs the user's row: either gets it first, or is too late.
            list(get_user_model().objects.select_for_update().filter(pk__in=keys).order_by("pk"))
            _all, by_model = unused.filter(pk__in=keys).delete()
            gone += by_model.get(get_user_model()._meta.label, 0)
    return gone


def _unused(before: datetime) -> QuerySet[User]:
    """Return the guests who came before that time and never played, in the order of their keys."""
    known = Q(table__started_at__isnull=False) | Q(
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING)
    )
    seats = Seat.objects.filter(known, user=OuterRef("pk"))
    actions = Action.objects.filter(known, user=OuterRef("pk"))
    reports = Report.objects.filter(Q(about=OuterRef("pk")) | Q(reporter=OuterRef("pk")))
    return (
        get_user_model()
        .objects.filter(is_guest=True, by_name=False)
        .filter(~Exists(seats), ~Exists(actions), ~Exists(reports), date_joined__lt=before)
        .order_by("pk")
    )
