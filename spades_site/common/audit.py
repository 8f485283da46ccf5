"""The audit log: adding entries, and describing them."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Model

from spades_site.common.clock import now
from spades_site.common.models import AuditEntry


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


_tellers: list[Callable[[Iterable[AuditEntry]], list[Any]]] = []


def provide_words(teller: Callable[[Iterable[AuditEntry]], list[Any]]) -> None:
    """Register the function that describes entries; it returns a line for each, with `entry` and `what` was done."""
    _tellers[:] = [teller]


def in_words(entries: Iterable[AuditEntry]) -> list[Any]:
    """Return a line for each entry, with `entry` and `what`: a predicate whose subject is the actor."""
    return _tellers[0](entries)
