"""Pairs of an own-time event: one member asks another, who accepts. A pair can be given up until it has begun a deal."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues.joining import person_called
from tournaments.leagues.permissions import (
    is_member,
    refuse_banned,
    require_account,
    why_banned,
)
from tournaments.own_time import notify
from tournaments.own_time.core import entry_of, lock_event
from tournaments.own_time.models import EventEntry, EventInvitation, OwnTimeEvent


def ask(*, event_id: int, user: User, partner: str) -> EventInvitation:
    """Ask another member, by name, to play an event together; in place of an earlier question. Idempotent.

    Raises Refused: "unknown_event", "guest", "people_only", "not_pairs", "not_member", "banned", "event_over", "in_pair",
    "yourself", "user_not_member", "partner_in_pair", "blocked", "declined", "limit", and what `person_called` refuses.
    """
    with transaction.atomic():
        require_account(user)
        event, at = lock_event(event_id), now()
        _require_free(event, user)
        other = person_called(partner)
        if other == user:
            raise Refused(
                "yourself", _("You can’t be your own partner. Enter somebody else’s name.")
            )
        refuse_blocked_invitation(user, other)
        require_able(event, other)
        if entry_of(event, other) is not None:
            raise Refused(
                "partner_in_pair",
                _("%(name)s already plays this event with a partner. Ask somebody else.")
                % {"name": other.username},
            )
        mine = event.invitations.filter(by=user).select_related("to").first()
        if mine is not None and mine.to == other:
            return mine
        event.invitations.filter(by=user).delete()
        limits.count_invitation(user, other)
        made = EventInvitation.objects.create(event=event, by=user, to=other, asked_at=at)
        notify.asked(made)
    return made


def answer(*, event_id: int, invitation_id: int, user: User, accept: bool) -> EventEntry | None:
    """Accept or decline to play an event together; return the user's pair, or None. Idempotent.

    Raises Refused: "unknown_event", "unknown_invitation", "guest", "people_only", "not_pairs", "not_member", "banned",
    "event_over", "in_pair", "user_not_member".
    """
    with transaction.atomic():
        require_account(user)
        event = lock_event(event_id)
        mine = event.invitations.filter(pk=invitation_id, to=user)
        asked, entry = mine.select_related("by", "to").first(), entry_of(event, user)
        if asked is None and accept and entry is None:
            raise Refused(
                "unknown_invitation", _("That question isn’t open any more. Reload the page.")
            )
        if asked is None:
            return entry
        if accept:
            _require_free(event, user)
            require_able(event, asked.by)
            entry = EventEntry.objects.create(
                event=event, user=asked.by, partner=user, entered_at=now()
            )
            # Both have their partner, so all that they asked or were asked is over.
            both = (asked.by_id, user.pk)
            event.invitations.filter(by__in=both).delete()
            event.invitations.filter(to__in=both).delete()
        else:
            asked.delete()
        notify.answered(event, asked.by, user, "joined" if accept else "refused")
    return entry


def leave(*, event_id: int, user: User) -> None:
    """Take back the user's question, and give up their pair if it hasn't begun a deal. Idempotent.

    Raises Refused: "unknown_event", "event_over", "begun".
    """
    with transaction.atomic():
        event = lock_event(event_id)
        event.invitations.filter(by=user).delete()
        entry = entry_of(event, user) if event.is_pairs else None
        if entry is None:
            return
        if event.is_past(now()):
            raise _over()
        if entry.plays.exists():
            raise Refused("begun", _("Your pair has begun a deal, so it stays together."))
        entry.delete()
        for other in entry.people:
            if other != user:
                notify.answered(event, other, user, "left")


def require_able(event: OwnTimeEvent, partner: User) -> None:
    """Raise Refused "user_not_member" unless somebody's partner may play in the league."""
    if (
        not partner.is_active
        or not is_member(event.league, partner)
        or why_banned(event.league, partner)
    ):
        raise Refused(
            "user_not_member",
            _("%(name)s can’t play in this league, so you can’t play together.")
            % {"name": partner.get_username()},
        )


def _require_free(event: OwnTimeEvent, user: User) -> None:
    """Raise Refused unless the user can find a partner for the event now."""
    if not event.is_pairs:
        raise Refused("not_pairs", _("Everybody plays this event alone."))
    if not is_member(event.league, user):
        raise Refused("not_member", _("Join the league first."))
    refuse_banned(event.league, user)
    if event.is_past(now()):
        raise _over()
    if entry_of(event, user) is not None:
        raise Refused("in_pair", _("You already have a partner in this event."))


def _over() -> Refused:
    return Refused("event_over", _("The event is over. See its results."))
