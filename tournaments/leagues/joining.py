"""Becoming a member: by joining an open league, by an organizer's invitation, or by request. It always takes the
person's own consent.

People who were removed or declined are shut out: they can ask, and an organizer decides.
"""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues import notify
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Admission, League, Membership
from tournaments.leagues.permissions import require_account, require_organizer

INVITED, ASKING, OUT = map(str, Admission.State.values)


def join_league(*, league_id: int, user: User) -> Membership:
    """Make the user a member of an open league, or of one that has invited them. Idempotent.

    Raises Refused: "guest", "unknown_league", "league_closed", "shut_out", "asking".
    """
    with transaction.atomic():
        require_account(user)
        league = lock_league(league_id)
        place = _place(league, user)
        if place is not None:
            return place
        admission = _admission(league, user)
        if admission is not None and admission.state == INVITED:
            return _admit(league, user, admission)
        if admission is not None and admission.state == ASKING:
            if league.is_open and admission.may_come:
                return _admit(league, user, admission)
            raise Refused("asking", _("You have asked to join. An organizer decides."))
        if not league.is_open:
            raise Refused(
                "league_closed",
                _("This league is by invitation. Ask to join: an organizer decides."),
            )
        if admission is not None:
            raise Refused(
                "shut_out",
                _(
                    "The organizers removed you from this league, or declined you. Ask to join: an "
                    "organizer decides."
                ),
            )
        return _admit(league, user, None)


def ask_to_join(*, league_id: int, user: User) -> Admission:
    """Ask the organizers for admission. Idempotent while the request is unanswered.

    Raises Refused: "guest", "unknown_league", "member", "invited", "league_open", "limit".
    """
    with transaction.atomic():
        require_account(user)
        league = lock_league(league_id)
        if _place(league, user) is not None:
            raise Refused("member", _("You are already a member of this league."))
        admission = _admission(league, user)
        if admission is not None and admission.state == ASKING:
            return admission
        if admission is not None and admission.state == INVITED:
            raise Refused("invited", _("You are invited to this league. Accept the invitation."))
        if admission is None and league.is_open:
            raise Refused("league_open", _("This league is open: join it."))
        limits.count("notices", user.pk)
        limits.count("requests", league.pk, user.pk)
        admission = _set(league, user, ASKING, user)
        notify.asks(admission)
    return admission


def invite(*, league_id: int, by: User, username: str) -> Admission | Membership:
    """Invite a person by user name. Idempotent. People who have asked to join, or are members, get no invitation.

    Returns the invitation, or the membership of somebody who had asked to join (they are admitted) or is a member.
    Raises Refused: "not_organizer", "unknown_user", "guest_added", "blocked", "declined", "limit".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        user = _person(username)
        place = _place(league, user)
        if place is not None:
            return place
        refuse_blocked_invitation(by, user)
        admission = _admission(league, user)
        if admission is not None and admission.state == ASKING:
            return _let_in(league, admission, by)
        if admission is not None and admission.state == INVITED:
            return admission
        limits.count_invitation(by, user)
        admission = _set(league, user, INVITED, by)
        notify.invited(admission)
        audit.record(actor=by, verb="league.invited", subject=league, user=user.pk)
    return admission


def decline(*, league_id: int, user: User) -> None:
    """Decline an invitation to the league. Does nothing without one."""
    with transaction.atomic():
        league = lock_league(league_id)
        admission = _admission(league, user)
        if admission is not None and admission.state == INVITED:
            _end_invitation(admission)


def accept_request(*, league_id: int, by: User, user_id: int) -> Membership:
    """Admit somebody who has asked to join. Raises Refused: "not_organizer", "not_asking"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        place = Membership.objects.filter(league=league, user_id=user_id).first()
        return place or _let_in(league, _asking(league, user_id), by)


def decline_request(*, league_id: int, by: User, user_id: int) -> None:
    """Decline somebody's request to join. Raises Refused: "not_organizer", "not_asking"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        admission = _asking(league, user_id)
        admission.state, admission.by, admission.at = OUT, by, now()
        admission.save()
        notify.answered(admission, "turned_down")
        audit.record(actor=by, verb="league.turned_down", subject=league, user=user_id)


def withdraw_invitation(*, league_id: int, by: User, user_id: int) -> None:
    """Cancel an invitation. Does nothing without one. Raises Refused "not_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        admission = Admission.objects.filter(league=league, user=user_id, state=INVITED).first()
        if admission is not None:
            _end_invitation(admission)
            audit.record(actor=by, verb="league.invited_back", subject=league, user=user_id)


def decline_all_from(*, user: User, by: User) -> None:
    """Decline all league invitations from `by` to `user`, who has blocked them."""
    sent = Admission.objects.filter(user=user, by=by, state=INVITED)
    for league_id in sent.values_list("league_id", flat=True):
        decline(league_id=league_id, user=user)


def _person(username: str) -> User:
    user = get_user_model().objects.filter(username__iexact=username.strip()).first()
    if user is None or not user.is_active:
        raise Refused(
            "unknown_user",
            _("There is no player called “%(name)s”. Check the spelling.")
            % {"name": username.strip()},
        )
    if user.is_guest:
        raise Refused(
            "guest_added",
            _("%(name)s is a guest. Guests need an account before they can join a league.")
            % {"name": user.username},
        )
    return user


def _place(league: League, user: User) -> Membership | None:
    return Membership.objects.filter(league=league, user=user).first()


def _admission(league: League, user: User) -> Admission | None:
    found = Admission.objects.filter(league=league, user=user).select_related("user").first()
    if found is not None:
        found.league = league
    return found


def _asking(league: League, user_id: int) -> Admission:
    found = Admission.objects.filter(league=league, user=user_id, state=ASKING)
    admission = found.select_related("user").first()
    if admission is None:
        raise Refused("not_asking", _("That person is no longer asking to join. Reload the page."))
    admission.league = league
    return admission


def _set(league: League, user: User, state: str, by: User) -> Admission:
    before = _admission(league, user)
    was_out = before is not None and before.state == OUT
    admission, _made = Admission.objects.update_or_create(
        league=league,
        user=user,
        defaults={"state": state, "by": by, "at": now(), "was_out": was_out},
    )
    return admission


def _end_invitation(admission: Admission) -> None:
    """End an invitation without a membership; a person who was shut out before is shut out again."""
    notify.request_handled(admission)
    if admission.was_out:
        admission.state, admission.at = OUT, now()
        admission.save()
    else:
        admission.delete()


def _let_in(league: League, admission: Admission, by: User) -> Membership:
    place = _admit(league, admission.user, admission)
    notify.answered(admission, "admitted")
    audit.record(actor=by, verb="league.let_in", subject=league, user=admission.user_id)
    return place


def _admit(league: League, user: User, admission: Admission | None) -> Membership:
    if admission is not None:
        notify.request_handled(admission)
        Admission.objects.filter(pk=admission.pk).delete()
    return Membership.objects.create(
        league=league, user=user, role=Membership.Role.MEMBER, joined_at=now()
    )
