"""Teams: up to eight players of a league under one name, run by a captain and a vice-captain, either of whom may be
non-playing. Organizers of the league can do everything a captain can.
"""

from typing import Any

from django.db import transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from games.tables.access.mutes import blocked_keys, blocked_with
from spades_site.accounts.bots import clean_team_name
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name, is_taken
from spades_site.common.people.by_name import plain
from tournaments.leagues import by_name, hooks, notify
from tournaments.leagues.crests import Crest, checked
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import TEAM_SIZE, League, Team, TeamInvitation, TeamMember
from tournaments.leagues.permissions import (
    is_member,
    is_organizer,
    require_account,
    require_organizer,
    require_shown,
)

LONGEST_TEAM_NAME = 40

EDITED = ("name", "is_open", "crest")


def create_team(*, league_id: int, by: User, name: str) -> Team:
    """Create a team with its creator as captain.

    Raises Refused: "guest", "not_member", "in_a_team", "team_name_taken", "limit", and what `clean_team_name` refuses.
    """
    name = clean_team_name(name, longest=LONGEST_TEAM_NAME)
    with transaction.atomic():
        require_account(by)
        league = lock_league(league_id)
        check_free(league, by)
        _check_name(league, name)
        limits.count("teams", by.pk)
        team = Team.objects.create(league=league, name=name, captain=by, created_at=now())
        place(team, by)
        record(team, by, "created")
    return team


def edit_team(*, team_id: int, by: User, name: str, is_open: bool, crest: Crest) -> Team:
    """Change a team's name, crest, and whether members of the league can join by themselves.

    Raises Refused: "unknown_team", "not_captain", "team_name_taken", and what `clean_team_name` and `checked` refuse.
    """
    name, text = (
        clean_team_name(name, longest=LONGEST_TEAM_NAME),
        checked(crest),
    )
    with transaction.atomic():
        team = lock_to_lead(team_id, by)
        if fold_name(name) != fold_name(team.name):
            _check_name(team.league, name)
        before = model_to_dict(team, EDITED)
        team.name, team.is_open, team.crest = name, is_open, str(text)
        team.save(update_fields=EDITED)
        record(team, by, "edited", **audit.changes(before, model_to_dict(team, EDITED)))
    return team


def join_team(*, team_id: int, user: User) -> TeamMember:
    """Take a free place in an open team, or in one that has invited the user.

    Raises Refused: "guest", "unknown_team", "not_member", "in_a_team", "team_full", "blocked", "team_closed".
    """
    with transaction.atomic():
        require_account(user)
        team = lock_team(team_id)
        check_free(team.league, user)
        _refuse_blocked(team, user)
        if not team.is_open and not team.invitations.filter(user=user).exists():
            raise _closed()
        _check_room(team)
        joined = place(team, user)
        record(team, user, "joined")
    return joined


def add_by_name(*, team_id: int, by: User, names: str) -> list[TeamMember]:
    """Put people without an account, each on a line of `names`, into a team, and make them members of the league; return
    those who weren't in the team.

    Raises Refused: "unknown_team", "not_organizer", "hidden", "person_in_a_team", "team_full", and as `people_called`.
    """
    with transaction.atomic():
        team = lock_team(team_id)
        require_organizer(team.league, by)
        require_shown(team.league)
        people = by_name.people_called(team.league, names)
        by_name.record(team.league, by, [one for one in people if by_name.join(team.league, one)])
        added = [made for one in people if (made := _put(team, one)) is not None]
        if added:
            told = ", ".join(plain(one.user.username) for one in added)
            record(team, by, "named", names=told)
    return added


def move_by_name(*, team_id: int, by: User, user_id: int, to: int) -> TeamMember:
    """Move somebody without an account from a team to another one of the league. Idempotent.

    Raises Refused: "unknown_team", "not_organizer", "hidden", "not_in_team", "team_full", and "member" for somebody with an
    account.
    """
    with transaction.atomic():
        team = lock_team(team_id)
        require_organizer(team.league, by)
        require_shown(team.league)
        into = Team.objects.filter(pk=to, league=team.league).first()
        if into is None:
            raise unknown_team()
        into.league = team.league
        there = into.members.filter(user=user_id).first()
        if there is not None:
            return there
        gone = team_place(team, user_id)
        if not gone.user.by_name:
            raise Refused(
                "member",
                _("%(name)s has an account. Invite them to the other team instead.")
                % {"name": gone.user.username},
            )
        _check_room(into)
        gone.delete()
        moved = place(into, gone.user)
        names = {"name": plain(gone.user.username), "into": into.name}
        record(team, by, "moved", **names)
    return moved


def _put(team: Team, user: User) -> TeamMember | None:
    found = TeamMember.objects.filter(league=team.league, user=user).select_related("team").first()
    if found is None:
        _check_room(team)
        return place(team, user)
    if found.team_id != team.pk:
        raise Refused(
            "person_in_a_team",
            _("%(name)s is in the team “%(team)s”. They must leave it first.")
            % {"name": user.username, "team": found.team.name},
        )
    return None


def leave_team(*, team_id: int, user: User) -> None:
    """Leave a team; the vice-captain or the next member with an account becomes captain, and without one the team is
    deleted.

    Raises Refused: "unknown_team", "not_in_team".
    """
    with transaction.atomic():
        team = lock_team(team_id)
        _leave(team_place(team, user.pk))
        record(team, user, "left")


def remove_from_team(*, team_id: int, by: User, user_id: int) -> None:
    """Remove a player from a team, and notify them.

    Raises Refused: "unknown_team", "not_captain", "not_in_team", "captain_stays" (to the vice-captain).
    """
    with transaction.atomic():
        team = lock_to_lead(team_id, by)
        gone = team_place(team, user_id)
        if (
            gone.user_id == team.captain_id
            and not is_organizer(team.league, by)
            and gone.user != by
        ):
            raise Refused(
                "captain_stays", _("The captain leaves, or hands the team over. Ask them.")
            )
        entry = record(team, by, "player_removed", user=user_id)
        if gone.user != by:
            notify.team_news(team, gone.user, "team_removed", entry.pk)
        _leave(gone)


def set_captain(*, team_id: int, by: User, user_id: int) -> Team:
    """Make another member the captain, and notify them. The former captain remains a player.

    Raises Refused: "unknown_team", "not_captain" (nor organizer), "not_in_team", "user_guest", "team_full".
    """
    with transaction.atomic():
        team = lock_team(team_id)
        if team.captain_id != by.pk and not is_organizer(team.league, by):
            raise _not_captain()
        chosen = team_place(team, user_id)
        by_name.require_account_of(chosen.user)
        if team.captain_id != chosen.user_id:
            team.captain = chosen.user
            team.vice = None if team.vice_id == chosen.user_id else team.vice
            _save_leaders(team)
            _let_play(team)
            entry = record(team, by, "captain_set", user=user_id)
            if chosen.user != by:
                notify.team_news(team, chosen.user, "team_captain", entry.pk)
    return team


def set_vice(*, team_id: int, by: User, user_id: int | None) -> Team:
    """Make a member the vice-captain; None: nobody.

    Raises Refused: "unknown_team", "not_captain", "not_in_team", "user_guest", "is_captain", "team_full".
    """
    with transaction.atomic():
        team = lock_to_lead(team_id, by)
        chosen = None if user_id is None else team_place(team, user_id)
        if chosen is not None:
            by_name.require_account_of(chosen.user)
        if chosen is not None and chosen.user_id == team.captain_id:
            raise Refused("is_captain", _("The captain can’t be the vice-captain. Choose another."))
        if team.vice_id != user_id:
            team.vice = None if chosen is None else chosen.user
            _save_leaders(team)
            _let_play(team)
            record(team, by, "vice_set" if chosen else "vice_ended", user=user_id)
    return team


def set_playing(*, team_id: int, by: User, user_id: int, plays: bool) -> TeamMember:
    """Set whether the captain or vice-captain plays; everybody else always does.

    Raises Refused: "unknown_team", "not_captain", "not_in_team", "not_leading", "team_full".
    """
    with transaction.atomic():
        team = lock_to_lead(team_id, by)
        chosen = team_place(team, user_id)
        if not plays and not team.is_led_by(user_id):
            raise Refused(
                "not_leading", _("Only the captain and the vice-captain can be non-playing.")
            )
        if chosen.plays != plays:
            if plays:
                _check_room(team)
            chosen.plays = plays
            chosen.save(update_fields=["plays"])
            record(team, by, "plays" if plays else "plays_not", user=user_id)
    return chosen


def leave_any_team(league: League, user_id: int) -> None:
    """Remove the person from any team of the league, and end invitations to its teams, inside the caller's
    transaction.
    """
    TeamInvitation.objects.filter(team__league=league, user=user_id).delete()
    found = TeamMember.objects.filter(league=league, user_id=user_id).select_related("team").first()
    if found is not None:
        found.team.league = league
        _leave(found)


def place(team: Team, user: User) -> TeamMember:
    """Add the user to a team inside the caller's transaction, and end their invitations to the league's teams."""
    ended = TeamInvitation.objects.filter(team__league=team.league, user=user)
    for one in ended.select_related("team"):
        one.team.league = team.league
        notify.team_invitation_handled(one)
    ended.delete()
    return TeamMember.objects.create(team=team, league=team.league, user=user, joined_at=now())


def lock_team(team_id: int) -> Team:
    """Return the team with its league's row locked, the single lock for everything in a league.

    Raises Refused "unknown_team".
    """
    league_id = Team.objects.filter(pk=team_id).values_list("league_id", flat=True).first()
    league = lock_league(league_id) if league_id else None
    team = Team.objects.filter(pk=team_id).select_related("captain", "vice").first()
    if league is None or team is None:
        raise unknown_team()
    team.league = league
    return team


def unknown_team() -> Refused:
    """Return the refusal of a team that doesn't exist."""
    return Refused("unknown_team", _("There is no such team any more. Reload the page."))


def lock_to_lead(team_id: int, by: User) -> Team:
    """Return the team, locked, for its captain, vice-captain or an organizer.

    Raises Refused: "unknown_team", "not_captain".
    """
    team = lock_team(team_id)
    if not may_lead(team, by):
        raise _not_captain()
    return team


def may_lead(team: Team, user: User) -> bool:
    """Return whether the user is the captain, the vice-captain or an organizer of the league."""
    return team.is_led_by(user.pk) or is_organizer(team.league, user)


def team_place(team: Team, user_id: int) -> TeamMember:
    """Return a member's place. Raises Refused "not_in_team"."""
    found = team.members.filter(user_id=user_id).select_related("user").first()
    if found is None:
        raise Refused("not_in_team", _("That person isn’t in this team. Reload the page."))
    found.team = team
    return found


def check_free(league: League, user: User) -> None:
    """Raise Refused: "not_member", "in_a_team"."""
    if not is_member(league, user):
        raise Refused("not_member", _("Teams are for the league’s members. Join it first."))
    found = TeamMember.objects.filter(league=league, user=user).select_related("team").first()
    if found is not None:
        raise Refused(
            "in_a_team",
            _("You are in the team “%(name)s”. Leave it first.") % {"name": found.team.name},
        )


def record(team: Team, by: User, what: str, **data: Any) -> audit.AuditEntry:
    """Log an action on a team, with the team's name, because teams are renamed and deleted."""
    return audit.record(
        actor=by, verb=f"team.{what}", subject=team.league, team=team.name, team_id=team.pk, **data
    )


def _refuse_blocked(team: Team, user: User) -> None:
    """Refuse a team if the user has blocked one of its members or the reverse; the sentence doesn't reveal the reverse."""
    members = set(team.members.values_list("user_id", flat=True))
    if members & blocked_keys(user):
        raise Refused(
            "blocked",
            _("You have blocked a member of “%(name)s”. Unblock them in your settings to join.")
            % {"name": team.name},
        )
    if members & blocked_with(user):
        raise _closed()


def _leave(gone: TeamMember) -> None:
    team = gone.team
    gone.delete()
    if gone.user_id not in (team.captain_id, team.vice_id):
        return
    if team.vice_id == gone.user_id:
        team.vice = None
    if team.captain_id == gone.user_id:
        heirs = team.members.filter(user__by_name=False)
        heir = heirs.filter(user=team.vice_id).first() or heirs.first()
        if heir is None:
            team.delete()
            return
        team.captain_id = heir.user_id
        team.vice = None if team.vice_id == heir.user_id else team.vice
    _save_leaders(team)


def _save_leaders(team: Team) -> None:
    """Store the captain and the vice-captain, and run the hooks that update the team's seasons and entries."""
    team.save(update_fields=["captain", "vice"])
    hooks.leaders_changed(team)


def _let_play(team: Team) -> None:
    """Make former leaders of the team players. Raises Refused "team_full"."""
    leads = [key for key in (team.captain_id, team.vice_id) if key is not None]
    for one in team.members.filter(plays=False).exclude(user__in=leads):
        _check_room(team)
        one.plays = True
        one.save(update_fields=["plays"])


def _check_room(team: Team) -> None:
    if team.members.filter(plays=True).count() >= TEAM_SIZE:
        raise Refused(
            "team_full",
            _("“%(name)s” already has %(number)d players. Choose another team or create one.")
            % {"name": team.name, "number": TEAM_SIZE},
        )


def _check_name(league: League, name: str) -> None:
    if is_taken(league.teams.all(), name):
        raise Refused(
            "team_name_taken",
            _("The league already has a team called “%(name)s”. Choose another name.")
            % {"name": name},
        )


def _not_captain() -> Refused:
    return Refused(
        "not_captain", _("Only the team’s captain or an organizer can do that. Ask them.")
    )


def _closed() -> Refused:
    return Refused(
        "team_closed", _("This team isn’t open to you. Choose another team or create one.")
    )
