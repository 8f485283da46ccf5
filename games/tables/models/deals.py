"""Deals shared by several tables."""

from django.db import models
from django.db.models import Q


class SharedDeals(models.Model):
    """The deals that the tables of a group share: one committed secret, revealed when all have played.

    Until `opened_at`, only a table's own players see its game.
    """

    commitment = models.CharField(
        max_length=64, help_text="SHA-256 of the secret that fixes every deal, in hexadecimal."
    )
    created_at = models.DateTimeField()
    digest = models.CharField(
        max_length=64,
        blank=True,
        help_text="SHA-256 of the hashes of all tables' seats, once they are frozen.",
    )
    reveal_by = models.DateTimeField(
        null=True, blank=True, help_text="Until when the salts behind the frozen hashes may come."
    )
    dealt_at = models.DateTimeField(
        null=True, blank=True, help_text="When the salts were final and the first hand was dealt."
    )
    opened_at = models.DateTimeField(
        null=True, blank=True, help_text="When all had played and the deals became public."
    )

    class Meta:
        verbose_name_plural = "shared deals"
        indexes = [
            # For the sweep: the few that are to be dealt, among all that ever were.
            models.Index(
                fields=["id"], condition=Q(dealt_at=None, opened_at=None), name="deals_undealt"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(dealt_at=None) | ~Q(digest=""), name="deals_frozen_before_dealt"
            ),
        ]

    def __str__(self) -> str:
        return f"shared deals {self.pk}"

    @property
    def is_dealt(self) -> bool:
        """Return whether master and salts are final."""
        return self.dealt_at is not None

    @property
    def is_open(self) -> bool:
        """Return whether everybody may see the deals."""
        return self.opened_at is not None


class SharedSalts(models.Model):
    """The salts of all seats of all tables that share deals, and their hashes, in the order in which the tables were opened.

    Separate from the deals, so that a move at one table doesn't load all of them.
    """

    deals = models.OneToOneField(
        SharedDeals, primary_key=True, on_delete=models.CASCADE, related_name="salts"
    )
    hashes = models.JSONField(help_text="As frozen; empty for a seat without a salt.")
    salts = models.JSONField(
        null=True, help_text="As dealt with; empty for a seat that revealed none in time."
    )

    def __str__(self) -> str:
        return f"salts of shared deals {self.deals_id}"


class SharedSecret(models.Model):
    """The master secret of shared deals, separate so that loading the deals never loads it."""

    deals = models.OneToOneField(
        SharedDeals, primary_key=True, on_delete=models.CASCADE, related_name="secret"
    )
    master = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return f"secret of shared deals {self.deals_id}"
