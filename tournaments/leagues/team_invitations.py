"""Inviting members of the league to a team; they accept by joining it (`teams.join_team`)."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues import notify
from tournaments.leagues.joining import person_called
from tournaments.leagues.models import TeamInvitation, TeamMember
from tournaments.leagues.permissions import is_member
from tournaments.leagues.teams import lock_team, lock_to_lead, record


def invite_to_team(*, team_id: int, by: User, username: str) -> TeamInvitation:
    """Invite a member of the league by user name. Idempotent.

    Raises Refused: "unknown_team", "not_captain", "unknown_user", "user_guest", "user_not_member",
    "person_in_a_team", "blocked", "declined", "limit".
    """
    with transaction.atomic():
        team = lock_to_lead(team_id, by)
        user = person_called(username)
        params = {"name": user.username}
        if not is_member(team.league, user):
            raise Refused(
                "user_not_member",
                _("%(name)s isn’t a member of the league. Invite them to the league first.")
                % params,
            )
        place = (
            TeamMember.objects.filter(league=team.league, user=user).select_related("team").first()
        )
        if place is not None:
            raise Refused(
                "person_in_a_team",
                _("%(name)s is in the team “%(team)s”. They must leave it first.")
                % {**params, "team": place.team.name},
            )
        refuse_blocked_invitation(by, user)
        if made := team.invitations.filter(user=user).first():
            return made
        limits.count_invitation(by, user)
        made = TeamInvitation.objects.create(team=team, user=user, by=by, at=now())
        notify.team_invited(made)
        record(team, by, "invited", user=user.pk)
    return made


def decline(*, team_id: int, user: User) -> None:
    """Decline an invitation to a team. Does nothing without one. Raises Refused "unknown_team"."""
    with transaction.atomic():
        team = lock_team(team_id)
        _end(team.invitations.filter(user=user).first())


def take_back(*, team_id: int, by: User, user_id: int) -> None:
    """Cancel an invitation to a team. Does nothing without one. Raises Refused: "unknown_team", "not_captain"."""
    with transaction.atomic():
        team = lock_to_lead(team_id, by)
        made = team.invitations.filter(user=user_id).first()
        _end(made)
        if made is not None:
            record(team, by, "invited_back", user=user_id)


def decline_all_from(*, user: User, by: User) -> None:
    """Decline all invitations to teams from `by` to `user`, who has blocked them."""
    sent = TeamInvitation.objects.filter(user=user, by=by)
    for team_id in sent.values_list("team_id", flat=True):
        decline(team_id=team_id, user=user)


def _end(made: TeamInvitation | None) -> None:
    if made is not None:
        notify.team_invitation_handled(made)
        made.delete()
