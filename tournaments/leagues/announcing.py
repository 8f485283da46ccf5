"""Announcements to a league's members: on the league's page, as a notice, and by mail for those who want it."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_name, clean_text
from tournaments.leagues import notify
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Announcement
from tournaments.leagues.permissions import require_organizer, require_shown

LONGEST_TITLE = 100
SAME_AGAIN = timedelta(hours=1)
"""How long a repeated text counts as a double submission."""


def announce(*, league_id: int, by: User, title: str, text: str) -> Announcement:
    """Announce something to all members. Repeating an announcement within an hour returns the first one.

    Raises Refused: "not_organizer", "text_empty", "limit", and what `clean_name` and `clean_text` refuse.
    """
    title = clean_name(title, what=_("The title"), longest=LONGEST_TITLE)
    text = clean_text(text, what=_("The text"))
    if not text:
        raise Refused("text_empty", _("Write what the members should know."))
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        same = league.announcements.filter(by=by, title=title, text=text)
        if made := same.filter(at__gt=now() - SAME_AGAIN).first():
            return made
        limits.count("announcements", league.pk)
        made = Announcement.objects.create(league=league, title=title, text=text, by=by, at=now())
        notify.announced(made)
        audit.record(actor=by, verb="league.announced", subject=league, title=title)
    return made


def remove(*, league_id: int, by: User, announcement_id: int) -> None:
    """Remove an announcement and its unread notices. Does nothing without one. Raises Refused "not_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        made = league.announcements.filter(pk=announcement_id).first()
        if made is None:
            return
        notify.announcement_removed(made)
        audit.record(
            actor=by, verb="league.announcement_removed", subject=league, title=made.title,
            before={"title": made.title, "text": made.text}, after={"title": "", "text": ""},
        )  # fmt: skip
        made.delete()
