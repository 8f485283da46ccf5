"""People whom somebody names: as a partner, a substitute, or to invite them."""

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from tournaments.events.models import Tournament
from tournaments.leagues.permissions import is_member


def person_named(tournament: Tournament, username: str) -> User:
    """Return the person of that name, who may play in the tournament.

    Raises Refused: "user_unknown", "user_guest", "user_not_member".
    """
    name = username.strip()
    user = get_user_model().objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        raise Refused(
            "user_unknown",
            _("There is no player called “%(name)s”. Check the spelling.") % {"name": name},
        )
    if user.is_guest:
        raise Refused(
            "user_guest",
            _("%(name)s is a guest. Guests need an account before they can enter.")
            % {"name": user.username},
        )
    if tournament.league is not None and not is_member(tournament.league, user):
        raise Refused(
            "user_not_member",
            _("%(name)s isn't a member of the league. Ask them to join it first.")
            % {"name": user.username},
        )
    return user
