"""Updating the names in notices when somebody is renamed."""

from typing import Any

from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.accounts.renaming import earlier_names
from spades_site.common.models import AuditEntry
from spades_site.common.renaming import put_name
from spades_site.notices.models import Notice
from spades_site.notices.services import by_staff


def on_renamed(payload: dict[str, Any]) -> None:
    """Put a member's current name into the notices that name them, and tell them of it. Idempotent."""
    user = User.objects.filter(pk=payload["user"]).first()
    if user is None:
        return
    put_name(earlier_names(user), user.username, (Notice, "params"))
    entry = AuditEntry.objects.filter(pk=payload.get("entry", 0)).first()
    if entry is not None and user.is_active:
        path = reverse("settings")
        by_staff([user], "renamed", user.username, path, str(entry.reason) or "–", entry.pk)
