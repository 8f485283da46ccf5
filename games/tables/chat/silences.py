"""Silences: staff bar somebody from writing at any table, for some days or for good."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.tables.models.chat import Silence
from spades_site.accounts.models import User
from spades_site.accounts.rights import public_reason
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.services import by_staff

DAYS = (1, 7, 30, 0)
"""For how many days staff mute; 0 is for good."""
A_MOMENT = timedelta(minutes=1)


def in_force() -> QuerySet[Silence]:
    """Return the silences in force, newest first, with `user` and `by`."""
    found = Silence.objects.filter(Q(until=None) | Q(until__gt=now()))
    return found.select_related("user", "by").order_by("-at", "-pk")


def refuse_silenced(user: User) -> None:
    """Raise Refused "silenced", with the reason, if staff have silenced the user. One query."""
    found = in_force().filter(user=user).select_related(None).first()
    if found is None:
        return
    if found.until is None:
        sentence = _("Staff have muted you for good. Reason: %(reason)s")
        raise Refused("silenced", sentence % {"reason": found.reason})
    end = timezone.localtime(found.until)
    params = {
        "reason": found.reason,
        "until": f"{date_format(end, 'DAY_THEN_TIME')} ({end.tzname()})",
    }
    raise Refused(
        "silenced", _("Staff have muted you until %(until)s. Reason: %(reason)s") % params
    )


def silence(*, user_id: int, by: User, days: int, reason: str) -> Silence:
    """Bar somebody from writing at any table for `days` (0: for good), and notify them.

    Idempotent; a new end replaces an earlier one. Raises Refused: "reason_missing", "no_such_days", "yourself", "staff".
    """
    reason = public_reason(reason)
    if days not in DAYS:
        raise Refused("no_such_days", _("Choose one of the listed times."))
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if user == by:
            raise Refused("yourself", _("You can’t mute yourself."))
        if user.is_staff:
            raise Refused("staff", _("This person is staff: remove that first."))
        at = now()
        until = at + timedelta(days=days) if days else None
        known = in_force().filter(user=user).first()
        if known is not None and _same(known.until, until):
            return known
        made, _new = Silence.objects.update_or_create(
            user=user, defaults={"until": until, "reason": reason, "by": by, "at": at}
        )
        before = None if known is None else _written(known.until)
        entry = audit.record(
            actor=by, verb="user.muted", subject=user, reason=reason,
            before=before, after=_written(until),
        )  # fmt: skip
        news, params = "muted", {}
        if until is not None:
            news, params = "muted_until", {"until_at": until.isoformat()}
        by_staff([user], news, user.username, reverse("lobby"), reason, entry.pk, **params)
    return made


def lift_silence(*, user_id: int, by: User, reason: str) -> None:
    """Let somebody write again, and notify them. Idempotent. Raises Refused "reason_missing"."""
    reason = public_reason(reason)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        known = in_force().filter(user=user).first()
        if known is None:
            return
        before = _written(known.until)
        known.delete()
        entry = audit.record(
            actor=by, verb="user.unmuted", subject=user, reason=reason, before=before, after=None
        )
        by_staff([user], "unmuted", user.username, reverse("lobby"), reason, entry.pk)


def _same(one: datetime | None, two: datetime | None) -> bool:
    if one is None or two is None:
        return one is two
    return abs(one - two) < A_MOMENT


def _written(until: datetime | None) -> str:
    return "for good" if until is None else until.isoformat()
