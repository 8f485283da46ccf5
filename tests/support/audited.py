"""Reads the audit log, for tests of actions that write it."""

from django.db.models import Model, QuerySet

from spades_site.common.audit import subject_of
from spades_site.common.models import AuditEntry


def entries_about(thing: Model) -> QuerySet[AuditEntry]:
    """Return what was done to `thing`, newest first, with the actors."""
    return AuditEntry.objects.filter(subject=subject_of(thing)).select_related("actor")
