"""Looking up people by user name: partners, substitutes and invited people."""

from collections.abc import Collection

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from tournaments.events.models import Entry, EntryPlayer, Tournament
from tournaments.leagues.permissions import is_member


def person_named(tournament: Tournament, username: str) -> User:
    """Return the person with this user name if they may play in the tournament.

    Raises Refused: "unknown_user", "user_guest", "user_bot", "user_not_member".
    """
    user = account_named(username)
    if user.is_bot and not tournament.bot_accounts:
        raise Refused(
            "user_bot",
            _("%(name)s is a bot account, and this tournament is for people. Name somebody else.")
            % {"name": user.username},
        )
    may = user.is_bot or tournament.league is None or is_member(tournament.league, user)
    if not may:
        raise Refused(
            "user_not_member",
            _("%(name)s isn’t a member of the league. Ask them to join it first.")
            % {"name": user.username},
        )
    return user


def account_named(username: str) -> User:
    """Return the person with this user name. Raises Refused: "unknown_user", "user_guest"."""
    name = username.strip()
    user = called(get_user_model().objects.filter(is_active=True), name)
    if user is None:
        raise Refused(
            "unknown_user",
            _("There is no player called “%(name)s”. Check the spelling.") % {"name": name},
        )
    if user.is_guest:
        raise Refused(
            "user_guest",
            _("%(name)s is a guest. Guests need an account before they can enter.")
            % {"name": user.username},
        )
    return user


def place_elsewhere(
    tournament: Tournament, entry: Entry, users: Collection[int]
) -> EntryPlayer | None:
    """Return the place that one of these users (keys) has in another entry, with its user and entry, or None.

    In a season with divisions nobody plays for two entries of any division. Entries that share a player, as in a
    division and its play-offs, are the same.
    """
    places = held_in(tournament)
    present = EntryPlayer.objects.filter(entry=entry.pk, active=True)
    own = places.filter(user__in=present.values("user"))
    found = places.filter(user__in=users).exclude(entry__in=own.values("entry"))
    return found.exclude(entry=entry.pk).select_related("user", "entry").first()


def held_in(tournament: Tournament) -> QuerySet[EntryPlayer]:
    """Return the places held in a tournament, or in all divisions of its season."""
    season = tournament.season
    places = EntryPlayer.objects.filter(active=True)
    if season is not None and season.has_divisions:
        return places.filter(tournament__season=season)
    return places.filter(tournament=tournament)
