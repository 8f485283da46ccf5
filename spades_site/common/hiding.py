"""Hiding something from everybody but those who run it, as a measure of staff."""

from typing import Any

from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry, Hideable


def set_hidden(
    thing: Hideable, verb: str, by: Any, reason: str, *, hidden: bool
) -> AuditEntry | None:
    """Hide a locked row or show it again, and note that as `verb`; None if it is so already. The caller saves the row."""
    before = thing.hidden_at is not None
    if before == hidden:
        return None
    thing.hidden_at, thing.hidden_reason = (now(), reason) if hidden else (None, "")
    return audit.record(
        actor=by, verb=verb, subject=thing, reason=reason, before=before, after=hidden
    )
