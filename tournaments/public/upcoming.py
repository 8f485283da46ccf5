"""Tournaments that start soon, registered with the lobby, which can't import this app."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, OuterRef, Subquery, Window
from django.utils.translation import gettext as _

from games.tables.hooks import Upcoming
from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.events.core import permissions
from tournaments.events.models import Entry, EntryPlayer
from tournaments.events.plan.choices import Status

AHEAD = timedelta(hours=24)
LATE = timedelta(minutes=30)
"""A tournament that hasn't begun this long after its start is no longer listed."""
MOST = 4
WAITING = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN)


def upcoming_for(user: Viewer) -> tuple[list[Upcoming], int]:
    """Return the tournaments that start within a day and that the viewer may see, the next first, and how many
    more do.
    """
    at = now()
    own = EntryPlayer.objects.filter(tournament=OuterRef("pk"), user=user.pk or 0, active=True)
    soon = list(
        permissions.visible_to(user)
        .filter(status__in=WAITING, starts_at__range=(at - LATE, at + AHEAD))
        .annotate(own=Subquery(own.values("entry__status")[:1]), all=Window(Count("pk")))
        .order_by("starts_at", "pk")[:MOST]
    )
    shown = [
        Upcoming(
            title=one.name,
            url=one.get_absolute_url(),
            starts_at=one.starts_at,
            note=_note(one),
        )
        for one in soon
    ]
    return shown, soon[0].all - len(soon) if soon else 0


def _note(tournament: Any) -> str:
    """Return the viewer's status in it, or else what they can do now."""
    sentences = {
        None: tournament.get_status_display(),
        Entry.Status.CHECKED_IN: _("you are checked in"),
        Entry.Status.WAITING: _("you are on the waiting list"),
        Entry.Status.INVITED: _("your partner hasn’t answered"),
    }
    if tournament.own == Entry.Status.ENTERED and tournament.status == Status.CHECK_IN:
        return _("check in now")
    return str(sentences.get(tournament.own, _("you are entered")))
