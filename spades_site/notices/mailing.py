"""Mails about notices: outside quiet hours, in the reader's language and time zone, and at most once.

The sender first claims the notice in a separate statement that only one process can win. A process that dies
between claiming and sending leaves the mail unsent; it is never sent twice.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, mailers
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from spades_site.common import limits, switches
from spades_site.common.clock import now
from spades_site.notices.kinds import KINDS, UNLIMITED
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from spades_site.notices.wanted import still_wanted

log = logging.getLogger("spades.notices")
BATCH = 100
AFTER_A_FAILURE = timedelta(minutes=1)
OFF_SALT = "notices.off"


def send_due(at: datetime | None = None) -> int:
    """Send the mails that are due at `at` (by default now); returns how many were sent.

    Idempotent and safe to call late or concurrently. If the mail server can't be reached, claims nothing, so that a later
    call tries again.
    """
    at = at or now()
    if not switches.is_on("mails"):
        return 0
    due = list(
        Notice.objects.filter(mail_due_at__lte=at, mail_taken_at=None)
        .select_related("user__notice_wishes")
        .order_by("mail_due_at", "pk")[:BATCH]
    )
    ready = [notice for notice in due if still_wanted(notice, "mail", at)]
    sent = 0
    connection = mailers.default if ready else None
    try:
        for number, notice in enumerate(ready):
            # The connection may be open already, or closed by a failed mail because the server went away.
            if not _reached(connection):
                _put_off(ready[number:], at)
                break
            sent += _send(notice, connection, at)
    finally:
        if connection is not None:
            _hang_up(connection)
    return sent


def _reached(connection: Any) -> bool:
    try:
        connection.open()
    except OSError as error:
        log.warning("the mail server could not be reached: %s", type(error).__name__)
        return False
    return True


def _put_off(notices: Sequence[Notice], at: datetime) -> None:
    Notice.objects.filter(pk__in=[each.pk for each in notices], mail_taken_at=None).update(
        mail_due_at=at + AFTER_A_FAILURE
    )


def _send(notice: Notice, connection: Any, at: datetime) -> bool:
    try:
        mail = compose(notice)
    except Exception:
        # A notice that can't be rendered must not block the others.
        log.exception("notice %s could not be rendered", notice.pk)
        Notice.objects.filter(pk=notice.pk).update(mail_due_at=None)
        return False
    taken = Notice.objects.filter(pk=notice.pk, mail_taken_at=None).update(
        mail_taken_at=at, mail_due_at=None
    )
    if not taken:
        return False
    # Limit the mails, so that nobody can flood a mailbox by triggering notices: the rest appears only on the page.
    if notice.kind not in UNLIMITED and not limits.allow("mails", notice.user_id, notice.kind):
        return False
    try:
        connection.send_messages([mail])
    except Exception as error:
        # It may have been sent all the same, so it isn't retried.
        log.warning("notice %s could not be mailed: %s", notice.pk, type(error).__name__)
        _hang_up(connection)
        return False
    Notice.objects.filter(pk=notice.pk).update(mailed_at=at)
    return True


def _hang_up(connection: Any) -> None:
    """Close a connection in an unknown state; the next mail opens another."""
    try:
        connection.close()
    except OSError as error:
        log.warning(
            "the connection to the mail server could not be closed: %s", type(error).__name__
        )


def compose(notice: Notice) -> EmailMultiAlternatives:
    """Return the mail about a notice, plain and HTML, in its reader's language and zone."""
    user = notice.user
    token = signing.dumps([user.pk, notice.kind], salt=OFF_SALT)
    off = settings.SITE_URL + reverse("notices_off", args=[token])
    with (
        translation.override(getattr(user, "language", "") or settings.LANGUAGE_CODE),
        timezone.override(ZoneInfo(user.time_zone)),
    ):
        texts = notice_text(notice.kind, notice.params)
        context = {
            "texts": texts,
            "user": user,
            "site_name": settings.SITE_NAME,
            "url": settings.SITE_URL + notice.path,
            "off_url": off,
            "settings_url": settings.SITE_URL + reverse("notices_settings"),
            "kind": KINDS[notice.kind].label,
            "language": translation.get_language(),
        }
        mail = EmailMultiAlternatives(
            subject=f"[{settings.SITE_NAME}] {texts.title}".replace("\n", " "),
            body=render_to_string("notices/mail.txt", context),
            to=[user.email],
            headers={
                "List-Unsubscribe": f"<{off}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        mail.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return mail


def read_token(token: str) -> tuple[int, str]:
    """Return the user's key and the kind in a mail's unsubscribe token. Raises signing.BadSignature."""
    user_id, kind = signing.loads(token, salt=OFF_SALT)
    return int(user_id), str(kind)
