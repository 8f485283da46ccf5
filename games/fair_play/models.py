"""Facts about the players of matches. All of it is kept for a limited time (`connections.KEPT`)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Connection(models.Model):
    """A player's connection to the table of a match, by keyed hashes that nobody is ever shown."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    device = models.CharField(
        max_length=32, blank=True, help_text="Of the browser’s random cookie; empty without one."
    )
    network = models.CharField(
        max_length=32,
        blank=True,
        db_index=True,
        help_text="Of the network address; empty: unknown.",
    )
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name, verbose_name_plural = _("connection"), _("connections")
        indexes = [models.Index(fields=["device"], name="connection_by_device")]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user", "device", "network"], name="connection_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at table {self.table_id}"
