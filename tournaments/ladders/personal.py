"""The personal data on ladders: places and results stay, under the account's neutral name."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.personal import Obstacle, before_closing, stays
from tournaments.ladders.entering import answer, leave
from tournaments.ladders.models import Challenge, LadderEntry, LadderPlayer, LadderStep


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(LadderPlayer, "user", "ladder__name", "entry__name", "entry__status", "entry__rung")
    stays(LadderStep, "by", "ladder__name", "kind", "entry__name", "at", "reason")
    before_closing(_obstacles, _farewell)


def _places(user: User) -> list[LadderPlayer]:
    live = (LadderEntry.Status.INVITED, LadderEntry.Status.ACTIVE)
    found = LadderPlayer.objects.filter(user=user, entry__status__in=live)
    return list(found.select_related("ladder").order_by("ladder__league_id", "entry_id"))


def _obstacles(user: User) -> Iterable[str]:
    """Yield the matches in play."""
    keys = [place.entry_id for place in _places(user)]
    playing = Challenge.objects.filter(status=Challenge.Status.PLAYING)
    for place in _places(user):
        if (
            playing.filter(challenger__in=keys, ladder=place.ladder).exists()
            or playing.filter(challenged__in=keys, ladder=place.ladder).exists()
        ):
            yield Obstacle(
                _("Your match on the ladder “%(ladder)s” is in play. Finish it first.")
                % {"ladder": place.ladder.name},
                place.ladder.get_absolute_url(),
            )


def _farewell(user: User) -> None:
    """Leave all ladders, and decline invitations to them."""
    for place in _places(user):
        if place.accepted_at is None:
            answer(entry_id=place.entry_id, user=user, accept=False)
        else:
            leave(entry_id=place.entry_id, by=user)
