"""Members: leaving, removing, and their roles."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.leagues import hooks, notify
from tournaments.leagues.by_name import forget, require_account_of
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Membership
from tournaments.leagues.permissions import keep_the_owner, require_organizer, require_owner
from tournaments.leagues.teams import leave_any_team

GIVEN = (Membership.Role.ORGANIZER, Membership.Role.ARBITER, Membership.Role.MEMBER)
"""The roles that organizers give; the owner hands theirs over."""


def leave_league(*, league_id: int, user: User) -> None:
    """End a membership, and the member's place in a team of the league. Raises Refused: "not_member", "owner", "in_play"."""
    with transaction.atomic():
        league = lock_league(league_id)
        end(league, _place(league, user.pk), by=user)
        audit.record(actor=user, verb="league.left", subject=league)


def remove_member(*, league_id: int, by: User, user_id: int, reason: str = "") -> Membership:
    """End somebody's membership, notify them, and return it. They may join or ask again (`bans.ban` prevents that).

    They can still see and play the league's tournaments that they have entered (`hooks.entered_by`); in that case
    a reason is required. Raises Refused: "not_organizer", "not_member", "owner", "reason_missing", and what
    `clean_text` refuses.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        # Before the league, as the order of locks wants: somebody without an account may be deleted at the end.
        User.objects.select_for_update().filter(pk=user_id).first()
        league = lock_league(league_id)
        require_organizer(league, by)
        place = _place(league, user_id)
        keep_the_owner(place)
        if not reason and hooks.entered_by(league.pk, user_id):
            raise Refused(
                "reason_missing",
                _(
                    "Give a reason: this member has entered tournaments of the league and will read it."
                ),
            )
        end(league, place, by=by)
        removed = audit.record(
            actor=by, verb="league.member_removed", subject=league, reason=reason, user=user_id
        )
        notify.removed(league, place.user, reason, removed.pk)
        forget(place.user)
    return place


def set_role(*, league_id: int, by: User, user_id: int, role: str) -> Membership:
    """Make a member an organizer, arbiter or plain member. Idempotent.

    Raises Refused: "not_organizer", "not_member", "owner", "user_guest", "unknown_role".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        if role not in GIVEN:
            raise Refused("unknown_role", _("There is no such role. Reload the page."))
        place = _place(league, user_id)
        keep_the_owner(place)
        require_account_of(place.user)
        if place.role != role:
            before, place.role = str(place.role), role
            place.save(update_fields=["role"])
            made = audit.changes({"role": before}, {"role": role})
            audit.record(
                actor=by,
                verb="league.role_changed",
                subject=league,
                user=user_id,
                role=role,
                **made,
            )
    return place


def hand_over(*, league_id: int, by: User, user_id: int) -> Membership:
    """Make another member the league's owner; the former owner remains an organizer.

    Raises Refused: "not_owner", "not_member", "owner" (to oneself), "user_guest".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_owner(league, by)
        place = _place(league, user_id)
        keep_the_owner(place)
        require_account_of(place.user)
        # The database allows one owner at a time: step down first.
        league.memberships.filter(user=by).update(role=Membership.Role.ORGANIZER)
        place.role = Membership.Role.OWNER
        place.save(update_fields=["role"])
        handed = audit.record(actor=by, verb="league.handed_over", subject=league, user=user_id)
        notify.handed_over(league, place.user, by, handed.pk)
    return place


def _place(league: League, user_id: int) -> Membership:
    places = Membership.objects.filter(league=league, user_id=user_id)
    place = places.select_related("user").first()
    if place is None:
        raise Refused(
            "not_member", _("That person isn’t a member of this league. Reload the page.")
        )
    return place


def end(league: League, place: Membership, *, by: User) -> None:
    """End a membership, the place in a team and whatever else depends on it, inside the caller's transaction.

    Raises Refused: "owner", and "in_play" to a member who leaves a match of a ladder.
    """
    keep_the_owner(place)
    # Tournaments are locked for the team before tables are for the ladders.
    leave_any_team(league, place.user_id)
    hooks.member_left(league.pk, place.user, by)
    place.delete()
