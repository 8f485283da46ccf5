"""Who may enter a tournament, and with whom; every refusal says what would work."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from games.ratings.queries import ratings_of
from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from tournaments.events.models import Entry, EntryPlayer, PartnerInvitation, Single, Tournament
from tournaments.events.setup.individual import pool_of
from tournaments.leagues.permissions import is_member

TAKING_PART = (*Entry.LIVE, Entry.Status.WAITING)
ALONE = (*Single.LIVE, Single.Status.QUEUED)


def check_newcomer(tournament: Tournament, user: User) -> None:
    """Raise Refused "not_member", "invited_only" or "already_entered" where the user can't enter."""
    check_member(tournament, user)
    if tournament.invited_only and not tournament.player_invitations.filter(user=user).exists():
        raise Refused("invited_only", not_asked())
    check_not_in(tournament, user)


def check_member(tournament: Tournament, user: User) -> None:
    """Raise Refused "not_member" in a league's tournament to which the user doesn't belong."""
    if tournament.league is not None and not is_member(tournament.league, user):
        raise Refused(
            "not_member",
            _("This tournament is for members of %(league)s. Join the league first.")
            % {"league": tournament.league.name},
        )


def check_not_in(tournament: Tournament, user: User) -> None:
    """Raise Refused "already_entered" where the user takes part, or waits to."""
    if _is_in(tournament, user):
        raise Refused(
            "already_entered",
            _("You have already entered. Withdraw first to enter in another way."),
        )


def why_not_accept(invitation: PartnerInvitation, user: User) -> str:
    """Return why somebody who was asked to be a partner can't accept as things stand; "" where they can."""
    tournament = invitation.entry.tournament
    partners = [place.user for place in invitation.entry.players.select_related("user")]
    try:
        check_member(tournament, user)
        check_not_in(tournament, user)
        check_ratings(tournament, [*partners, user])
    except Refused as refusal:
        return str(refusal)
    return ""


def not_asked() -> str:
    """Return why somebody can't enter a tournament by invitation."""
    return _("This tournament is by invitation only. Ask its organizer to invite you.")


def check_ratings(tournament: Tournament, users: Sequence[Any]) -> None:
    """Raise Refused "rating_range" where the mean of a side's ratings lies outside; a provisional one counts as shown."""
    sentence = out_of_range(tournament, users)
    if sentence:
        raise Refused("rating_range", sentence)


def out_of_range(tournament: Tournament, users: Sequence[Any]) -> str:
    """Return why a side of these users can't enter by its ratings; "" where it can."""
    least, most = tournament.rating_min, tournament.rating_max
    if least is None and most is None:
        return ""
    ratings = ratings_of([user.pk for user in users], pool_of(tournament))
    mean = round(sum(ratings.values()) / len(users))
    words = {"least": least, "most": most, "mean": mean}
    if least is not None and mean < least:
        wanted = _("The minimum is %(least)d.") % words
    elif most is not None and mean > most:
        wanted = _("The maximum is %(most)d.") % words
    else:
        return ""
    whose = _("Your rating is %(mean)d.") if len(users) == 1 else _("Your mean rating is %(mean)d.")
    return f"{whose % words} {wanted} " + _("Enter another tournament, or choose another partner.")


def partner_for(tournament: Tournament, user: User, username: str) -> Any:
    """Return the account that the user wants as a partner.

    Raises Refused "no_partners", "partner_unknown", "partner_self", "partner_guest", "partner_not_member",
    "partner_entered", "blocked", "declined".
    """
    if not tournament.entry_with_partner:
        raise Refused(
            "no_partners", _("Everybody enters this tournament alone and gets a partner.")
        )
    partner = get_user_model().objects.filter(username__iexact=username, is_active=True).first()
    if partner is None:
        raise Refused(
            "partner_unknown",
            _("There is no player called “%(name)s”. Check the spelling.") % {"name": username},
        )
    words = {"name": partner.username}
    if partner.pk == user.pk:
        raise Refused("partner_self", _("You can't be your own partner. Name somebody else."))
    if partner.is_guest:
        raise Refused(
            "partner_guest",
            _("%(name)s is a guest. Guests need an account before they can enter.") % words,
        )
    if tournament.league is not None and not is_member(tournament.league, partner):
        raise Refused(
            "partner_not_member",
            _("%(name)s isn't a member of the league. Ask them to join it first.") % words,
        )
    refuse_blocked_invitation(user, partner)
    if _is_in(tournament, partner):
        raise Refused(
            "partner_entered", _("%(name)s has already entered. Choose another partner.") % words
        )
    return partner


def _is_in(tournament: Tournament, user: User) -> bool:
    return bool(
        EntryPlayer.objects.filter(tournament=tournament, user=user, active=True).exists()
        or tournament.singles.filter(user=user, status__in=ALONE).exists()
    )
