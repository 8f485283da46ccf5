"""Whom the person picker suggests in the forms of a season."""

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.picking import Keys, Note, People, members_of, not_banned, only_members
from tournaments.seasons.models import SeasonPlayer


def to_enter(season: Season, viewer: User, *, oneself: bool = False) -> People:
    """Return whom somebody can enter into the season: as a partner, or as an organizer, who may be one of the pair
    (`oneself`).
    """

    def entered(keys: Keys) -> dict[int, Note]:
        places = SeasonPlayer.objects.filter(season=season, user__in=keys, active=True)
        return {
            key: Note(why_not=_("already plays for %(entry)s") % {"entry": name})
            for key, name in places.values_list("user_id", "entry__name")
        }

    league = season.league
    bans = [not_banned(league)] if is_organizer(league, viewer) else []
    notes = (*bans, only_members(league), entered)
    return People(viewer, members_of(league, viewer), notes, oneself=oneself)


def to_list(season: Season, viewer: User) -> People:
    """Return whom an organizer can put on the list of stand-ins."""

    def listed(keys: Keys) -> dict[int, Note]:
        rows = season.stand_ins.filter(user__in=keys).values_list("user_id", flat=True)
        return dict.fromkeys(rows, Note(why_not=_("already on the list")))

    league = season.league
    notes = (not_banned(league), only_members(league), listed)
    return People(viewer, members_of(league, viewer), notes, oneself=True)
