"""Eligibility to enter a tournament, alone or with a partner.

Each `why_` function returns the refusal that an attempt would raise, or None. Pages and actions both use them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.ratings.queries import ratings_of
from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common.errors import Refused, refuse
from tournaments.events.core.state import OPEN, UNDER_WAY
from tournaments.events.entries import waiting
from tournaments.events.entries.people import person_named
from tournaments.events.entries.taking_part import part_of, season_of
from tournaments.events.matches import late
from tournaments.events.models import PartnerInvitation, Status, Tournament
from tournaments.events.setup.individual import pool_of
from tournaments.leagues.permissions import is_member, why_banned


def why_not_enter(tournament: Tournament, user: User, at: datetime) -> Refused | None:
    """Return why the user can enter neither alone nor with a partner at `at`, or None.

    The codes are "guest", "people_only", "already_entered", those of `why_closed`, "teams_only", "not_member", "banned", "invited_only"; "rating_range" and
    "full" only if they rule out every way to enter.
    """
    if user.is_guest:
        return Refused("guest", _("Guests can’t enter tournaments. Make an account first."))
    refusal = (
        _why_withdrawn(tournament, user)
        or why_closed(tournament, at)
        or why_only_people(tournament, user)
        or _why_only_teams(tournament)
        or why_already_in(tournament, user)
        or why_not_member(tournament, user)
        or why_not_invited(tournament, user)
    )
    if refusal is None and not tournament.entry_with_partner:
        refusal = why_out_of_range(tournament, [user])
    if refusal is None and not tournament.waiting_list and not _has_room(tournament):
        refusal = waiting.full(tournament)
    return refusal


def why_in_season(tournament_id: int) -> Refused | None:
    """Return "in_season" if the tournament is a season's division, which can't be left or cancelled by itself, or None."""
    name = season_of(tournament_id)
    if name is None:
        return None
    return Refused(
        "in_season",
        _(
            "This belongs to the season “%(name)s”. An organizer withdraws entries, or ends the season, on the"
            " season’s page."
        )
        % {"name": name},
    )


def why_closed(tournament: Tournament, at: datetime) -> Refused | None:
    """Return why nobody can enter at `at`: "not_open" or "too_late"."""
    if tournament.status in UNDER_WAY:
        sentence = late.why_not(tournament)
        return Refused("too_late", sentence) if sentence else None
    if tournament.status in OPEN:
        return too_late() if at >= tournament.starts_at else None
    sentences: dict[str, str] = {
        Status.FINISHED: _("The tournament is over."),
        Status.CANCELLED: _("The tournament was cancelled."),
    }
    not_yet = _("Registration has not opened yet. Come back later.")
    return Refused("not_open", sentences.get(tournament.status, not_yet))


def too_late() -> Refused:
    """Return the refusal of actions that are only possible before the start."""
    return Refused("too_late", _("The tournament has started; entries and check-in are closed."))


def why_not_member(tournament: Tournament, user: User) -> Refused | None:
    """Return "not_member" or "banned" in a league's tournament to which the user doesn't belong. A bot account, which can join
    no league, needn't.
    """
    if tournament.league is None or is_member(tournament.league, user):
        return None
    if user.is_bot:
        return why_banned(tournament.league, user)
    return why_banned(tournament.league, user) or Refused(
        "not_member",
        _("This tournament is for members of %(league)s. Join the league first.")
        % {"league": tournament.league.name},
    )


def why_only_people(tournament: Tournament, user: User) -> Refused | None:
    """Return "people_only" for a bot account if the organizer doesn't allow bots."""
    if not user.is_bot or tournament.bot_accounts:
        return None
    return Refused(
        "people_only", _("This tournament is for people. Its organizer allows no bot accounts.")
    )


def why_already_in(tournament: Tournament, user: User) -> Refused | None:
    """Return "already_entered" if the user takes part, is on the waiting list, or withdrew under way."""
    part = part_of(tournament, user)
    return None if part is None else part.to_themselves()


def _why_withdrawn(tournament: Tournament, user: User) -> Refused | None:
    """Return "already_entered" if the user withdrew under way: they come back by taking that back, not by entering."""
    part = part_of(tournament, user) if tournament.status in UNDER_WAY else None
    return part.to_themselves() if part is not None and part.withdrew else None


def why_not_accept(invitation: PartnerInvitation, user: User) -> Refused | None:
    """Return why an invited partner can't accept at present."""
    tournament = invitation.entry.tournament
    # The inviter may have been replaced since then.
    partners = [place.user for place in invitation.entry.players.select_related("user")]
    return (
        why_only_people(tournament, user)
        or why_not_member(tournament, user)
        or why_already_in(tournament, user)
        or why_out_of_range(tournament, [*partners, user])
    )


def why_out_of_range(tournament: Tournament, users: Sequence[Any]) -> Refused | None:
    """Return "rating_range" if the mean of a side's ratings is out of range; provisional ratings count as shown."""
    least, most = tournament.rating_min, tournament.rating_max
    if least is None and most is None:
        return None
    ratings = ratings_of([user.pk for user in users], pool_of(tournament))
    mean = round(sum(ratings.values()) / len(users))
    params = {"least": least, "most": most, "mean": mean}
    if least is not None and mean < least:
        wanted = _("The minimum is %(least)d.") % params
    elif most is not None and mean > most:
        wanted = _("The maximum is %(most)d.") % params
    else:
        return None
    whose = _("Your rating is %(mean)d.") if len(users) == 1 else _("Your mean rating is %(mean)d.")
    sentence = f"{whose % params} {wanted} " + _(
        "Enter another tournament, or choose another partner."
    )
    return Refused("rating_range", sentence)


def partner_for(tournament: Tournament, user: User, username: str) -> User:
    """Return the account that the user names as a partner.

    Raises Refused "no_partners", "yourself", "partner_entered", "blocked", "declined", and like `person_named`.
    """
    if not tournament.entry_with_partner:
        raise Refused(
            "no_partners", _("Everybody enters this tournament alone and gets a partner.")
        )
    partner = person_named(tournament, username)
    if partner == user:
        raise Refused("yourself", _("You can’t be your own partner. Name somebody else."))
    refuse_blocked_invitation(user, partner)
    part = part_of(tournament, partner)
    refuse(None if part is None else part.to_partner())
    return partner


def why_not_invited(tournament: Tournament, user: User) -> Refused | None:
    """Return "invited_only" if only invited people can enter and the user isn't one."""
    if not tournament.invited_only or tournament.player_invitations.filter(user=user).exists():
        return None
    return Refused(
        "invited_only",
        _("This tournament is by invitation only. Ask its organizer to invite you."),
    )


def _why_only_teams(tournament: Tournament) -> Refused | None:
    if not tournament.is_team:
        return None
    return Refused(
        "teams_only",
        _("Teams play this tournament. Your team’s captain or an organizer enters it."),
    )


def _has_room(tournament: Tournament) -> bool:
    if tournament.entry_alone and waiting.fits(tournament, alone=tournament.side_size > 1):
        return True
    return tournament.entry_with_partner and waiting.fits(tournament, alone=False)
