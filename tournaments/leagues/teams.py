"""Teams: up to four members of a league under one name. A captain passes the team on by leaving it."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import blocked_keys, blocked_with
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_name
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import TEAM_SIZE, League, Team, TeamMember
from tournaments.leagues.permissions import is_member, is_organizer, require_account

LONGEST_TEAM_NAME = 40


def create_team(*, league_id: int, by: User, name: str) -> Team:
    """Create a team with its creator as captain.

    Raises Refused: "guest", "not_in_league", "in_a_team", "team_name_taken", and what `clean_name` refuses.
    """
    name = clean_name(name, what=_("The team's name"), longest=LONGEST_TEAM_NAME)
    with transaction.atomic():
        require_account(by)
        league = lock_league(league_id)
        _check_free(league, by)
        if league.teams.filter(name__iexact=name).exists():
            raise Refused(
                "team_name_taken",
                _("The league already has a team called “%(name)s”. Choose another name.")
                % {"name": name},
            )
        moment = now()
        team = Team.objects.create(league=league, name=name, captain=by, created_at=moment)
        TeamMember.objects.create(team=team, league=league, user=by, joined_at=moment)
    return team


def join_team(*, team_id: int, user: User) -> TeamMember:
    """Take a free place in a team.

    Raises Refused: "guest", "unknown_team", "not_in_league", "in_a_team", "team_full", "blocked", "team_closed".
    """
    with transaction.atomic():
        require_account(user)
        team = _lock_team(team_id)
        _check_free(team.league, user)
        _refuse_blocked(team, user)
        if team.members.count() >= TEAM_SIZE:
            raise Refused(
                "team_full",
                _("“%(name)s” already has %(number)d players. Choose another team or create one.")
                % {"name": team.name, "number": TEAM_SIZE},
            )
        return TeamMember.objects.create(team=team, league=team.league, user=user, joined_at=now())


def leave_team(*, team_id: int, user: User) -> None:
    """Leave a team; the next member becomes captain, and an empty team is deleted. Raises Refused "not_in_team"."""
    with transaction.atomic():
        team = _lock_team(team_id)
        _leave(_team_place(team, user.pk))


def remove_from_team(*, team_id: int, by: User, user_id: int) -> None:
    """Remove a player from a team. Raises Refused: "not_captain" (nor organizer), "not_in_team"."""
    with transaction.atomic():
        team = _lock_team(team_id)
        if team.captain_id != by.pk and not is_organizer(team.league, by):
            raise Refused(
                "not_captain", _("Only the team's captain or an organizer can do that. Ask them.")
            )
        _leave(_team_place(team, user_id))
        audit.record(actor=by, verb="team.player_removed", subject=team, user=user_id)


def leave_any_team(league: League, user_id: int) -> None:
    """Remove the person from any team of the league, inside the caller's transaction."""
    place = TeamMember.objects.filter(league=league, user_id=user_id).first()
    if place is not None:
        _leave(place)


def _refuse_blocked(team: Team, user: User) -> None:
    """Refuse a team with a member whom the user has blocked, or who has blocked the user; the latter isn't
    revealed.
    """
    members = set(team.members.values_list("user_id", flat=True))
    if members & blocked_keys(user):
        raise Refused(
            "blocked",
            _("You have blocked a member of “%(name)s”. Unblock them in your settings to join.")
            % {"name": team.name},
        )
    if members & blocked_with(user):
        raise Refused(
            "team_closed", _("This team isn't open to you. Choose another team or create one.")
        )


def _leave(place: TeamMember) -> None:
    team = place.team
    place.delete()
    heir = team.members.first()
    if heir is None:
        team.delete()
    elif team.captain_id == place.user_id:
        team.captain_id = heir.user_id
        team.save(update_fields=["captain"])


def _lock_team(team_id: int) -> Team:
    """Return the team with its league's row locked: the one lock for everything in a league."""
    league_id = Team.objects.filter(pk=team_id).values_list("league_id", flat=True).first()
    league = lock_league(league_id) if league_id else None
    team = Team.objects.filter(pk=team_id).first()
    if league is None or team is None:
        raise Refused("unknown_team", _("There is no such team any more. Reload the page."))
    team.league = league
    return team


def _team_place(team: Team, user_id: int) -> TeamMember:
    place = team.members.filter(user_id=user_id).first()
    if place is None:
        raise Refused("not_in_team", _("That person isn't in this team. Reload the page."))
    return place


def _check_free(league: League, user: User) -> None:
    if not is_member(league, user):
        raise Refused("not_in_league", _("Teams are for the league's members. Join it first."))
    place = TeamMember.objects.filter(league=league, user=user).select_related("team").first()
    if place is not None:
        raise Refused(
            "in_a_team",
            _("You are in the team “%(name)s”. Leave it first.") % {"name": place.team.name},
        )
