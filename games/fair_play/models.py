"""Facts about the players of matches. All of it is kept for a limited time (`connections.KEPT`)."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Connection(models.Model):
    """A player's connection to the table of a match, as keyed hashes that are never shown to anybody."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    device = models.CharField(
        max_length=32, blank=True, help_text="Of the browser’s random cookie; empty without one."
    )
    network = models.CharField(
        max_length=32,
        blank=True,
        db_index=True,
        help_text="Of the network address; empty: unknown.",
    )
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name, verbose_name_plural = _("connection"), _("connections")
        indexes = [models.Index(fields=["device"], name="connection_by_device")]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user", "device", "network"], name="connection_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at table {self.table_id}"


class Examination(models.Model):
    """The job that finds which costly cards of a match's game the partner's hand explains."""

    table = models.OneToOneField("tables.Table", on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(
        null=True, db_index=True, help_text="When its job is sent again; empty: done, or given up."
    )
    sends = models.PositiveSmallIntegerField(default=1, help_text="How often it was sent.")
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("examination"), _("examinations")

    def __str__(self) -> str:
        return f"examination of table {self.table_id}"


class PartnerChoice(models.Model):
    """A player's first costly card in a hand of a match: it cost points, given what the player could know."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="+")
    hand = models.PositiveIntegerField()
    step = models.PositiveSmallIntegerField(help_text="The index of the action in the hand’s log.")
    card = models.CharField(max_length=2)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    won = models.BooleanField(help_text="Whether it gained points for who sees the partner’s hand.")
    chance = models.FloatField(help_text="How often that is so by accident.")
    at = models.DateTimeField(help_text="When the game ended.")

    class Meta:
        verbose_name, verbose_name_plural = _("examined card"), _("examined cards")
        indexes = [models.Index(fields=["user", "partner", "at"], name="choice_by_pair")]
        constraints = [
            models.UniqueConstraint(fields=["table", "hand", "user"], name="choice_once_a_hand")
        ]

    def __str__(self) -> str:
        return f"{self.card} in hand {self.hand} of table {self.table_id}"


class Pace(models.Model):
    """How long a person took to follow to tricks at a match's table, with one legal card and with several (`pace.AtTable`)."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    forced = models.PositiveIntegerField(help_text="How many cards were the only legal one.")
    quick = models.PositiveIntegerField(help_text="How many cards took less than a second.")
    spread = models.FloatField(
        help_text="The median distance of the others’ logarithms from theirs."
    )
    compared: Any = models.JSONField(help_text="The comparisons of groups of times.")
    classes: Any = models.JSONField(help_text="The histograms of the groups.")
    at = models.DateTimeField(db_index=True, help_text="When the game ended.")

    class Meta:
        verbose_name, verbose_name_plural = _("thinking times"), _("thinking times")
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="pace_once_a_table")]

    def __str__(self) -> str:
        return f"times of {self.user_id} at table {self.table_id}"
