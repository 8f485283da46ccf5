"""Whom the person picker suggests as a partner on a ladder."""

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from tournaments.ladders.models import Ladder, LadderPlayer
from tournaments.leagues.picking import Fact, People, members_of, only_members


def to_join(ladder: Ladder, viewer: User) -> People:
    """Return whom somebody can ask to join the ladder with them."""
    places = LadderPlayer.objects.filter(ladder=ladder, user=OuterRef("pk"), active=True)
    joined = Subquery(places.values("entry__name")[:1])
    facts = (
        only_members(ladder.league),
        Fact(joined, why_not=_("already plays for %(name)s")),
    )
    return People(viewer, members_of(ladder.league, viewer), facts)
