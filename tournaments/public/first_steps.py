"""What somebody new may do first, shown on the home page until it is done."""

from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest

from games.learn import progress
from games.ratings.models import Rating
from games.tables.models import Seat, Table
from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.leagues.selectors import circles_of

NEW = timedelta(days=14)
"""For how long after their arrival people are shown the steps they haven't taken."""


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which of the first steps somebody has taken; guests neither play rated games nor join leagues."""

    learned: bool
    played: bool
    joined: bool

    @property
    def all_done(self) -> bool:
        """Return whether nothing is left."""
        return self.learned and self.played and self.joined


def first_steps_of(request: HttpRequest) -> FirstSteps | None:
    """Return the steps of somebody new, or None if they aren't new or have taken all."""
    user = request.user
    if not isinstance(user, User) or user.is_bot or user.date_joined < now() - NEW:
        return None
    learned = any(kept.done for kept in progress.of_all(user, request.session).values())
    if user.is_guest:
        over = Seat.objects.filter(user=user, table__status=Table.Status.FINISHED)
        steps = FirstSteps(learned=learned, played=over.exists(), joined=True)
    else:
        rated = Rating.objects.filter(user=user, games__gt=0)
        steps = FirstSteps(learned, rated.exists(), bool(circles_of(user.pk)))
    return None if steps.all_done else steps
