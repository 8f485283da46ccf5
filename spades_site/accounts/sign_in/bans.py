"""What staff can do about a person's signing in: ban them, lift the ban, and reset their second factor."""

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts import names
from spades_site.accounts.closing import end_sessions
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.slots import Listeners

banned: Listeners[[User, User]] = Listeners()
"""Called with a person who has been banned, and by whom, inside the transaction that locks the account."""


def ban(*, user_id: int, by: User, reason: str) -> User:
    """Sign somebody out everywhere and keep them from signing in; games and entries stay. Idempotent.

    Raises Refused: "reason_missing", "yourself", "staff".
    """
    with transaction.atomic():
        user = _locked(user_id, reason)
        if user == by:
            raise Refused("yourself", _("You can’t ban yourself."))
        if user.is_staff:
            raise Refused("staff", _("This person is staff: remove that first."))
        if user.is_active:
            _set_active(user, active=False)
            end_sessions(user)
            audit.record(
                actor=by, verb="user.banned", subject=user, reason=reason, before=True, after=False
            )
            banned(user, by)
    return user


def lift_ban(*, user_id: int, by: User, reason: str) -> User:
    """Let somebody sign in again. Idempotent. Raises Refused: "reason_missing", "account_closed"."""
    with transaction.atomic():
        user = _locked(user_id, reason)
        if not user.is_active:
            if user.username.startswith(names.CLOSED):
                raise Refused("account_closed", _("This account was closed; its data is gone."))
            _set_active(user, active=True)
            audit.record(
                actor=by,
                verb="user.ban_lifted",
                subject=user,
                reason=reason,
                before=False,
                after=True,
            )
    return user


def reset_second_factor(*, user_id: int, by: User, reason: str) -> User:
    """Delete somebody's authenticator app, keys and recovery codes, and sign them out everywhere. Idempotent.

    Raises Refused: "reason_missing".
    """
    with transaction.atomic():
        user = _locked(user_id, reason)
        gone, _by_model = Authenticator.objects.filter(user=user).delete()
        if gone:
            end_sessions(user)
            audit.record(actor=by, verb="user.second_factor_reset", subject=user, reason=reason)
    return user


def _locked(user_id: int, reason: str) -> User:
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason; it goes into the log."))
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def _set_active(user: User, *, active: bool) -> None:
    user.is_active = active
    # Invalidates the calendar addresses.
    user.calendar_version += 1
    user.save(update_fields=["is_active", "calendar_version"])
