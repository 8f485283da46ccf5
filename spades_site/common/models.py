"""The outbox, the audit log, limits, switches, and when tasks ran."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from spades_site.common.fields import LongSentenceField
from spades_site.common.text import LONGEST_REASON


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

    class Meta:
        verbose_name, verbose_name_plural = _("outbox event"), _("outbox events")

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
    within = models.CharField(
        max_length=80,
        blank=True,
        db_index=True,
        help_text="What the subject is a part of, whose log keeps the entry when the subject is deleted.",
    )
    reason: Any = LongSentenceField(blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("log entry"), _("log entries")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"


class Tally(models.Model):
    """A count in one window of a limit (`limits`)."""

    key = models.CharField(max_length=60, help_text="A limit's name, and a hash of who is counted.")
    start = models.DateTimeField(help_text="Of the window.")
    n = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["key", "start"], name="one_tally_a_window")]

    def __str__(self) -> str:
        return f"{self.key}: {self.n}"


class Hideable(models.Model):
    """Something that staff can hide: it seems not to exist, except to staff and the people who run it."""

    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when staff hide it; empty: they don't."
    )
    hidden_reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        abstract = True


class Switch(models.Model):
    """A feature that staff have turned off, or on again (`switches`); without a row it is on."""

    name = models.CharField(max_length=20, unique=True, help_text="One of switches.TABLE.")
    is_on = models.BooleanField(default=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, help_text="For the log.")
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    changed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "switches"

    def __str__(self) -> str:
        return self.name


class TaskRun(models.Model):
    """When beat last sent a recurring task, and how it last ended (`heartbeat`), accurate to half a minute."""

    name = models.CharField(max_length=80, unique=True)
    sent_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True, help_text="Its last success.")
    failed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=80, blank=True, help_text="The last failure's type.")
    busy_until = models.DateTimeField(
        null=True,
        help_text="Until when no other run begins, of a task with one at a time (`turns`).",
    )

    def __str__(self) -> str:
        return self.name
