"""Tables of a room with real cards: their cards' codes, and the pads on which phones keep the score of a match."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.matches import Match, MatchSide
from tournaments.events.models.tournaments import Tournament


def new_token() -> str:
    """Return 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


class RoomTable(models.Model):
    """A table of a tournament's room. Its card's token opens the match that is at it, and nothing else."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="room_tables")
    number = models.PositiveSmallIntegerField(help_text="On its card, from 1.")
    token = models.CharField(
        max_length=32, unique=True, default=new_token, help_text="In the card's QR code; secret."
    )
    wrong_tries = models.PositiveSmallIntegerField(
        default=0, help_text="Wrong digits typed since the round's digits are new."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("room table"), _("room tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="room_table_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="room_tables_from_one"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.tournament}"


class Pad(models.Model):
    """The score of a match in a room, hand by hand, at one of its tables. It is open as long as its match has no result.

    `score` is what lists show of the game in play, without the engine: each side's `points`, the number of `hands`, and
    whether the game is `over` and hands `wait` for the other side.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="pad")
    table = models.ForeignKey(RoomTable, on_delete=models.CASCADE, related_name="pads")
    version = models.PositiveIntegerField(default=1, help_text="Grows with every change.")
    dealer = models.PositiveSmallIntegerField(
        default=0, help_text="The seat that deals first in the first game."
    )
    last_hand = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The hand in play when the time was up, of that game."
    )
    raised_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when the table asks for the organizer."
    )
    score = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("pad"), _("pads")
        constraints = [
            models.CheckConstraint(condition=Q(version__gte=1), name="pad_counts_from_one")
        ]

    def __str__(self) -> str:
        return f"pad of match {self.match_id}"


class PadPhone(models.Model):
    """A phone at a pad. A side's first one is in at once, another only if that phone or the desk agrees."""

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="phones")
    key = models.CharField(max_length=64, help_text="A hash of the phone's cookie.")
    side = models.ForeignKey(
        MatchSide,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Empty: none chosen.",
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(help_text="When it opened the pad.")

    class Meta:
        verbose_name, verbose_name_plural = _("phone"), _("phones")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "key"], name="pad_phone_once"),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(side__isnull=False),
                name="pad_phone_accepted_for_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"phone {self.pk} at {self.pad}"


class PadHand(models.Model):
    """An entry of a hand on a pad. A later one for the same hand replaces it, and keeps it for the record."""

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="hands")
    entry = models.CharField(
        max_length=36, help_text="The sender's own name for it: sent twice, it counts once."
    )
    game = models.PositiveSmallIntegerField(default=1, help_text="Of the match, from 1.")
    number = models.PositiveSmallIntegerField(help_text="Of the hand in its game, from 1.")
    hand: Any = models.JSONField(
        null=True, blank=True, help_text="Bids, tricks and renege; empty: taken back."
    )
    current = models.BooleanField(default=True)
    version = models.PositiveIntegerField(help_text="The pad's, with this entry.")
    phone = models.ForeignKey(
        PadPhone,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Empty: the desk.",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who entered it at the desk.",
    )
    at = models.DateTimeField()
    confirmed_phone = models.ForeignKey(
        PadPhone, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who confirmed it at the desk.",
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("entered hand"), _("entered hands")
        ordering = ["game", "number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "entry"], name="pad_entry_once"),
            models.UniqueConstraint(
                fields=["pad", "game", "number"],
                condition=Q(current=True),
                name="pad_hand_current_once",
            ),
            models.CheckConstraint(
                condition=Q(game__gte=1, number__gte=1, version__gte=1),
                name="pad_hands_count_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.pad}"
