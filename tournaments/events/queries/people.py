"""The people who run a tournament, for its organizers' page "People"."""

from dataclasses import dataclass

from spades_site.accounts.models import User, Viewer
from tournaments.events.core.permissions import is_owner, may_organize
from tournaments.events.models import RoleLink, Tournament, TournamentRole
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import role_in


@dataclass(frozen=True)
class People:
    """Everybody who runs a tournament, and what the viewer may change. `own` is the viewer's own accepted role;
    `of_league` are those with a role from the league.
    """

    owner: User | None
    of_league: list[Membership]
    accepted: list[TournamentRole]
    invited: list[TournamentRole]
    mailed: list[RoleLink]
    own: TournamentRole | None
    may_organize: bool
    is_owner: bool
    runs_league: bool


def people_of(tournament: Tournament, viewer: Viewer, links: list[RoleLink]) -> People:
    """Return who runs a tournament, in a constant number of queries; invitations only for organizers."""
    organizes = may_organize(viewer, tournament)
    rows = list(tournament.roles.select_related("user", "by"))
    league, of_league, runs_league = tournament.league, [], False
    if league is not None:
        found = league.memberships.filter(role__in=Membership.DECIDES).select_related("user")
        of_league = sorted(
            found, key=lambda one: (Membership.DECIDES.index(one.role), one.user.username)
        )
        runs_league = role_in(league, viewer) in Membership.RUNS
    accepted = [one for one in rows if one.accepted_at is not None]
    return People(
        owner=tournament.created_by if league is None else None,
        of_league=of_league,
        accepted=accepted,
        invited=[one for one in rows if one.accepted_at is None] if organizes else [],
        mailed=links if organizes else [],
        own=next((one for one in accepted if one.user_id == viewer.pk), None),
        may_organize=organizes,
        is_owner=is_owner(viewer, tournament),
        runs_league=runs_league,
    )
