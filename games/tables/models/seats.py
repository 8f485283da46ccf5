"""Seats of tables, and the cards that their bots chose by searching."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.levels import LEVEL_NAMES
from games.tables.models.tables import MOST_SEATS, Table
from spades_site.common.people import avatars


class Seat(models.Model):
    """A seat: empty, a bot's, or a person's, for whom a bot may stand in."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(help_text="0 … n−1, clockwise.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="table_seats",
    )
    name = models.CharField(
        max_length=150, blank=True, help_text="The name shown: a user's or a bot's."
    )
    bot = models.BooleanField(default=False, help_text="The seat is a bot's own.")
    level = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="How strong the seat’s own bot is (games/bots/levels.py); empty: no bot’s.",
    )
    stand_in = models.BooleanField(default=False, help_text="A bot plays for the person.")
    next_hand = models.BooleanField(
        default=False,
        help_text="The person came when the hand in play was dealt already: a bot plays it to its end.",
    )
    salt_hash = models.CharField(
        max_length=64,
        blank=True,
        help_text="SHA-256 of the person's salt; final from the start of the game on.",
    )
    salt = models.CharField(
        max_length=64,
        blank=True,
        help_text="The person's part in the shuffles, in hexadecimal, once it is revealed.",
    )
    salt_waived = models.BooleanField(
        default=False,
        help_text="The salt isn't waited for: the person's browser doesn't have it, or they left.",
    )
    program = models.BooleanField(
        default=False, help_text="The person is a bot account: a program plays."
    )
    rating = models.IntegerField(null=True, blank=True, help_text="When the seat was taken.")
    provisional = models.BooleanField(default=False)
    country = models.CharField(
        max_length=2, blank=True, help_text="The person's, when the seat was taken."
    )
    avatar = models.CharField(
        max_length=avatars.LONGEST, blank=True, help_text="The person's, when the seat was taken."
    )
    ready = models.BooleanField(
        default=True,
        help_text="False: missing at a full table; must arrive, or confirm having been away.",
    )
    missed = models.PositiveSmallIntegerField(
        default=0, help_text="Turns in a row that the clock took from the person."
    )
    bank_left = models.FloatField(default=0, help_text="Seconds left of the player's bank.")
    swap_to = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The seat that the player asks to change with."
    )
    wants_end = models.BooleanField(
        default=False, help_text="The player agrees to end the game without a result."
    )
    online = models.BooleanField(default=False)
    arrived_at = models.DateTimeField(
        null=True, blank=True, help_text="When the person was first seen at the table."
    )
    last_seen = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        ordering = ["index"]
        indexes = [
            # For the sweep: of those who are online, who has been silent for long?
            models.Index(fields=["last_seen"], condition=Q(online=True), name="seat_online"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_once_a_table"),
            models.UniqueConstraint(fields=["table", "user"], name="user_once_a_table"),
            models.CheckConstraint(condition=Q(bot=False) | Q(user=None), name="seat_bot_or_user"),
            models.CheckConstraint(condition=Q(index__lt=MOST_SEATS), name="seat_at_table"),
            models.CheckConstraint(
                condition=(Q(bot=False) & Q(user=None)) | ~Q(name=""), name="seat_taken_has_a_name"
            ),
            models.CheckConstraint(
                condition=Q(salt="") | ~Q(salt_hash=""), name="seat_salt_has_a_hash"
            ),
            models.CheckConstraint(condition=Q(bank_left__gte=0), name="seat_bank_not_overdrawn"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of table {self.table_id}"

    @property
    def is_free(self) -> bool:
        """Whether the seat is empty."""
        return not self.bot and not self.name

    @property
    def level_name(self) -> str:
        """The name of the level of the seat's own bot; "" if it isn't a bot's."""
        return "" if self.level is None else str(LEVEL_NAMES[self.level])

    @property
    def by_bot(self) -> bool:
        """Whether a bot plays the seat: its own, or one that stands in for a person."""
        return self.bot or self.stand_in


class BotChoice(models.Model):
    """The card that a bot chose by searching, for one turn of a table; hidden until it is played.

    The table's `turn_version` identifies the turn. The choice for a later turn replaces it, and the end of the game deletes
    it. Nothing relies on this row: without it the bot plays without searching.
    """

    table = models.OneToOneField(
        Table, primary_key=True, on_delete=models.CASCADE, related_name="bot_choice"
    )
    version = models.PositiveIntegerField(help_text="The table's version when the turn began.")
    seat = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=40)

    def __str__(self) -> str:
        # Without the action, which is a hidden card.
        return f"choice for version {self.version} of table {self.table_id}"
