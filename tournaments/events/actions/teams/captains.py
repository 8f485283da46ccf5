"""Entering a league's team with its present members: organizers any team, captains and vice-captains their own."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from tournaments.events.actions.eligibility import (
    why_closed,
    why_in_season,
    why_not_invited,
    why_not_member,
)
from tournaments.events.actions.teams.rosters import enter_roster, entered_teams
from tournaments.events.core.permissions import may_organize
from tournaments.events.core.state import lock
from tournaments.events.models import Entry, Tournament
from tournaments.events.notices import notify
from tournaments.leagues.models import Team


def teams_to_enter(tournament: Tournament, user: Viewer) -> list[Team]:
    """Return the league's teams that the user leads, could enter now, and that aren't entered, by name."""
    if not user.is_authenticated or tournament.league_id is None or _why_not(tournament, user):
        return []
    led = Team.objects.filter(Q(captain=user.pk) | Q(vice=user.pk), league=tournament.league_id)
    entered = entered_teams(tournament)
    return [team for team in led.order_by("name", "pk") if team.folded_name not in entered]


def enter_league_team(*, tournament_id: int, team_id: int, by: User) -> Entry:
    """Enter a team of the tournament's league with its members and captains, and notify the others. Idempotent.

    Organizers may enter any team. A captain or vice-captain may enter their own if members of the league may enter.
    Raises Refused: "unknown_tournament", "unknown_team", "not_captain", "in_season", "not_member", "banned",
    "invited_only", and those of `enter_team`.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        team = Team.objects.filter(pk=team_id, league=tournament.league_id or 0).first()
        if team is None:
            raise Refused("unknown_team", _("There is no such team any more. Choose another."))
        if not may_organize(by, tournament):
            if not team.is_led_by(by.pk):
                raise Refused(
                    "not_captain",
                    _("Only a team’s captain or vice-captain can enter it. Ask one of them."),
                )
            refuse(_why_not(tournament, by))
        known = team.folded_name in entered_teams(tournament)
        members = team.members.select_related("user").order_by("joined_at", "pk")
        entry = enter_roster(
            tournament,
            by=by,
            name=team.name,
            players=[one.user_id for one in members if one.plays],
            captain=team.captain_id,
            vice_captain=team.vice_id,
        )
        if not known:
            notify.entered(entry, [one.user for one in members if one.user != by], by=by)
    return entry


def _why_not(tournament: Tournament, user: User) -> Refused | None:
    """Return why the captain `user` can't enter any team; None if they can."""
    if not tournament.is_team:
        return Refused(
            "no_teams", _("This tournament isn’t for teams. Its players enter themselves.")
        )
    return (
        why_in_season(tournament.pk)
        or why_closed(tournament, now())
        or why_not_member(tournament, user)
        or why_not_invited(tournament, user)
    )
