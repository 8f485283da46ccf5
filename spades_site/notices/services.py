"""Sending notices. Call `send_notice` in the transaction that makes the change."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.translation import to_json
from spades_site.notices.kinds import BY_PUSH, KINDS, QUIET_BY_MAIL
from spades_site.notices.models import Notice, NoticePreferences, PushDevice

Params = Mapping[str, Any]
AT_ONCE = 5000
"""How many notices a run of the hourly task looks at: its cost doesn't grow with the site."""


def send_notice(
    users: Iterable[User],
    kind: str,
    key: str,
    path: str,
    params: Params | Callable[[User], Params],
    until: datetime | None = None,
) -> None:
    """Notify each of `users`, once for each `kind` and `key`, however often it is called.

    `params` are the parameters of the texts (see `texts.notice_text`), or a function that returns them for a user. Mails and
    pushes are sent only until `until`; None: as long as mails of this kind are useful. Guests have no address and see
    notices only on the page. Raises KeyError for an unknown kind.
    """
    at = now()
    users = [user for user in users if not user.by_name]
    with_devices = set(PushDevice.objects.filter(user__in=users).values_list("user_id", flat=True))
    until = until or at + KINDS[kind].fresh_for
    Notice.objects.bulk_create(
        [
            Notice(
                user=user,
                kind=kind,
                key=key,
                path=path,
                params={
                    name: to_json(value)
                    for name, value in (params(user) if callable(params) else params).items()
                },
                created_at=at,
                mail_due_at=at if settings.NOTICE_MAILS and _has_address(user) else None,
                mail_until=until,
                push_due_at=at if user.pk in with_devices else None,
            )
            for user in users
        ],
        ignore_conflicts=True,
    )


def by_staff(
    users: Iterable[User], news: str, thing: str, path: str, reason: str, entry: int, **more: str
) -> None:
    """Notify people of a measure by staff.

    `news` is a key of STAFF_NEWS, `thing` the subject's name, `entry` the audit entry's key.
    """
    params = {"staff_news": news, "thing": thing, "reason": reason, **more}
    send_notice(users, "staff", f"audit:{entry}:{news}", path, params)


def mark_read(user: User, notice_id: int) -> Notice:
    """Mark one of the user's notices as read. Raises Refused "unknown_notice"."""
    notice = Notice.objects.filter(user=user, pk=notice_id).first()
    if notice is None:
        raise Refused("unknown_notice", _("You have no such notice."))
    if notice.read_at is None:
        notice.read_at = now()
        notice.save(update_fields=["read_at"])
    return notice


def mark_all_read(user: User) -> int:
    """Mark all of the user's notices as read; returns how many were unread."""
    return Notice.objects.filter(user=user, read_at=None).update(read_at=now())


def mark_handled(user_ids: Collection[int], kind: str, path: str, but: str = "") -> int:
    """Mark these users' notices of a kind about `path` as read, except the one with the key `but`; returns how many.

    No more mails are sent about them.
    """
    if not user_ids:
        return 0
    open_ones = Notice.objects.filter(user_id__in=user_ids, read_at=None, kind=kind, path=path)
    return open_ones.exclude(key=but).update(read_at=now(), mail_due_at=None, push_due_at=None)


def mark_old_read(*, before: datetime) -> int:
    """Mark everybody's notices older than `before` as read, without a mail; returns how many were unread."""
    old = Notice.objects.filter(created_at__lt=before, read_at=None)
    return old.update(read_at=F("created_at"), mail_due_at=None, push_due_at=None)


def forget_old() -> int:
    """Delete the oldest notices, read or not, after NOTICE_DAYS; return how many. 0 keeps all."""
    if not settings.NOTICE_DAYS:
        return 0
    limit = now() - timedelta(days=settings.NOTICE_DAYS)
    oldest = Notice.objects.order_by("pk").values_list("pk", "created_at")
    old = [pk for pk, at in oldest[:AT_ONCE] if at < limit]
    Notice.objects.filter(pk__in=old).delete()
    return len(old)


def unread(user: User) -> int:
    """Return the user's number of unread notices."""
    return Notice.objects.filter(user=user, read_at=None).count()


def preferences_of(user: User) -> NoticePreferences:
    """Return the user's notification settings; the defaults, unsaved, if there are none."""
    return NoticePreferences.objects.filter(user=user).first() or default_preferences(user)


def default_preferences(user: User) -> NoticePreferences:
    """Return the default settings for a user, unsaved."""
    return NoticePreferences(user=user, by_mail=default_mails(), by_push=list(BY_PUSH))


def default_mails() -> list[str]:
    """Return the kinds that are mailed by default."""
    return [code for code in KINDS if code not in QUIET_BY_MAIL]


def set_preferences(
    user: User,
    *,
    by_mail: Iterable[str],
    quiet_from: time | None,
    quiet_to: time | None,
    by_push: Iterable[str] = BY_PUSH,
) -> NoticePreferences:
    """Store the user's notification settings. Raises Refused "unknown_kind", "half_quiet"."""
    wanted, pushed = set(by_mail), set(by_push)
    if unknown := (wanted | pushed) - set(KINDS):
        raise Refused(
            "unknown_kind",
            _("There is no notice called “%(name)s”. Reload the page.") % {"name": min(unknown)},
        )
    if (quiet_from is None) != (quiet_to is None):
        raise Refused("half_quiet", _("Give both times of the quiet hours, or neither."))
    stored, _made = NoticePreferences.objects.update_or_create(
        user=user,
        defaults={
            "by_mail": [code for code in KINDS if code in wanted],
            "by_push": [code for code in KINDS if code in pushed],
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
        },
    )
    return stored


def no_mail_about(user: User, kind: str) -> None:
    """Stop mails of this kind to the user. Idempotent."""
    with transaction.atomic():
        usual = {"by_mail": default_mails(), "by_push": list(BY_PUSH)}
        NoticePreferences.objects.get_or_create(user=user, defaults=usual)
        # Locked, because two unsubscribe links may be opened at once.
        wishes = NoticePreferences.objects.select_for_update().get(user=user)
        wishes.by_mail = [code for code in wishes.by_mail if code != kind]
        wishes.save()


def _has_address(user: User) -> bool:
    return bool(user.email) and not user.is_guest
