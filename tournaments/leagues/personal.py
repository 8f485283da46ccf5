"""Personal data in leagues: memberships and team places are deleted, leagues that the person founded are kept."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.personal import (
    Obstacle,
    before_becoming_a_bot,
    before_closing,
    before_naming_a_bot,
    goes,
    stays,
)
from spades_site.common.people.bot_names import split
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import (
    Admission,
    Announcement,
    Ban,
    InvitationLink,
    League,
    Membership,
    NameAddress,
    NameLink,
    Team,
    TeamInvitation,
    TeamMember,
)
from tournaments.leagues.teams import leave_any_team


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(League, "created_by", "name", "created_at")
    goes(Membership, "user", "league__name", "role", "joined_at")
    goes(Admission, "user", "league__name", "state", "at")
    stays(Admission, "by", "league__name", "user__username", "at")
    stays(InvitationLink, "by", "league__name", "at", "ends_at")
    goes(Ban, "user", "league__name", "reason", "until", "at")
    stays(Ban, "by", "league__name", "user__username", "reason", "at")
    stays(Announcement, "by", "league__name", "title", "text", "at")
    # None of these remain: leaving a team makes another member captain and clears the vice-captain.
    stays(Team, "captain", "name", "league__name")
    stays(Team, "vice", "name", "league__name")
    goes(NameLink, "user", "league__name", "person__username", "at")
    # Who has no account closes none.
    goes(NameLink, "person", "league__name", "at")
    goes(NameAddress, "person", "league__name", "email")
    stays(NameLink, "by", "league__name", "person__username", "user__username", "at")
    goes(TeamInvitation, "user", "team__name", "team__league__name", "at")
    stays(TeamInvitation, "by", "team__name", "user__username", "at")
    goes(TeamMember, "user", "team__name", "league__name", "joined_at")
    before_closing(_obstacles, _farewell)
    before_becoming_a_bot(_belongs)
    before_naming_a_bot(_is_a_teams)


def _obstacles(user: User) -> Iterable[str]:
    """Yield the leagues that need a new owner first: those with other members."""
    places = Membership.objects.filter(user=user, role=Membership.Role.OWNER)
    for place in places.select_related("league").order_by("league__name"):
        if place.league.memberships.exclude(pk=place.pk).exists():
            yield Obstacle(
                _("You own the league “%(name)s”: hand it over to another member.")
                % {"name": place.league.name},
                place.league.get_absolute_url(),
            )


def _belongs(user: User) -> Iterable[str]:
    if Membership.objects.filter(user=user).exists():
        yield _("You belong to a league: leave it, or create a new account for the bot.")


def _is_a_teams(name: str) -> bool:
    teams = Team.objects.filter(name__contains=name).values_list("name", flat=True)
    return any(name in split(one) for one in teams)


def _farewell(user: User) -> None:
    """Leave all teams and end mailed invitations, under the locks of all leagues in which others decide about this
    person.
    """
    kinds = (Membership, Admission)
    keys = {
        key
        for kind in kinds
        for key in kind.objects.filter(user=user).values_list("league_id", flat=True)
    }
    mailed = InvitationLink.objects.filter(email__iexact=user.email).exclude(email="")
    keys |= set(mailed.values_list("league_id", flat=True))
    for league_id in sorted(keys):
        leave_any_team(lock_league(league_id), user.pk)
    mailed.delete()
