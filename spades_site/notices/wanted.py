"""Decide whether, and when, to send a notice by mail or push."""

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from spades_site.notices.models import Notice
from spades_site.notices.quiet import end_of_quiet
from spades_site.notices.services import default_preferences

Way = Literal["mail", "push"]


def still_wanted(notice: Notice, way: Way, at: datetime) -> bool:
    """Return whether to send the notice now; otherwise cancel it, or postpone it until after the quiet hours."""
    user = notice.user
    # Loaded with the notice, to avoid a query for each.
    wishes = getattr(user, "notice_wishes", None) or default_preferences(user)
    later = end_of_quiet(at, ZoneInfo(user.time_zone), wishes.quiet_from, wishes.quiet_to)
    kinds, reachable = (
        (wishes.by_mail, bool(user.email)) if way == "mail" else (wishes.by_push, True)
    )
    wanted = (
        notice.read_at is None
        and user.is_active
        and reachable
        and notice.kind in kinds
        and later <= notice.mail_until
    )
    if wanted and later <= at:
        return True
    Notice.objects.filter(pk=notice.pk, **{f"{way}_taken_at": None}).update(
        **{f"{way}_due_at": later if wanted else None}
    )
    return False
