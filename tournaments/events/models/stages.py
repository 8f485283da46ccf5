"""In which order fields enter the draw, and who plays a later stage."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Seeding(models.TextChoices):
    """In which order a field enters the draw."""

    RATING = "rating", _("by rating")
    LOT = "lot", _("at random")
    STANDINGS = "standings", _("by an earlier tournament")
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
