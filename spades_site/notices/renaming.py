"""Updating the names in notices when somebody is renamed."""

from typing import Any

from spades_site.accounts.models import User
from spades_site.accounts.renaming import earlier_names
from spades_site.common.renaming import put_name
from spades_site.notices.models import Notice


def on_renamed(payload: dict[str, Any]) -> None:
    """Put a member's current name into the notices that name them. Idempotent."""
    user = User.objects.filter(pk=payload["user"]).first()
    if user is not None:
        put_name(earlier_names(user), user.username, (Notice, "params"))
