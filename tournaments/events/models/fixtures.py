"""Rows about fixtures (matches in windows): offered times, availability, reminders, forfeit claims, and conduct."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class TimeOffer(models.Model):
    """A side's offer of one to five times for its match; the other side accepts one of them or answers otherwise."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("agreed")
        DECLINED = "declined", _("declined")
        COUNTERED = "countered", _("answered with other times")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed without an answer")
        REPLACED = "replaced", _("replaced by another")

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="time_offers")
    entry = models.ForeignKey(
        "Entry", on_delete=models.CASCADE, related_name="+", help_text="The side that offers it."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    times = models.JSONField(help_text="The offered moments in order, ISO 8601 in UTC.")
    starts_at = models.DateTimeField(null=True, blank=True, help_text="The one that was accepted.")
    postpones = models.BooleanField(
        default=False, help_text="A time is outside the window: the side asks to postpone."
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    at = models.DateTimeField()
    expires_at = models.DateTimeField(help_text="It lapses then without an answer.")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was answered, withdrawn, or lapsed."
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(status="open"), name="one_open_offer_a_match"
            ),
            models.CheckConstraint(
                condition=Q(status="open", answered_at=None)
                | (~Q(status="open") & Q(answered_at__isnull=False)),
                name="offer_answered_has_its_moment",
            ),
            models.CheckConstraint(
                condition=~Q(status="accepted") | Q(starts_at__isnull=False),
                name="offer_accepted_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} would play {self.match} at {', '.join(self.times)}"

    @property
    def moments(self) -> list[datetime]:
        """Return the offered times in order."""
        return [datetime.fromisoformat(text) for text in self.times]


class Availability(models.Model):
    """The hours of a match's window in which a player can play; deleted when the match is over. Others see only the
    hours that all players have in common.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="availability")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    hours = models.JSONField(help_text="Beginnings of hours, ISO 8601 in UTC.")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "availability"
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="availability_once_a_match")
        ]

    def __str__(self) -> str:
        return f"when {self.user} can play {self.match}"


class MatchReminder(models.Model):
    """A reminder of a match's time, sent to its players some minutes ahead; a moved match gets a new one."""

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="reminders")
    starts_at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField(help_text="How long before the match.")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "starts_at", "minutes"], name="reminded_once_of_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.minutes} min before {self.match}"


class ForfeitClaim(models.Model):
    """A side's claim to win the match because the other side hasn't come to the table. The server approves it, or the
    organizer decides.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for the other side")
        OPEN = "open", _("waiting for the organizer")
        APPROVED = "approved", _("approved")
        REJECTED = "rejected", _("rejected")
        LAPSED = "lapsed", _("lapsed, because the match was played")

    LIVE = (Status.WAITING, Status.OPEN)

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="claims")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    decides_at = models.DateTimeField(help_text="When the server may approve it by itself.")
    evidence = models.JSONField(
        help_text="When the table opened, and who came when, as the server saw it."
    )
    status = models.CharField(max_length=8, choices=Status)
    answer = models.CharField(max_length=300, blank=True, default="")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("forfeit claim"), _("forfeit claims")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entry"],
                condition=Q(status__in=("waiting", "open")),
                name="one_open_claim_a_side",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("waiting", "open"), answered_at=None)
                | (~Q(status__in=("waiting", "open")) & Q(answered_at__isnull=False)),
                name="claim_answered_has_its_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} claims {self.match}"

    @property
    def seen(self) -> list[tuple[str, datetime | None]]:
        """Return the players and when each came to the table, or None."""
        return [
            (one["name"], one["arrived_at"] and datetime.fromisoformat(one["arrived_at"]))
            for one in self.evidence["players"]
        ]

    @property
    def opened_at(self) -> datetime:
        """Return when the match's table opened."""
        return datetime.fromisoformat(self.evidence["opened_at"])


class ConductMark(models.Model):
    """A late answer or a no-show of an entry: the first is a warning, later ones cost points. The entry may appeal."""

    class Kind(models.TextChoices):
        LATE_ANSWER = "late_answer", _("no answer to offered times")
        NO_SHOW = "no_show", _("nobody came to the match")

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="conduct_marks")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="conduct_marks")
    kind = models.CharField(max_length=11, choices=Kind)
    at = models.DateTimeField()
    penalty = models.OneToOneField(
        "Penalty",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Empty: a warning.",
    )
    appeal = models.CharField(max_length=500, blank=True, default="")
    appealed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    appealed_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True, default="")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("conduct mark"), _("conduct marks")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "entry"], name="conduct_marked_once_a_match"),
            models.CheckConstraint(
                condition=Q(undone_at=None) | Q(answered_at__isnull=False),
                name="conduct_undone_is_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.entry} in {self.match}"
