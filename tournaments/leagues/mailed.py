"""Mailed invitations with a secret link: the common fields and helpers, whatever they invite to."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused

MAILED_FOR = timedelta(days=14)
"""How long a mailed invitation is valid."""


class MailedLink(models.Model):
    """A link by which an invitation is accepted. `link_mails` sends those that are due."""

    key = models.CharField(max_length=43, unique=True, help_text="The secret in the address.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    ends_at = models.DateTimeField()
    email = models.EmailField(blank=True, help_text="Empty: a link to share.")
    mail_due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    mail_taken_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When a process claimed the mail; a claimed mail is sent once.",
    )

    class Meta:
        abstract = True

    def get_absolute_url(self) -> str:
        """Return the address of the page that accepts it."""
        raise NotImplementedError


def checked_address(email: str) -> str:
    """Return a mail address to which an invitation can be sent. Raises Refused: "no_mail", "address_wrong"."""
    if not settings.NOTICE_MAILS:
        raise Refused("no_mail", _("This site sends no mails. Invite people by user name."))
    return valid_address(email)


def valid_address(email: str) -> str:
    """Return a mail address without blanks around it. Raises Refused "address_wrong"."""
    email = email.strip()
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(
            "address_wrong", _("This isn’t a mail address. Check the spelling.")
        ) from None
    return email


def to_be_mailed(email: str, by: User, at: datetime) -> dict[str, Any]:
    """Return the fields of a link to mail to this address, with a new secret."""
    return {
        "key": new_key(),
        "by": by,
        "at": at,
        "ends_at": at + MAILED_FOR,
        "email": email,
        "mail_due_at": at,
    }


def new_key() -> str:
    """Return a new secret."""
    return secrets.token_urlsafe(32)


def over() -> Refused:
    """Return the refusal of a link that is unknown, has ended, or was used up or revoked."""
    return Refused(
        "link_over",
        _("This invitation has ended, was used up or was revoked. Ask for another one."),
    )
