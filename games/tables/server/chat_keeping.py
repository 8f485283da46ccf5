"""Deleting chat messages some time after the end of their game.

A report stores the messages that were visible when it was written in its own row (reports.py), so it loses
nothing.
"""

from datetime import datetime, timedelta

from django.conf import settings

from games.tables.models.chat import ChatMessage
from spades_site.common.clock import now

AT_ONCE = 500
"""How many messages are deleted in one transaction, so that writers don't wait for long."""


def forget_old_chat(at: datetime | None = None) -> int:
    """Delete the messages of games that ended more than CHAT_DAYS days ago; returns how many.

    With 0 days everything is kept. Idempotent and safe to call late or concurrently.
    """
    days = settings.CHAT_DAYS
    if days <= 0:
        return 0
    old = ChatMessage.objects.filter(
        table__finished_at__lt=(at or now()) - timedelta(days=days)
    ).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        _all, by_model = ChatMessage.objects.filter(pk__in=keys).delete()
        gone += by_model.get(ChatMessage._meta.label, 0)
    return gone
