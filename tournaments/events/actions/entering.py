"""Entering a tournament, with a partner or alone, and withdrawing.

Either partner may check their entry in or withdraw it, for both. Entries made or accepted by players while check-in is
open count as checked in.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import blocked_between
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.text import clean_reason
from tournaments.events.actions.eligibility import (
    partner_for,
    too_late,
    why_closed,
    why_in_season,
    why_not_accept,
    why_not_enter,
    why_out_of_range,
)
from tournaments.events.advance import run_due_steps
from tournaments.events.core.locks import lock_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import waiting
from tournaments.events.entries.check_in import catch_up, note_coming, require_check_in
from tournaments.events.entries.taking_part import REMOVED, WITHDRAWN, entries_of
from tournaments.events.matches import late
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    PartnerInvitation,
    Single,
    Status,
    Tournament,
)
from tournaments.events.notices import notify
from tournaments.leagues.permissions import require_account


def enter(
    *, tournament_id: int, user: User, partner: str | None = None, alone: bool = False
) -> Entry | Single:
    """Enter with a partner (a user name; they must accept), or alone to be paired at the start.

    If the tournament is full, the entry goes on the waiting list if there is one. Late entries, if allowed, play from
    the next possible round on.

    Raises Refused: "guest", "people_only", "unknown_tournament", "not_open", "too_late", "not_member", "invited_only",
    "already_entered", "full", "rating_range", "partner_or_alone", "no_partners", "no_singles", "yourself",
    "unknown_user", "user_guest", "user_not_member", "partner_entered", "limit".
    """
    wanted = (partner or "").strip()
    if bool(wanted) == alone:
        raise Refused(
            "partner_or_alone", _("Name your partner, or choose to be given one; not both.")
        )
    with transaction.atomic():
        require_account(user, bots=True)
        tournament, at = _lock(tournament_id)
        refuse(why_not_enter(tournament, user, at))
        place: Entry | Single = (
            _enter_alone(tournament, user, at)
            if alone
            else _enter_with(tournament, user, partner_for(tournament, user, wanted), at)
        )
        _log(tournament, user, "tournament.entered", place)
    return place


def accept_invitation(*, invitation_id: int, user: User) -> Entry:
    """Become the inviter's partner. The user's other open invitations in this tournament lapse.

    Raises Refused: "unknown_invitation", "answered", "not_open", "too_late", "not_member", "already_entered",
    "rating_range".
    """
    with transaction.atomic():
        require_account(user, bots=True)
        tournament, invitation, at = _lock_invitation(invitation_id, user)
        refuse(why_not_accept(invitation, user))
        if blocked_between(user, invitation.from_user):
            raise _gone()
        entry = invitation.entry
        others = [place.user for place in entry.players.select_related("user")]
        _answer(invitation, PartnerInvitation.Status.ACCEPTED, at)
        open_ones = PartnerInvitation.objects.filter(
            entry__tournament=tournament, to_user=user, status=PartnerInvitation.Status.SENT
        )
        for other in open_ones.select_related("entry"):
            _answer(other, PartnerInvitation.Status.LAPSED, at)
            _give_up(other.entry, Entry.Status.DECLINED)
        EntryPlayer.objects.create(entry=entry, tournament=tournament, user=user, position=1)
        entry.name = " & ".join(one.username for one in (*others, user))
        set_in(entry, tournament, at)
        entry.save()
        if tournament.status in UNDER_WAY and not waiting.waits(entry):
            late.join(tournament, entry, at)
        waiting.promote(tournament)
        save(tournament)
        notify.answered(invitation)
        _log(tournament, user, "tournament.partner_accepted", entry)
    return entry


def decline_invitation(*, invitation_id: int, user: User) -> None:
    """Decline an invitation; the inviter can enter in another way. Raises Refused like `accept_invitation`."""
    with transaction.atomic():
        tournament, invitation, at = _lock_invitation(invitation_id, user)
        _answer(invitation, PartnerInvitation.Status.DECLINED, at)
        _give_up(invitation.entry, Entry.Status.DECLINED)
        waiting.promote(tournament)
        save(tournament)
        notify.answered(invitation)
        _log(tournament, user, "tournament.partner_declined", invitation.entry)


def decline_all_from(*, user: User, by: User) -> None:
    """Decline all partner invitations that `by` has sent to `user`, who has blocked them."""
    sent = PartnerInvitation.objects.filter(
        to_user=user,
        from_user=by,
        status=PartnerInvitation.Status.SENT,
        entry__tournament__status__in=OPEN | UNDER_WAY,
    )
    for invitation_id in sent.values_list("pk", flat=True):
        # Skip invitations that can't be answered now, for instance during a draw: they lapse automatically.
        with suppress(Refused):
            decline_invitation(invitation_id=invitation_id, user=user)


def put_in(
    tournament: Tournament, people: Sequence[User], at: datetime, *, here: bool = True
) -> Entry | Single:
    """Enter people without asking anybody: a whole side, or one person to be paired at the start. If the tournament is
    full, they go on its waiting list. With `here` they are checked in if check-in is open.

    The caller has locked the tournament, checked that they may enter, and saves it. Raises Refused "full".
    """
    if len(people) < tournament.side_size:
        single = Single(tournament=tournament, user=people[0], created_at=at)
        if not waiting.check_room(tournament, alone=True):
            single.status = Single.Status.QUEUED
        set_in(single, tournament, at, here=here)
        single.save()
        return single
    room = waiting.check_room(tournament, alone=False)
    entry = Entry(
        tournament=tournament,
        name=" & ".join(user.username for user in people),
        status=Entry.Status.ENTERED if room else Entry.Status.WAITING,
        created_at=at,
    )
    set_in(entry, tournament, at, here=here)
    entry.save()
    for position, user in enumerate(people):
        EntryPlayer.objects.create(entry=entry, tournament=tournament, user=user, position=position)
    return entry


def withdraw(*, tournament_id: int, user: User) -> None:
    """Withdraw the user's entry, for both partners; before the start the waiting list fills the place. A team is
    withdrawn by its captain or vice-captain.

    Once the tournament is under way, a match in play goes on (bots play for absent players), and the other matches
    are forfeited: one in the current round at once. Raises Refused: "unknown_tournament", "not_entered", "not_captain", "over".
    """
    refuse(why_in_season(tournament_id))
    with transaction.atomic():
        tournament = lock(tournament_id)
        single = tournament.singles.filter(user=user, status__in=Single.TAKING_PART).first()
        entry = _entry_of(tournament, user)
        if single is None and entry is None:
            raise Refused("not_entered", _("You aren’t entered in this tournament."))
        check_leaving(tournament)
        if tournament.is_team and entry is not None and not entry.is_led_by(user):
            raise Refused(
                "not_captain",
                _("Only the captain or vice-captain can withdraw a team. Ask one of them."),
            )
        if single is not None:
            single.status = Single.Status.WITHDRAWN
            single.save(update_fields=["status"])
        if entry is not None:
            _take_out(tournament, entry)
        if left := entry or single:
            _log(tournament, user, WITHDRAWN, left)
        leave_settled(tournament)


def remove_entry(*, entry_id: int, by: User, reason: str) -> None:
    """Remove an entry; the reason is stored.

    Raises Refused: "not_organizer", "unknown_entry", "over", "reason_missing", "in_season".
    """
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        refuse(why_in_season(found or 0))
        take_entry_out(entry_id=entry_id, by=by, reason=reason)


def take_entry_out(*, entry_id: int, by: User, reason: str) -> None:
    """Remove an entry as `remove_entry` does, but also from a season's division; for use by its season."""
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        require_organizer(by, tournament)
        check_leaving(tournament)
        if entry.status not in Entry.TAKING_PART:
            return
        if not reason:
            raise Refused("reason_missing", _("Give a reason; its players will read it."))
        notify.removed(entry, reason)
        _take_out(tournament, entry)
        leave_settled(tournament)
        audit.record(
            actor=by,
            verb=REMOVED,
            subject=tournament,
            reason=reason,
            entry=entry.pk,
            name=entry.name,
        )


def check_in(*, tournament_id: int, user: User) -> Entry | Single:
    """Check the entry in; either partner may do so. Idempotent.

    Raises Refused: "unknown_tournament", "check_in_closed", "too_late", "not_entered", "partner_open".
    """
    with transaction.atomic():
        tournament, at = _lock(tournament_id)
        if tournament.status in UNDER_WAY:
            raise too_late()
        refuse(why_closed(tournament, at))
        require_check_in(tournament)
        place = tournament.singles.filter(
            user=user, status__in=Single.TAKING_PART
        ).first() or _entry_of(tournament, user)
        if place is None:
            raise Refused("not_entered", _("You aren’t entered in this tournament."))
        if place.checked_in_at is None:
            _log(tournament, user, "tournament.entry_checked_in", place)
        note_coming(tournament, place, at)
    return place


# ------------------------------------------------------------------------------------------------- checks
def _lock(tournament_id: int) -> tuple[Tournament, datetime]:
    """Lock a tournament, and open its check-in if that is due. Returns it with the time of the action."""
    tournament, at = lock(tournament_id), now()
    catch_up(tournament, at)
    return tournament, at


def check_leaving(tournament: Tournament) -> None:
    """Raise Refused "over" if the tournament has ended, so that nobody can leave."""
    if tournament.status not in OPEN | UNDER_WAY:
        raise Refused("over", _("The tournament is over; nobody can withdraw any more."))


# ------------------------------------------------------------------------------------------------ changes
def _log(tournament: Tournament, user: User, verb: str, place: Entry | Single) -> None:
    key: dict[str, Any] = {str(place._meta.model_name): place.pk}
    audit.record(actor=user, verb=verb, subject=tournament, name=waiting.name_of(place), **key)


def _enter_alone(tournament: Tournament, user: User, at: datetime) -> Entry | Single:
    if not tournament.entry_alone:
        raise Refused("no_singles", _("This tournament is entered with a partner: name yours."))
    refuse(why_out_of_range(tournament, [user]))
    place = put_in(tournament, [user], at)
    if tournament.status in UNDER_WAY and not waiting.waits(place):
        if isinstance(place, Entry):
            late.join(tournament, place, at)
        else:
            late.team_up(tournament, place, at)
    save(tournament)
    return place


def _enter_with(tournament: Tournament, user: User, partner: User, at: datetime) -> Entry:
    refuse(why_out_of_range(tournament, [user, partner]))
    room = waiting.check_room(tournament, alone=False)
    limits.count_invitation(user, partner)
    entry = Entry.objects.create(
        tournament=tournament,
        name=f"{user.username} & {partner.username}",
        status=Entry.Status.INVITED if room else Entry.Status.WAITING,
        created_at=at,
    )
    EntryPlayer.objects.create(entry=entry, tournament=tournament, user=user, position=0)
    invitation = PartnerInvitation.objects.create(
        entry=entry, from_user=user, to_user=partner, created_at=at
    )
    notify.invited(invitation)
    save(tournament)
    return entry


def set_in(
    place: Entry | Single, tournament: Tournament, at: datetime, *, here: bool = True
) -> None:
    """Set a complete entry's status: checked in if check-in is open and `here`, else entered."""
    here = here and tournament.status == Status.CHECK_IN
    place.checked_in_at = at if here else None
    if waiting.waits(place):
        return
    if here:
        place.status = place.Status.CHECKED_IN
    else:
        place.status = Entry.Status.ENTERED if isinstance(place, Entry) else Single.Status.WAITING


def _lock_invitation(
    invitation_id: int, user: User
) -> tuple[Tournament, PartnerInvitation, datetime]:
    mine = PartnerInvitation.objects.filter(pk=invitation_id, to_user=user)
    tournament_id = mine.values_list("entry__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refused("unknown_invitation", _("There is no such invitation to you."))
    tournament, at = _lock(tournament_id)
    refuse(why_closed(tournament, at))
    invitation = mine.select_related("entry", "from_user").get()
    if invitation.status != PartnerInvitation.Status.SENT:
        raise _gone()
    return tournament, invitation, at


def _gone() -> Refused:
    return Refused("answered", _("This invitation has already been answered or cancelled."))


def _answer(invitation: PartnerInvitation, status: PartnerInvitation.Status, at: datetime) -> None:
    invitation.status, invitation.answered_at = status, at
    invitation.save(update_fields=["status", "answered_at"])


def _give_up(entry: Entry, status: Entry.Status) -> None:
    """End an entry before the start and release its players."""
    entry.status = status
    entry.save(update_fields=["status"])
    entry.players.update(active=False)


def _entry_of(tournament: Tournament, user: User) -> Entry | None:
    return entries_of(tournament, user).filter(status__in=Entry.TAKING_PART).first()


def _take_out(tournament: Tournament, entry: Entry) -> None:
    if tournament.status in UNDER_WAY and entry.in_field:
        entry.status = Entry.Status.WITHDRAWN
        entry.save(update_fields=["status"])
        return
    _give_up(entry, Entry.Status.WITHDRAWN)
    entry.invitations.filter(status=PartnerInvitation.Status.SENT).update(
        status=PartnerInvitation.Status.LAPSED, answered_at=now()
    )


def leave_settled(tournament: Tournament) -> None:
    """Reassign a withdrawn entry's place, and end its matches in open windows that have no agreed time."""
    waiting.promote(tournament)
    late.move_up(tournament, now())
    if tournament.status not in UNDER_WAY or not run_due_steps(tournament, now()):
        save(tournament)
