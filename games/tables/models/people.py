"""People present at a table, and people invited to it."""

from django.conf import settings
from django.db import models

from games.tables.models.tables import Table


class PresenceLease(models.Model):
    """A web process's claim to hold at least one socket of a person at a table, renewed while the person is active.

    Rows of a process that has died count until they expire (`presence.py`).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="presence_leases")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    server = models.CharField(max_length=32, help_text="The web process's name for itself.")
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user", "server"], name="lease_once_a_server")
        ]

    def __str__(self) -> str:
        return f"lease of table {self.table_id}"


class Invitation(models.Model):
    """A player's invitation to a person, by name; valid for a day, and only until the game begins."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_invitations"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    declined = models.BooleanField(default=False)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="invited_once_a_table")
        ]

    def __str__(self) -> str:
        return f"invitation to table {self.table_id}"
