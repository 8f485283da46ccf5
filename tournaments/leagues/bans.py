"""Bans: a banned person isn't a member, and can't join, ask to join, be invited, or enter the league's tournaments.

Like removed members, they can still see and finish tournaments that they have entered.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.leagues import notify
from tournaments.leagues.joining import person_called
from tournaments.leagues.locks import lock_league
from tournaments.leagues.members import end
from tournaments.leagues.models import Admission, Ban
from tournaments.leagues.permissions import bans_in_force, require_organizer


def ban(
    *, league_id: int, by: User, username: str, reason: str, until: datetime | None = None
) -> Ban:
    """Ban somebody from the league until `until` (None: for good), end their membership, and notify them of the reason.

    A second ban replaces the first. Raises Refused: "not_organizer", "unknown_user", "user_guest", "owner",
    "yourself", "ban_over", "reason_missing", "limit", and what `clean_text` refuses.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        user = person_called(username)
        if user == by:
            raise Refused("yourself", _("You can’t ban yourself. Leave the league instead."))
        if not reason:
            raise Refused("reason_missing", _("Give a reason. The people concerned read it."))
        if until is not None and until <= now():
            raise Refused("ban_over", _("The ban must end in the future. Choose another day."))
        place = league.memberships.filter(user=user).select_related("user").first()
        if place is not None:
            end(league, place, by=by)
        Admission.objects.filter(league=league, user=user).delete()
        limits.count("notices", by.pk)
        made, _new = Ban.objects.update_or_create(
            league=league,
            user=user,
            defaults={"reason": reason, "until": until, "by": by, "at": now()},
        )
        entry = audit.record(
            actor=by,
            verb="league.banned",
            subject=league,
            reason=reason,
            user=user.pk,
            until=until and until.isoformat(),
        )
        notify.banned(made, entry.pk)
    return made


def lift(*, league_id: int, by: User, user_id: int) -> None:
    """End a ban. Does nothing without one. Raises Refused "not_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        found = bans_in_force(now()).filter(league=league, user=user_id)
        made = found.select_related("user").first()
        if made is None:
            return
        made.delete()
        until = made.until and made.until.isoformat()
        entry = audit.record(
            actor=by, verb="league.ban_lifted", subject=league, user=user_id,
            before={"reason": made.reason, "until": until}, after={"reason": "", "until": None},
        )  # fmt: skip
        notify.ban_lifted(league, made.user, entry.pk)
