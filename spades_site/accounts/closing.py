"""Closing an account, and exporting its data. Games and results remain under "closed account"."""

from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from spades_site.accounts import names
from spades_site.accounts.models import FormerName, User
from spades_site.accounts.personal import FAREWELLS, OBSTACLES, TRACES
from spades_site.accounts.renaming import RENAMED, change_name
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused

_ABOUT_ONESELF = (
    *("username", "email", "first_name", "last_name", "date_joined", "last_login"),
    *(
        "time_zone",
        "language",
        "country",
        "avatar",
        "profile_for",
        "last_seen",
        "listened_at",
        "is_staff",
        "is_bot",
    ),
)


def keep_open(user: User) -> None:
    """Lock an account that is about to join something, so that it can't be closed or become a bot account meanwhile.

    Updates `user.is_bot`. Must be called before any lock that comes after the user's. Raises Refused "account_closed".
    """
    # NO KEY, so that others can insert rows about this person meanwhile.
    found = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True)
    is_bot = found.values_list("is_bot", flat=True).first()
    if is_bot is None:
        raise Refused(
            "account_closed",
            _("This account has been closed. Sign in with another one to take part."),
        )
    # A socket's user may be outdated: it was loaded when the socket was opened.
    user.is_bot = is_bot


def obstacles_of(user: User) -> list[str]:
    """Return the obstacles to closing somebody's account, as sentences."""
    found = [sentence for obstacles in OBSTACLES for sentence in obstacles(user)]
    if user.is_staff:
        found.append(_("You are staff: ask another staff member to remove that first."))
    return found


def close_account(*, user_id: int, by: User) -> User:
    """Close a member's account: delete all personal data, and put a neutral name on what remains.

    Atomic and idempotent. Raises Refused "not_yet", with what to do first.
    """
    with transaction.atomic():
        # NO KEY, so that a transaction that has locked a tournament can insert rows about this person without waiting.
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if not user.is_active and user.username.startswith(names.CLOSED):
            return user
        for farewell in FAREWELLS:
            farewell(user)
        # The farewells hold the locks under which this person could join something, so the answer stays valid.
        if first := obstacles_of(user):
            raise Refused("not_yet", " ".join(first))
        end_sessions(user)
        former = FormerName.objects.filter(user=user).values_list("name_key", flat=True)
        names.retire({user.name_key, *former})
        change_name(user, f"{names.CLOSED}{user.pk}")
        # Not deferred, because it needs the former names, which are deleted below.
        outbox.hand_over(RENAMED, {"user": user.pk})
        for trace in TRACES:
            if not trace.stays:
                trace.rows(user).delete()
        FormerName.objects.filter(user=user).delete()
        _empty(user)
        audit.record(actor=by if by != user else None, verb="account.closed", subject=user)
    return user


def export_of(user: User) -> dict[str, Any]:
    """Return all stored personal data of somebody, for JSON: the account, then rows by model."""
    data: dict[str, Any] = {
        "site": settings.SITE_URL,
        "exported_at": now(),
        "account": {field: getattr(user, field) for field in _ABOUT_ONESELF},
    }
    for trace in TRACES:
        if rows := trace.exported(user):
            data[f"{trace.model._meta.label}.{trace.field}"] = rows
    return data


def end_sessions(user: User) -> None:
    """Delete the sessions in which somebody is signed in, and forget the devices; unlisted ones end because the account is closed."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for key in UserSession.objects.filter(user=user).values_list("session_key", flat=True):
        store.delete(key)
    forget_devices(user)


def forget_devices(user: User) -> None:
    """Make every browser unknown that passed somebody's second factor. Idempotent."""
    User.objects.filter(pk=user.pk).update(device_version=F("device_version") + 1)


def _empty(user: User) -> None:
    blank = User(username=user.username)
    for field in ("email", "first_name", "last_name", "time_zone", "language", "country", "avatar"):
        setattr(user, field, getattr(blank, field))
    user.last_login = user.last_seen = user.listened_at = None
    user.is_active = user.is_staff = user.is_superuser = False
    # Invalidates the old calendar addresses.
    user.calendar_version += 1
    user.set_unusable_password()
    user.save()
