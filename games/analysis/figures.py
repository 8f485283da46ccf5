"""How accurately a person plays, over all their analysed games. One query."""

from typing import Final, NamedTuple

from django.db.models import Sum

from games.analysis.models import PlaysExamined
from spades_site.accounts.models import User

ENOUGH: Final = 200
"""The least number of choices of which a share is told: over fewer, chance decides."""


class Accuracy(NamedTuple):
    """How many cards a person chose freely, and how many of them cost points."""

    decisions: int
    costly: int

    @property
    def percent(self) -> float | None:
        """Return the share of choices that cost nothing for certain; None while they are too few."""
        return 100 - 100 * self.costly / self.decisions if self.decisions >= ENOUGH else None


def accuracy_of(person: User) -> Accuracy:
    """Return how accurately a person plays; for that person only."""
    sums = PlaysExamined.objects.filter(user=person).aggregate(
        decisions=Sum("decisions", default=0), costly=Sum("costly", default=0)
    )
    return Accuracy(sums["decisions"], sums["costly"])
