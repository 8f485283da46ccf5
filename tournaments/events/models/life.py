"""Events around matches: invitations by name, disputes, substitutes, penalties."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from spades_site.common.fields import SentenceField
from tournaments.standings.model import hundredths, tidy


class PlayerInvitation(models.Model):
    """An organizer's invitation to a person to enter."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="player_invitations"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invited_to_tournaments"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="player_invited_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} asked to {self.tournament}"


class Nomination(models.Model):
    """One person whom a team names for a place in its line-up of a match."""

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="nominations")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="nominations")
    table_number = models.PositiveSmallIntegerField(
        help_text="1 or 2: the team's first pair plays at table 1."
    )
    position = models.PositiveSmallIntegerField(help_text="In the pair, 0 or 1.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="nominations"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["table_number", "position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="nominated_once_a_match"),
            models.UniqueConstraint(
                fields=["match", "entry", "table_number", "position"], name="nominated_place_once"
            ),
            models.CheckConstraint(
                condition=Q(table_number__in=(1, 2), position__in=(0, 1)),
                name="nominated_to_four_places",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.entry} in match {self.match_id}"


class Dispute(models.Model):
    """A side's objection to a result; the organizer answers it."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for the organizer")
        UPHELD = "upheld", _("the result was changed")
        REJECTED = "rejected", _("the result stands")
        WITHDRAWN = "withdrawn", _("taken back")

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="disputes")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    version = models.PositiveSmallIntegerField(help_text="Of the result that it contests.")
    text = models.CharField(max_length=500)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    at = models.DateTimeField()
    answer = models.CharField(max_length=300, blank=True, default="")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("dispute"), _("disputes")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entry"],
                condition=Q(status="open"),
                name="one_open_dispute_a_side",
            ),
            models.CheckConstraint(
                condition=Q(status="open", answered_at=None)
                | (~Q(status="open") & Q(answered_at__isnull=False)),
                name="dispute_answered_has_its_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} contests {self.match}"


class Substitution(models.Model):
    """A person's substitution for another: in one match, called by the platform after a no-show (`by` empty), asked
    beforehand as a stand-in, or replacing a player at an open `table`; or permanently, by an organizer (`match` empty).
    """

    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="substitutions")
    match = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.CASCADE, related_name="substitutions"
    )
    table = models.ForeignKey(
        "MatchTable",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="substitutions",
        help_text="The open table at which the player was replaced, for it and the match's later ones; else empty.",
    )
    hand = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The first hand played at that table; empty: all."
    )
    position = models.PositiveSmallIntegerField(
        help_text="The replaced player's position in the entry."
    )
    out = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    into = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="substitute_in"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Empty: the platform.",
    )
    reason: Any = SentenceField(max_length=300, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("substitution"), _("substitutions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "into"],
                condition=Q(match__isnull=False, table=None),
                name="substitutes_once_a_match",
            ),
            models.UniqueConstraint(
                fields=["match", "out"],
                condition=Q(match__isnull=False, table=None, by__isnull=False),
                name="one_stand_in_for_a_player",
            ),
            models.CheckConstraint(
                condition=Q(table=None, hand=None) | Q(table__isnull=False, match__isnull=False),
                name="substitution_at_a_table_of_a_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.into} for {self.out}"


class SubstituteOffer(models.Model):
    """A request to substitute: an organizer's permanently, or a side's in one match. It takes effect once accepted."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("taken back")

    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="substitute_offers")
    match = models.ForeignKey(
        "Match",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="substitute_offers",
        help_text="Empty: from now on.",
    )
    table = models.ForeignKey(
        "MatchTable",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="substitute_offers",
        help_text="The open table of the match at which the player would be replaced at once; else empty.",
    )
    out = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    into = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="substitute_offers"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=300, blank=True, default="")
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "into"],
                condition=Q(status="open", match=None),
                name="one_open_offer_a_substitute",
            ),
            models.UniqueConstraint(
                fields=["match", "out"],
                condition=Q(status="open", match__isnull=False),
                name="one_open_offer_for_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.into} asked to play for {self.out}"


class Penalty(models.Model):
    """Points deducted from an entry in the standings of a stage, by an organizer or for conduct by the server."""

    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="penalties")
    stage = models.ForeignKey("Stage", on_delete=models.CASCADE, related_name="penalties")
    points = models.DecimalField(max_digits=6, decimal_places=2)
    reason: Any = SentenceField(max_length=300)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("penalty"), _("penalties")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gt=0), name="penalty_takes_points")
        ]

    def __str__(self) -> str:
        return f"{self.points} off {self.entry}"

    @property
    def amount(self) -> Decimal:
        """Return the points without trailing zeros, for display."""
        return tidy(hundredths(self.points), 2)


class Apart(models.Model):
    """Two entries that the organizer wants a Swiss to keep apart; `first` has the lower key."""

    first = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "pairs kept apart"
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="kept_apart_once"),
            models.CheckConstraint(
                condition=Q(first__lt=models.F("second")), name="kept_apart_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} apart from {self.second}"
