"""Ratings, and the log from which they are computed.

A `RatedResult` with its `RatingChange`s is one line of the log: who sat on which side and how the sides were
placed, who left, and by what each player's change is divided. The other numbers of a change, and everything in `Rating`,
follow from the log by `elo.replay` in the order of the keys. Ratings are counted in thousandths of a point, expectations and scores in millionths (see `elo`).
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.ratings import elo

MOST_OPPONENTS = 4
"""Sides with which a side is compared at the largest table, of five."""


class Pool(models.TextChoices):
    """Kinds of play with ratings of their own."""

    PARTNERSHIP = "partnership", _("Partnership")
    HEADSUP = "headsup", _("Heads-up")
    SOLO = "solo", _("Solo")


class Rating(models.Model):
    """A player's current rating in a pool."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    pool = models.CharField(max_length=12, choices=Pool)
    millis = models.IntegerField(default=elo.START)
    games = models.PositiveIntegerField(default=0)
    peak = models.IntegerField(default=elo.START, help_text=_("The highest so far, in millis."))
    opponents = models.PositiveIntegerField(
        default=0, help_text="How many different people the player has been rated against."
    )
    last_game_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("rating"), _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["user", "pool"], name="rating_once_a_pool"),
            models.CheckConstraint(
                condition=Q(peak__gte=F("millis")), name="rating_not_above_its_peak"
            ),
        ]
        indexes = [models.Index(fields=["pool", "-millis"], name="rating_leaderboard")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.value}{'?' if self.provisional else ''}"

    @property
    def value(self) -> int:
        """Return the rating in whole points, for people."""
        return elo.displayed_rating(self.millis)

    @property
    def provisional(self) -> bool:
        """Return whether the rating is shown with a question mark."""
        return elo.is_provisional(self.games)


class RatedResult(models.Model):
    """A finished table that was rated. A void result keeps its place in the log and changes no rating."""

    table = models.OneToOneField(
        "tables.Table", on_delete=models.PROTECT, related_name="rated_result"
    )
    pool = models.CharField(max_length=12, choices=Pool)
    places = models.JSONField(help_text=_("Each side’s place, 0 the best; equal places are draws."))
    finished_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    void_reason = models.TextField(blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("rated result"), _("rated results")
        indexes = [models.Index(fields=["pool", "id"], name="rated_result_log")]
        constraints = [
            models.CheckConstraint(
                condition=Q(voided_at__isnull=False) | Q(voided_by=None, void_reason=""),
                name="rated_result_void_has_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.pk} of table {self.table_id}"

    @property
    def is_void(self) -> bool:
        """Return whether the result has been taken back."""
        return self.voided_at is not None


class RatingChange(models.Model):
    """The effect of a rated result on one player's rating."""

    result = models.ForeignKey(RatedResult, on_delete=models.CASCADE, related_name="changes")
    # The log needs every player: an account with rated games can be closed, but not erased.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    side = models.PositiveSmallIntegerField()
    before = models.IntegerField()
    after = models.IntegerField()
    games_before = models.PositiveIntegerField()
    expected = models.PositiveIntegerField()
    score = models.PositiveIntegerField()
    by_bot = models.BooleanField(
        default=False, help_text="A bot played most of the player's cards."
    )
    left = models.BooleanField(
        default=False, help_text="The player left the game, which is rated as lost."
    )
    divisor = models.PositiveIntegerField(
        default=1, help_text="The game counts as one divided by this (`elo.divisor`)."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("rating change"), _("rating changes")
        constraints = [
            models.UniqueConstraint(fields=["result", "user"], name="rating_change_once_a_result"),
            models.CheckConstraint(
                condition=Q(expected__lte=MOST_OPPONENTS * elo.WHOLE)
                & Q(score__lte=MOST_OPPONENTS * elo.WHOLE),
                name="rating_change_in_millionths",
            ),
            models.CheckConstraint(
                condition=Q(divisor__gte=1), name="rating_change_divisor_positive"
            ),
        ]
        indexes = [models.Index(fields=["user", "-result"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.user_id} {elo.displayed_rating(self.before)} → {elo.displayed_rating(self.after)}"

    @property
    def points(self) -> int:
        """Return the change in whole points as shown: the shown rating after the game minus the one before."""
        return elo.displayed_rating(self.after) - elo.displayed_rating(self.before)
