"""Whom the person picker suggests in the forms of a season."""

from django.db.models import Exists, OuterRef, Subquery
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.picking import Fact, People, members_of, not_banned, only_members
from tournaments.seasons.models import SeasonPlayer


def to_enter(season: Season, viewer: User, *, oneself: bool = False) -> People:
    """Return whom somebody can enter into the season: as a partner, or as an organizer, who may be one of the pair
    (`oneself`).
    """

    places = SeasonPlayer.objects.filter(season=season, user=OuterRef("pk"), active=True)
    entered = Subquery(places.values("entry__name")[:1])
    league = season.league
    bans = [not_banned(league)] if is_organizer(league, viewer) else []
    facts = (
        *bans,
        only_members(league),
        Fact(entered, why_not=_("already plays for %(name)s")),
    )
    return People(viewer, members_of(league, viewer), facts, oneself=oneself)


def to_list(season: Season, viewer: User) -> People:
    """Return whom an organizer can put on the list of stand-ins."""

    listed = season.stand_ins.filter(user=OuterRef("pk"))
    league = season.league
    facts = (
        not_banned(league),
        only_members(league),
        Fact(Exists(listed), why_not=_("already on the list")),
    )
    return People(viewer, members_of(league, viewer), facts, oneself=True)
