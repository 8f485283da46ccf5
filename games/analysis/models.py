"""Analyses of finished games. All rows can be recomputed from the tables' logs."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Analysis(models.Model):
    """The analysis of a finished game. Background jobs analyse its hands; it is done when all hands are."""

    table = models.OneToOneField("tables.Table", on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(
        null=True, help_text="When its jobs are sent again; empty: it is done, or given up."
    )
    sends = models.PositiveSmallIntegerField(default=1, help_text="How often they were sent.")
    done_at = models.DateTimeField(null=True, help_text="Empty: hands are missing.")
    searched = models.BooleanField(
        default=False, help_text="Whether plays and endings were examined."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("analysis"), _("analyses")
        indexes = [models.Index(fields=["due_at"], name="analysis_by_due")]

    def __str__(self) -> str:
        return f"analysis of table {self.table_id}"


class AnalysedHand(models.Model):
    """The findings about one hand (`study.py` describes their format)."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    found = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="hand_analysed_once")
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.analysis_id}"


class PlaysExamined(models.Model):
    """The number of cards that a person chose freely in an analysed game, and how many of them cost points."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="plays")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="plays_examined"
    )
    seat = models.PositiveSmallIntegerField()
    decisions = models.PositiveIntegerField()
    costly = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "user"], name="plays_examined_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.analysis_id}"
