"""What stages and matches of several games store beside the rounds: who plays a later stage, and each game's word."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Seeding(models.TextChoices):
    """In which order a field enters the draw."""

    RATING = "rating", _("by rating")
    LOT = "lot", _("at random")
    STANDINGS = "standings", _("by an earlier tournament's standings")
    HAND = "hand", _("by hand")


class Qualifier(models.Model):
    """An entry that plays a stage after the first, with its seed there and where it comes from."""

    stage = models.ForeignKey("Stage", on_delete=models.CASCADE, related_name="qualifiers")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="qualified")
    seed_no = models.PositiveSmallIntegerField(help_text="In the stage's draw, from 1.")
    from_group = models.PositiveSmallIntegerField(
        default=1, help_text="Its group in the stage before, from 1."
    )
    from_place = models.PositiveSmallIntegerField(help_text="Its place there, from 1.")

    class Meta:
        ordering = ["seed_no"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="qualifies_once"),
            models.UniqueConstraint(fields=["stage", "seed_no"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.stage}"


class MatchGame(models.Model):
    """One game of a match, at a table of its own; what it said is kept when the match is played anew."""

    class Kind(models.TextChoices):
        GAME = "game", _("a game of the match")
        DECIDER = "decider", _("one more hand")

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Among the match's games, from 1.")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.GAME)
    table = models.OneToOneField(
        "tables.Table",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match_game",
    )
    counts = models.BooleanField(
        default=True, help_text="Not after the match was ordered to be played anew."
    )
    over = models.BooleanField(default=False, help_text="Its table has said how it ended.")
    winner = models.CharField(max_length=1, blank=True, default="", help_text="a, b or nobody.")
    points_a = models.IntegerField(default=0)
    points_b = models.IntegerField(default=0)
    bags_a = models.PositiveSmallIntegerField(default=0)
    bags_b = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_game_once"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.match}"
