"""People's hands in finished games of two pairs, and their achievements. All rows can be recomputed from the tables' logs."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class GamePlayed(models.Model):
    """A finished game of one person, who chose most of their cards themselves."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="games_played"
    )
    seat = models.PositiveSmallIntegerField()
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    won = models.BooleanField()
    hands = models.PositiveIntegerField(help_text="The game's hands.")
    sets = models.PositiveIntegerField(help_text="The hands in which the side was set.")
    behind = models.PositiveIntegerField(
        help_text="How many points the side was behind at most, after any hand."
    )
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="game_counted_once")]
        indexes = [models.Index(fields=["user", "ended_at"], name="games_of_a_person")]

    def __str__(self) -> str:
        return f"{self.user_id} at table {self.table_id}"


class HandPlayed(models.Model):
    """A hand of such a game, in which the person bid themselves, alone or together with their partner."""

    game = models.ForeignKey(GamePlayed, on_delete=models.CASCADE, related_name="played")
    number = models.PositiveIntegerField()
    bid = models.PositiveSmallIntegerField(
        null=True, help_text="0 for nil; empty: the number is the side’s alone."
    )
    blind = models.BooleanField()
    tricks = models.PositiveSmallIntegerField()
    contract = models.PositiveSmallIntegerField(help_text="The side's; 0 where both bid nil.")
    made = models.BooleanField(null=True, help_text="Whether it was made; empty: no contract.")
    bags = models.PositiveSmallIntegerField(help_text="The side's.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="hand_counted_once"),
            models.CheckConstraint(
                condition=Q(contract=0, made=None) | Q(contract__gt=0, made__isnull=False),
                name="hand_made_with_a_contract",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.game_id}"


class Achievement(models.Model):
    """An achievement that a person reached: when, and at which table if it was at one."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="achievements"
    )
    kind = models.CharField(max_length=20)
    at = models.DateTimeField()
    table = models.ForeignKey(
        "tables.Table", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name, verbose_name_plural = _("achievement"), _("achievements")
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="achieved_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"
