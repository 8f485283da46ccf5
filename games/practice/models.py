"""What people made of the deal of a day."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyPlay(models.Model):
    """A person's hand of a day's deal. `own` and `theirs` are the two sides' points, once the hand is over."""

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
