"""Webhooks, and what is still to be sent to them."""

import uuid
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import LONGEST_ONCE
from spades_site.notices.models import LONGEST_ENDPOINT
from tournaments.events.models import Tournament
from tournaments.leagues.models import League


class Webhook(models.Model):
    """An address to which a league's or tournament's results are posted, as long as its owner organizes it."""

    class Off(models.TextChoices):
        PERSON = "person", _("switched off by an organizer")
        FAILED = "failed", _("switched off because nothing was accepted for days")
        ROLE = "role", _("switched off because the person who added it is no longer an organizer")

    league = models.ForeignKey(
        League, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="webhooks",
        help_text="Who added it, or switched it on: it is told what they may see.",
    )
    url = models.CharField(max_length=LONGEST_ENDPOINT)
    secret = models.CharField(max_length=60, help_text="Signs what is sent; shown once.")
    created_at = models.DateTimeField()
    form_token = models.CharField(
        max_length=LONGEST_ONCE,
        blank=True,
        default="",
        help_text="Identifies the form that added it: submitting that twice adds one webhook.",
    )
    off_at = models.DateTimeField(null=True, blank=True, help_text="Empty: it is on.")
    off_because = models.CharField(max_length=6, choices=Off, blank=True)
    waits_until = models.DateTimeField(
        null=True, blank=True, help_text="When a process has it, or the last attempt failed."
    )
    is_slow = models.BooleanField(
        default=True,
        help_text="Whether the last attempt failed or took long; a new one counts as slow.",
    )
    failures = models.PositiveIntegerField(default=0, help_text="Attempts in a row.")
    failing_since = models.DateTimeField(null=True, blank=True)
    last_at = models.DateTimeField(null=True, blank=True, help_text="Of the last attempt.")
    last_status = models.PositiveSmallIntegerField(
        default=0, help_text="HTTP status of the last answer; 0: none came."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("webhook"), _("webhooks")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(league=None, tournament__isnull=False)
                | Q(league__isnull=False, tournament=None),
                name="webhook_is_of_one",
            ),
            models.CheckConstraint(
                condition=Q(off_at=None, off_because="")
                | (Q(off_at__isnull=False) & ~Q(off_because="")),
                name="webhook_off_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"

    @property
    def of(self) -> League | Tournament:
        """Return what it is about."""
        of = self.league or self.tournament
        assert of is not None
        return of

    @property
    def host(self) -> str:
        """Return the host of its address: the rest may be a secret of the program there."""
        return urlsplit(self.url).hostname or ""

    @property
    def answer(self) -> str:
        """Return the last answer in words."""
        return answer_words(self.last_status)

    @property
    def redirects(self) -> bool:
        """Return whether the last answer led elsewhere."""
        return 300 <= self.last_status < 400


class Delivery(models.Model):
    """An event for a webhook. Those of one tournament are sent in the order of their keys; the last accepted ones are kept."""

    id = models.BigAutoField(primary_key=True)
    # Without a constraint in the database: no result fails, or waits, because a webhook is removed meanwhile.
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_constraint=False
    )
    code = models.UUIDField(default=uuid.uuid4, unique=True, help_text="The same in every attempt.")
    event = models.CharField(max_length=20, help_text="One of ResultEvent, or “test”.")
    tournament = models.ForeignKey(
        Tournament,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Empty: a test.",
    )
    match = models.PositiveBigIntegerField(
        default=0, help_text="Its key; a draw that is taken back takes its matches with it."
    )
    version = models.PositiveSmallIntegerField(default=0, help_text="Of the result.")
    at = models.DateTimeField()
    waits = models.BooleanField(default=True, help_text="Whether it isn't accepted yet.")
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True, help_text="When it was last sent.")
    status = models.PositiveSmallIntegerField(
        default=0, help_text="HTTP status of the last answer; 0: none came."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("delivery"), _("deliveries")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.code}"

    @property
    def answer(self) -> str:
        """Return the last answer to it in words."""
        return answer_words(self.status)


def answer_words(status: int) -> str:
    """Return an answer by its HTTP status in words; 0: none came."""
    if not status:
        return gettext("no answer")
    words = gettext("refused (HTTP %(status)d)")
    if 200 <= status < 300:
        words = gettext("accepted (HTTP %(status)d)")
    elif 300 <= status < 400:
        words = gettext("redirected elsewhere (HTTP %(status)d)")
    return words % {"status": status}
