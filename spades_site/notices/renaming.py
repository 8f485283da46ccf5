"""Notices about measures on accounts (a new name, a removed picture), and new names in earlier notices."""

from typing import Any

from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.accounts.renaming import earlier_names
from spades_site.common.models import AuditEntry
from spades_site.common.people.renaming import put_name
from spades_site.notices.models import Notice
from spades_site.notices.services import by_staff


def on_renamed(payload: dict[str, Any]) -> None:
    """Update a member's name in the notices that name them, and notify the member. Idempotent."""
    user = User.objects.filter(pk=payload["user"]).first()
    if user is None:
        return
    put_name(earlier_names(user), user.username, (Notice, "params"))
    _tell(user, "renamed", reverse("settings"), payload)


def on_picture_removed(payload: dict[str, Any]) -> None:
    """Notify a member that staff removed their picture. Idempotent."""
    user = User.objects.filter(pk=payload["user"]).first()
    if user is not None:
        _tell(user, "picture_removed", reverse("avatar"), payload)


def _tell(user: User, news: str, path: str, payload: dict[str, Any]) -> None:
    entry = AuditEntry.objects.filter(pk=payload.get("entry", 0)).first()
    if entry is not None and user.is_active:
        by_staff([user], news, user.username, path, str(entry.reason) or "–", entry.pk)
