"""How long what people wrote is kept: a while after the end of its game, then it goes.

A report keeps the lines that were to be seen when it was written in its own row (reports.py), so it loses nothing.
"""

from datetime import datetime, timedelta

from django.conf import settings

from games.tables.models.chat import ChatMessage
from spades_site.common.clock import now

AT_ONCE = 500
"""How many messages go in one transaction, so that nobody who writes waits for long."""


def forget_old_chat(at: datetime | None = None) -> int:
    """Remove the messages of games that ended more than CHAT_DAYS days ago; returns how many.

    0 days keep everything. May run twice, late, or at once with itself.
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
