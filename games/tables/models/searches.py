"""People who look for a rated game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models.tables import Table


class RatedSearch(models.Model):
    """Somebody's place among those who look for a rated game, until it has led them to a table or they have gone."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="rated_search",
    )
    preset = models.CharField(max_length=40)
    clock = models.CharField(
        max_length=16,
        blank=True,
        help_text="The kind of clock asked for (lobby/filters.py); empty: any.",
    )
    since = models.DateTimeField(help_text="Since when they have been looking.")
    seen_at = models.DateTimeField(
        db_index=True,
        help_text="When a page of theirs was last here; without one the place lapses.",
    )
    table = models.ForeignKey(
        Table,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The table to which it led; empty: still looking.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("rated search"), _("rated searches")

    def __str__(self) -> str:
        return f"rated search of {self.user_id}"
