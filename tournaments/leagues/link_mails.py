"""Invitation mails. Each is claimed in its own statement before sending, so it is sent at most once."""

import logging
from collections.abc import Callable
from datetime import UTC
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.tables.access.mutes import blocked_with
from spades_site.common import limits, switches
from spades_site.common.clock import now
from tournaments.leagues.mailed import MailedLink
from tournaments.leagues.models import InvitationLink

log = logging.getLogger("spades.leagues")
BATCH = 20


def send_due() -> int:
    """Send the invitations to leagues that are due (see `send_all_due`)."""
    shown = InvitationLink.objects.filter(league__hidden_at=None)
    return send_all_due(shown.select_related("league", "by"), compose)


def send_all_due[Link: MailedLink](
    links: QuerySet[Link], compose: Callable[[Link], EmailMessage]
) -> int:
    """Send the due invitations among `links`, and delete those that have ended; returns how many were sent.

    Idempotent and safe to call late or concurrently.
    """
    at = now()
    links.model._default_manager.filter(ends_at__lte=at).delete()
    if not switches.is_on("mails"):
        return 0
    due = links.filter(mail_due_at__lte=at, mail_taken_at=None).order_by("pk")
    return sum(_send(link, compose) for link in due[:BATCH])


def _send[Link: MailedLink](link: Link, compose: Callable[[Link], EmailMessage]) -> bool:
    taken = type(link)._default_manager.filter(pk=link.pk, mail_taken_at=None)
    if not taken.update(mail_taken_at=now(), mail_due_at=None):
        return False
    if _unwanted(link) or not limits.allow("account_mails", "league", link.email.lower()):
        return False
    try:
        compose(link).send()
    except Exception as error:
        # The mail may have been sent despite the error, so don't retry; the organizer can revoke it and send another.
        log.warning("invitation %s could not be mailed: %s", link.pk, type(error).__name__)
        return False
    return True


def _unwanted(link: MailedLink) -> bool:
    """Return whether the account with this address, if there is one, has blocked the inviter."""
    if link.by is None:
        return False
    readers = get_user_model().objects.filter(email__iexact=link.email, is_active=True)
    return readers.filter(pk__in=blocked_with(link.by)).exists()


def compose(link: InvitationLink) -> EmailMessage:
    """Return the mail, in the inviter's language."""
    return letter(
        link,
        _subject,
        "leagues/invitation.txt",
        {"league": link.league, "who": link.by.username if link.by else link.league.name},
    )


def _subject(context: dict[str, Any]) -> str:
    return _("%(who)s invites you to the league %(league)s") % context


def letter(
    link: MailedLink,
    subject: Callable[[dict[str, Any]], str],
    template: str,
    context: dict[str, Any],
) -> EmailMessage:
    """Return the mail with a link in the inviter's language: the `template` gets `context` and the link's address and end.

    `subject` makes the subject from `context`, once the language is chosen.
    """
    language = link.by.language if link.by is not None else ""
    with translation.override(language or settings.LANGUAGE_CODE), timezone.override(UTC):
        context = {
            **context,
            "site_name": settings.SITE_NAME,
            "url": settings.SITE_URL + link.get_absolute_url(),
            "ends_at": timezone.localtime(link.ends_at),
        }
        return EmailMessage(
            subject=f"[{settings.SITE_NAME}] {subject(context)}".replace("\n", " "),
            body=render_to_string(template, context),
            to=[link.email],
            headers={"Auto-Submitted": "auto-generated"},
        )
