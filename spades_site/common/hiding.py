"""Hiding something, as staff, from everybody except the people who run it."""

from typing import Any

from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry, Hideable


def set_hidden(
    thing: Hideable, verb: str, by: Any, reason: str, *, hidden: bool
) -> AuditEntry | None:
    """Hide a locked row or show it again, and log that as `verb`; None if nothing changes. The caller must save the row."""
    before = thing.hidden_at is not None
    if before == hidden:
        return None
    thing.hidden_at, thing.hidden_reason = (now(), reason) if hidden else (None, "")
    return audit.record(
        actor=by, verb=verb, subject=thing, reason=reason, before=before, after=hidden
    )
