"""The outbox and the audit log."""

from typing import Any

from django.conf import settings
from django.db import models

from spades_site.common.fields import LongSentenceField


class OutboxEvent(models.Model):
    """An event that other apps must handle, written in the transaction that caused it."""

    topic = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(
        null=True,
        db_index=True,
        help_text="When to deliver next; empty once every handler has had it.",
    )
    attempts = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


class OutboxDelivery(models.Model):
    """A handler's receipt for an event, which ensures that each handler runs once."""

    event = models.ForeignKey(OutboxEvent, on_delete=models.CASCADE, related_name="deliveries")
    handler = models.CharField(max_length=60)
    delivered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "handler"], name="outbox_once_a_handler")
        ]

    def __str__(self) -> str:
        return f"{self.event_id} to {self.handler}"


class AuditEntry(models.Model):
    """Who changed what, when and why: one row per action of an organizer or a moderator."""

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    verb = models.CharField(max_length=60)
    subject = models.CharField(
        max_length=80, db_index=True, help_text="Kind and key, e.g. tournament:12."
    )
    reason: Any = LongSentenceField(blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"


class Tally(models.Model):
    """How often something was done in one window of time (`limits`)."""

    key = models.CharField(max_length=60, help_text="A limit's name, and a hash of who is counted.")
    start = models.DateTimeField(help_text="Of the window.")
    n = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["key", "start"], name="one_tally_a_window")]

    def __str__(self) -> str:
        return f"{self.key}: {self.n}"
