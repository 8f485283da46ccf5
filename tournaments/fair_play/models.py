"""Signals about fair play, and whom they are about."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

LONGEST_NOTE = 1000


class Signal(models.Model):
    """Something about some players that an organizer should look at. It may have a harmless reason.

    It belongs to a tournament, or to a league if it rests on many of its tournaments. `evidence` has the figures, by its kind
    (`words.py` puts them into sentences); it names people by their keys only.
    """

    class Kind(models.TextChoices):
        DEVICE = "device", _("Same device")
        NETWORK = "network", _("Same network")
        PARTNER = "partner", _("Cards that the partner’s hand explains")
        TIMING = "timing", _("Unusual thinking times")
        REHEARSAL = "rehearse", _("The same deals with two accounts")
        ABSENCE = "absence", _("Matches missed against stronger opponents")

    class Decision(models.TextChoices):
        NO_CONCERN = "no_concern", _("No concern")
        NOTED = "noted", _("Noted")

    tournament = models.ForeignKey(
        "events.Tournament", null=True, on_delete=models.CASCADE, related_name="+"
    )
    league = models.ForeignKey(
        "leagues.League", null=True, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(
        max_length=120,
        help_text="The keys of the people whom it is about, and what tells it apart from others about them.",
    )
    found_at = models.DateTimeField()
    told_at = models.DateTimeField(
        null=True, help_text="When its organizers got a notice of it; empty: not yet."
    )
    evidence: Any = models.JSONField(default=dict)
    source = models.CharField(
        max_length=32, blank=True, db_index=True, help_text="The hash that connections share."
    )
    decision = models.CharField(max_length=10, blank=True, choices=Decision)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name, verbose_name_plural = _("signal"), _("signals")
        indexes = [
            models.Index(fields=["-found_at"], name="signal_by_time"),
            models.Index(
                fields=["found_at"],
                condition=Q(told_at=None, closed_at=None),
                name="signal_untold",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "key"], name="signal_once_a_tournament"
            ),
            models.UniqueConstraint(fields=["league", "kind", "key"], name="signal_once_a_league"),
            models.CheckConstraint(
                condition=Q(tournament=None, league__isnull=False)
                | Q(tournament__isnull=False, league=None),
                name="signal_of_one_event",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, decision="")
                | (Q(closed_at__isnull=False) & ~Q(decision="")),
                name="signal_closed_has_a_decision",
            ),
        ]

    def __str__(self) -> str:
        return f"signal {self.pk}"

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("fair_play_signal", args=[self.pk])


class SignalPerson(models.Model):
    """A person whom a signal is about, in the order of `Signal.key`."""

    signal = models.ForeignKey(Signal, on_delete=models.CASCADE, related_name="people")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name, verbose_name_plural = _("person of a signal"), _("people of signals")
        ordering = ["user"]
        constraints = [
            models.UniqueConstraint(fields=["signal", "user"], name="signal_person_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in signal {self.signal_id}"
