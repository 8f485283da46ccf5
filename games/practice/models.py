"""People's plays of the deal of the day, and the turns of bots that search."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyPlay(models.Model):
    """A person's play of the deal of a day. `own` and `theirs` are the two sides' points, once the hand is over."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_plays"
    )
    day = models.DateField(help_text=_("The day, by UTC, whose deal it is."))
    game = models.JSONField(help_text=_("The hand so far, with all its cards."))
    bid = models.CharField(max_length=12, blank=True)
    own = models.IntegerField(null=True)
    theirs = models.IntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "day"], name="daily_once_a_day")]
        indexes = [models.Index(fields=["day", "ended_at"], name="daily_by_day")]
        verbose_name = _("play of a day’s deal")
        verbose_name_plural = _("plays of a day’s deal")

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}"


class BotsTurn(models.Model):
    """The actions of bots that search, from a position up to the player's turn; shared by everybody who reaches it.

    A cache: rows can be deleted at any time.
    """

    digest = models.CharField(max_length=64, unique=True, help_text="Of position, level and day.")
    position = models.JSONField(help_text="The game, with all its cards.")
    level = models.PositiveSmallIntegerField()
    day = models.DateField(null=True, help_text="Whose deal it is; empty: of a practice game.")
    asked_at = models.DateTimeField(db_index=True)
    actions = models.JSONField(null=True, help_text="What the bots did; empty: they are thinking.")

    class Meta:
        verbose_name = _("bots’ turn")
        verbose_name_plural = _("bots’ turns")

    def __str__(self) -> str:
        # Without position and actions, which are hidden cards.
        return f"bots’ turn {self.pk}"
