"""Deals that several tables share."""

from django.db import models


class SharedDeals(models.Model):
    """The deals that the tables of a group have in common: one committed secret, opened when all have played.

    Until `opened_at` nobody sees at one table what may still lie ahead at another.
    """

    commitment = models.CharField(
        max_length=64, help_text="SHA-256 of the secret that fixes every deal, in hexadecimal."
    )
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(
        null=True, blank=True, help_text="When all had played and the deals became public."
    )

    class Meta:
        verbose_name_plural = "shared deals"

    def __str__(self) -> str:
        return f"shared deals {self.pk}"

    @property
    def is_open(self) -> bool:
        """Return whether everybody may see the deals."""
        return self.opened_at is not None


class SharedSecret(models.Model):
    """The master secret behind shared deals, apart from them so that loading those never brings it along."""

    deals = models.OneToOneField(
        SharedDeals, primary_key=True, on_delete=models.CASCADE, related_name="secret"
    )
    master = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return f"secret of shared deals {self.deals_id}"
