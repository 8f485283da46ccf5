"""The audit log: adding entries, and describing them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from spades_site.common.slots import Slot


def subject_of(thing: Model) -> str:
    """Return the audit log's name for a row, e.g. "tournament:12"."""
    return f"{thing._meta.model_name}:{thing.pk}"


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return `before` and `after` for `record`, with only the values that differ; {} if none does."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return {}
    return {
        "before": {name: before.get(name) for name in names},
        "after": {name: after.get(name) for name in names},
    }


def record(*, actor: Any, verb: str, subject: Model, reason: str = "", **data: Any) -> AuditEntry:
    """Add an entry about `subject`, inside the caller's transaction. `actor` None means the platform itself.

    `data` is what is needed to understand or undo the change; never cards, seeds or secrets. If the entry belongs to the log
    of something larger, the subject names that by `logged_within`.
    """
    return AuditEntry.objects.create(
        at=now(),
        actor=actor,
        verb=verb,
        subject=subject_of(subject),
        within=getattr(subject, "logged_within", ""),
        reason=reason,
        data=data,
    )


in_words: Slot[[Iterable[AuditEntry]], list[Any]] = Slot(lambda entries: [])
"""Returns a line for each entry, with `entry` and `what`: a predicate whose subject is the actor."""
