"""Becoming a member: by joining an open league, by an organizer's invitation, or by request.

Nobody becomes a member without their own consent. Banned people can do none of this (`bans.py`).
"""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.leagues import notify
from tournaments.leagues.locks import lock_league, unknown_league
from tournaments.leagues.models import Admission, League, Membership
from tournaments.leagues.permissions import (
    refuse_banned,
    require_account,
    require_organizer,
    require_shown,
    why_banned,
)

INVITED, ASKING = map(str, Admission.State.values)


def join_league(*, league_id: int, user: User) -> Membership:
    """Make the user a member of an open league, or of one that has invited them. Idempotent.

    Raises Refused: "guest", "unknown_league", "banned", "league_closed", "asking".
    """
    with transaction.atomic():
        require_account(user)
        league = lock_league(league_id)
        place = _place(league, user)
        if place is not None:
            return place
        if league.hidden_at is not None:
            raise unknown_league()
        refuse_banned(league, user)
        admission = _admission(league, user)
        if league.is_open or (admission is not None and admission.state == INVITED):
            place = admit(league, user, admission)
            audit.record(actor=user, verb="league.joined", subject=league)
            return place
        if admission is not None:
            raise Refused("asking", _("You have asked to join. An organizer decides."))
        raise Refused(
            "league_closed",
            _("This league is by invitation. Ask to join: an organizer decides."),
        )


def ask_to_join(*, league_id: int, user: User) -> Admission:
    """Ask the organizers for admission. Idempotent while the request is unanswered.

    Raises Refused: "guest", "unknown_league", "member", "banned", "invited", "league_open", "limit".
    """
    with transaction.atomic():
        require_account(user)
        league = lock_league(league_id)
        if _place(league, user) is not None:
            raise Refused("member", _("You are already a member of this league."))
        if league.hidden_at is not None:
            raise unknown_league()
        refuse_banned(league, user)
        admission = _admission(league, user)
        if admission is not None and admission.state == ASKING:
            return admission
        if admission is not None and admission.state == INVITED:
            raise Refused("invited", _("You are invited to this league. Accept the invitation."))
        if league.is_open:
            raise Refused("league_open", _("This league is open: join it."))
        limits.count("notices", user.pk)
        limits.count("requests", league.pk, user.pk)
        admission = _set(league, user, ASKING, user)
        notify.asks(admission)
    return admission


def invite(*, league_id: int, by: User, username: str) -> Admission | Membership:
    """Invite a person by user name, or admit them if they have asked to join. Idempotent.

    Returns the invitation; the membership if the person was just admitted or is already a member. Raises Refused:
    "not_organizer", "unknown_user", "user_guest", "banned", "blocked", "declined", "limit".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        user = person_called(username)
        place = _place(league, user)
        if place is not None:
            return place
        if why_banned(league, user) is not None:
            raise Refused(
                "banned",
                _("%(name)s is banned from the league. Lift the ban first.")
                % {"name": user.username},
            )
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


def decline_request(*, league_id: int, by: User, user_id: int, answer: str = "") -> None:
    """Decline somebody's request to join; a non-empty `answer` tells them why.

    Raises Refused: "not_organizer", "not_asking", and what `clean_text` refuses.
    """
    answer = clean_text(answer, what=_("The answer"), longest=LONGEST_REASON)
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        admission = _asking(league, user_id)
        admission.delete()
        notify.answered(admission, "turned_down_why" if answer else "turned_down", answer)
        audit.record(
            actor=by, verb="league.turned_down", subject=league, reason=answer, user=user_id
        )


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


def person_called(username: str) -> User:
    """Return the account with this user name, if it may belong to a league. Raises Refused: "unknown_user",
    "user_guest", "user_bot".
    """
    user = called(get_user_model().objects.all(), username.strip())
    if user is None or not user.is_active:
        raise Refused(
            "unknown_user",
            _("There is no player called “%(name)s”. Check the spelling.")
            % {"name": username.strip()},
        )
    if user.is_guest:
        raise Refused(
            "user_guest",
            _("%(name)s is a guest. Guests need an account before they can join a league.")
            % {"name": user.username},
        )
    if user.is_bot:
        raise Refused(
            "user_bot",
            _("%(name)s is a bot account. Leagues are for people.") % {"name": user.username},
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
    return Admission.objects.create(league=league, user=user, state=state, by=by, at=now())


def _end_invitation(admission: Admission) -> None:
    notify.request_handled(admission)
    admission.delete()


def _let_in(league: League, admission: Admission, by: User) -> Membership:
    place = admit(league, admission.user, admission)
    notify.answered(admission, "admitted")
    audit.record(actor=by, verb="league.let_in", subject=league, user=admission.user_id)
    return place


def admit(league: League, user: User, admission: Admission | None) -> Membership:
    """Create a membership inside the caller's transaction, and delete the invitation or request."""
    if admission is not None:
        notify.request_handled(admission)
        Admission.objects.filter(pk=admission.pk).delete()
    return Membership.objects.create(
        league=league, user=user, role=Membership.Role.MEMBER, joined_at=now()
    )
