"""How accurately a person plays, over all their analysed games. One query."""

from typing import Final, NamedTuple

from django.db.models import Sum

from games.analysis.models import PlaysExamined
from spades_site.accounts.models import User

ENOUGH: Final = 200
"""The minimum number of choices for a percentage: with fewer, it would be mostly chance."""


class Accuracy(NamedTuple):
    """The number of cards that a person chose freely, and how many of them cost points."""

    decisions: int
    costly: int

    @property
    def percent(self) -> float | None:
        """Return the percentage of choices not found to cost points; None for too few choices."""
        return 100 - 100 * self.costly / self.decisions if self.decisions >= ENOUGH else None


def accuracy_of(person: User) -> Accuracy:
    """Return how accurately a person plays. To be shown to that person only."""
    sums = PlaysExamined.objects.filter(user=person).aggregate(
        decisions=Sum("decisions", default=0), costly=Sum("costly", default=0)
    )
    return Accuracy(sums["decisions"], sums["costly"])
