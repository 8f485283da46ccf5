"""Joining a ladder, alone or with a partner who accepts, and leaving it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.engine.sentences import message
from games.tables.access.mutes import refuse_blocked_invitation
from games.tables.services import abandon_table
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.ladders import idle, notify, playing, steps
from tournaments.ladders.core import entry_of, live_of, lock_ladder, require_running
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderPlayer, LadderStep
from tournaments.leagues.joining import person_called
from tournaments.leagues.locks import lock_league
from tournaments.leagues.permissions import (
    is_member,
    is_organizer,
    refuse_banned,
    require_account,
)


def join(*, ladder_id: int, user: User, partner: str = "") -> LadderEntry:
    """Enter at the bottom; a pair does so once the partner accepts.

    Raises Refused: "unknown_ladder", "guest", "ladder_frozen", "banned", "not_member", "on_ladder", "asked_already", "yourself",
    "user_not_member", "limit", and what `person_called` refuses.
    """
    with transaction.atomic():
        require_account(user)
        ladder, at = lock_ladder(ladder_id), now()
        playing.settle(ladder, at)
        require_running(ladder)
        refuse_banned(ladder.league, user)
        _check_free(ladder, user)
        people = [user, _partner(ladder, user, partner)] if ladder.is_pairs else [user]
        entry = LadderEntry.objects.create(
            ladder=ladder, name=" & ".join(one.username for one in people), created_at=at
        )
        LadderPlayer.objects.bulk_create(
            LadderPlayer(
                entry=entry,
                ladder=ladder,
                user=one,
                position=position,
                accepted_at=at if one == user else None,
                active=one == user,
            )
            for position, one in enumerate(people)
        )
        audit.record(actor=user, verb="ladder.entered", subject=ladder, name=entry.name)
        if ladder.is_pairs:
            limits.count_invitation(user, people[1])
            notify.invited(entry, user, people[1])
        else:
            steps.add(ladder, LadderStep.Kind.JOIN, entry, at, by=user)
            idle.begin(ladder, [entry], at)
    return entry


def answer(*, entry_id: int, user: User, accept: bool) -> LadderEntry:
    """Accept or decline a partner's invitation. Idempotent.

    Raises Refused: "unknown_entry", "guest", "ladder_frozen", "banned", "not_member", "on_ladder".
    """
    with transaction.atomic():
        require_account(user)
        entry, at = _lock_entry(entry_id), now()
        place = entry.players.filter(user=user, accepted_at=None).first()
        if place is None or entry.status != LadderEntry.Status.INVITED:
            return entry
        verb = "ladder.place_accepted" if accept else "ladder.place_declined"
        audit.record(actor=user, verb=verb, subject=entry.ladder, name=entry.name)
        if accept:
            playing.settle(entry.ladder, at)
            require_running(entry.ladder)
            refuse_banned(entry.ladder.league, user)
            _check_free(entry.ladder, user)
            place.accepted_at, place.active = at, True
            place.save(update_fields=["accepted_at", "active"])
            steps.add(entry.ladder, LadderStep.Kind.JOIN, entry, at, by=user)
            idle.begin(entry.ladder, [entry], at)
            entry.refresh_from_db()
            notify.answered(entry, user, "joined")
        else:
            _close(entry, LadderEntry.Status.DECLINED)
            notify.answered(entry, user, "refused")
    return entry


def leave(*, entry_id: int, by: User, reason: str = "") -> LadderEntry:
    """Leave the ladder, as one of its players or an organizer; a challenge that isn't in play ends. Idempotent.

    Raises Refused: "unknown_entry", "not_your_entry", "in_play".
    """
    with transaction.atomic():
        entry, at = _lock_entry(entry_id), now()
        own = entry.players.filter(user=by).exclude(accepted_at=None).exists()
        if not own and not is_organizer(entry.ladder.league, by):
            raise Refused("not_your_entry", _("Only its players and the organizers can do that."))
        playing.settle(entry.ladder, at)
        entry.refresh_from_db(fields=["status", "rung"])
        _take_off(entry, by, at, reason)
    return entry


def on_member_left(league_id: int, user: User, by: User) -> None:
    """Take somebody who is no longer a member off the league's ladders, with their partner; the league is locked.

    A match in play is forfeited, except that members who leave on their own finish it first: Refused "in_play".
    """
    _expel([league_id], user, by, forfeits=user != by)


def on_banned(user: User, by: User) -> None:
    """Take somebody who may not sign in any more off all ladders; a match in play is forfeited."""
    leagues = _places_of(user).values_list("ladder__league_id", flat=True)
    _expel(sorted(set(leagues)), user, by, forfeits=True)


def _places_of(user: User) -> QuerySet[LadderPlayer]:
    """Return the person's places in entries that are on a ladder, or wait to be."""
    live = (LadderEntry.Status.INVITED, LadderEntry.Status.ACTIVE)
    return LadderPlayer.objects.filter(user=user, entry__status__in=live).order_by("entry_id")


def _expel(leagues: Sequence[int], user: User, by: User, *, forfeits: bool) -> None:
    """Take somebody off the leagues' ladders. Locks the leagues first, and the tables last."""
    for league_id in leagues:
        lock_league(league_id)
    at, tables = now(), []
    for place in _places_of(user).filter(ladder__league__in=leagues):
        entry = _lock_entry(place.entry_id)
        if place.accepted_at is None:
            verb = "ladder.place_declined"
            audit.record(actor=by, verb=verb, subject=entry.ladder, name=entry.name)
            _close(entry, LadderEntry.Status.DECLINED)
        else:
            tables += _take_off(entry, by, at, forfeits=forfeits)
    for table_id in sorted(tables):
        abandon_table(table_id=table_id, reason=message("A side has left the ladder."))


def _take_off(
    entry: LadderEntry, by: User, at: datetime, reason: str = "", *, forfeits: bool = False
) -> list[int]:
    """End an entry and its challenges; returns the tables of matches that it forfeits. Raises Refused "in_play" if it doesn't."""
    if entry.status in (LadderEntry.Status.INVITED, LadderEntry.Status.ACTIVE):
        audit.record(
            actor=by, verb="ladder.left", subject=entry.ladder, reason=reason, name=entry.name
        )
    if entry.status == LadderEntry.Status.INVITED:
        _close(entry, LadderEntry.Status.LEFT)
    if entry.status != LadderEntry.Status.ACTIVE:
        return []
    tables = []
    for challenge in live_of(entry.ladder):
        if entry in (challenge.challenger, challenge.challenged):
            challenge.ladder = entry.ladder
            if challenge.status == Challenge.Status.PLAYING:
                if not forfeits:
                    raise Refused("in_play", _("The match is in play. Finish it first."))
                tables.append(challenge.table_id or 0)
            playing.given_up(challenge, entry, at)
    idle.take_off(entry, at, by=by, reason=reason)
    return tables


def _close(entry: LadderEntry, status: LadderEntry.Status) -> None:
    entry.status = status
    entry.save(update_fields=["status"])
    entry.players.update(active=False)


def _lock_entry(entry_id: int) -> LadderEntry:
    found = LadderEntry.objects.filter(pk=entry_id).values_list("ladder_id", flat=True).first()
    if found is None:
        raise Refused("unknown_entry", _("There is no such entry. Reload the page."))
    ladder = lock_ladder(found)
    entry = LadderEntry.objects.get(pk=entry_id)
    entry.ladder = ladder
    return entry


def _check_free(ladder: Ladder, user: User) -> None:
    """Raise Refused unless a member may join: "not_member", "on_ladder", "asked_already"."""
    if not is_member(ladder.league, user):
        raise Refused("not_member", _("Join the league first."))
    if entry_of(ladder, user) is not None:
        raise Refused("on_ladder", _("You are already on this ladder."))
    waiting = LadderPlayer.objects.filter(ladder=ladder, user=user, active=True)
    if waiting.exists():
        raise Refused(
            "asked_already", _("Your partner hasn’t answered yet. Withdraw your entry first.")
        )


def _partner(ladder: Ladder, user: User, name: str) -> User:
    other = person_called(name)
    refuse_blocked_invitation(user, other)
    if other == user:
        raise Refused("yourself", _("You can’t be your own partner. Enter somebody else’s name."))
    if not is_member(ladder.league, other):
        raise Refused(
            "user_not_member",
            _("%(name)s isn’t a member of the league. Ask them to join it first.")
            % {"name": other.username},
        )
    if entry_of(ladder, other) is not None:
        raise Refused(
            "partner_on_ladder",
            _("%(name)s is already on this ladder. Choose somebody else.")
            % {"name": other.username},
        )
    return other
