"""Entries that come back: an organizer restores those that left, and people take their own withdrawal back.

Under way, an entry comes back to its place in the field: results, opponents and byes count as they are, and a match that
it forfeited meanwhile stays forfeited.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.models import AuditEntry
from tournaments.events.actions.eligibility import too_late, why_not_member
from tournaments.events.actions.entering import set_in
from tournaments.events.advance import run_due_steps
from tournaments.events.core import arena
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import waiting
from tournaments.events.entries.check_in import catch_up
from tournaments.events.entries.people import person_named
from tournaments.events.entries.taking_part import (
    REJOINED,
    REMOVED,
    RESTORED,
    Part,
    entries_of,
    part_of,
    why_left_for_good,
)
from tournaments.events.models import Entry, Single, Tournament
from tournaments.events.notices import notify
from tournaments.leagues.models import Season


def restorable(*tournaments: Tournament) -> set[int]:
    """Return the keys of the entries that an organizer can restore: before the start those that an organizer removed, but
    no teams; under way all that withdrew after the draw, except from a season's divisions.
    """
    sizes = {one.pk: one.side_size for one in tournaments if _takes_back(one)}
    alone = Q(tournament__season=None) | Q(tournament__season__kind=Season.Kind.SERIES)
    removed = Entry.objects.filter(
        Q(pk__in=_removed(tournaments, "entry"), tournament__in=sizes)
        | Q(
            alone,
            tournament__in=[one for one in tournaments if one.status in UNDER_WAY],
            seed_no__isnull=False,
        ),
        status=Entry.Status.WITHDRAWN,
    )
    rows = removed.annotate(size=Count("players")).values_list("pk", "tournament", "size")
    return {key for key, cup, size in rows if size == sizes.get(cup, size)}


def restorable_singles(*tournaments: Tournament) -> set[int]:
    """Return the keys of removed single players whom an organizer can restore, before the start."""
    removed = Single.objects.filter(
        pk__in=_removed(tournaments, "single"),
        tournament__in=[one for one in tournaments if _takes_back(one)],
        status=Single.Status.WITHDRAWN,
    )
    return set(removed.values_list("pk", flat=True))


def _takes_back(tournament: Tournament) -> bool:
    return tournament.status in OPEN and not tournament.is_team


def _removed(tournaments: Iterable[Tournament], kind: str) -> list[int]:
    """Return the keys of the entries or single players that an organizer removed and hasn't restored."""
    subjects = [audit.subject_of(one) for one in tournaments if _takes_back(one)]
    if not subjects:
        return []
    log = AuditEntry.objects.filter(subject__in=subjects, verb__in=(REMOVED, RESTORED))
    last = {
        data.get(kind): verb for verb, data in log.order_by("at", "pk").values_list("verb", "data")
    }
    return [key for key, verb in last.items() if key is not None and verb == REMOVED]


def restore_entry(*, entry_id: int, by: User) -> Entry:
    """Restore an entry (`restorable`): before the start to the field, or to the waiting list if the field is full; under
    way to its place, even if the field is full by now. Notifies its players. Idempotent.

    Raises Refused: "unknown_entry", "not_organizer", "over", "in_season", "too_late", "not_removed", "user_entered",
    "full", and before the start as `person_named` if a player can't enter any more.
    """
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        tournament, at = _locked(found, by)
        entry = tournament.entries.get(pk=entry_id)
        if entry.status in Entry.TAKING_PART:
            return entry
        if tournament.status not in OPEN | UNDER_WAY:
            raise Refused("over", _("The tournament is over, so its entries stay as they are."))
        if entry.pk not in restorable(tournament):
            raise why_left_for_good(tournament) or _why_not_restorable(tournament)
        if tournament.status in UNDER_WAY:
            _come_back(tournament, entry, by, RESTORED)
            return entry
        users = [one.user for one in entry.players.select_related("user")]
        for user in users:
            if not user.by_name:
                person_named(tournament, user.username)
            _refuse_entered(tournament, user)
        room = waiting.check_room(tournament, alone=False)
        entry.status = Entry.Status.ENTERED if room else Entry.Status.WAITING
        set_in(entry, tournament, at, here=entry.checked_in_at is not None)
        entry.save()
        entry.players.update(active=True)
        notify.entered(entry, [user for user in users if user != by], by=by)
        audit.record(actor=by, verb=RESTORED, subject=tournament, entry=entry.pk, name=entry.name)
        save(tournament)
    return entry


def _locked(tournament_id: int | None, by: User) -> tuple[Tournament, datetime]:
    """Return an entry's locked tournament, with what is due by now done, for its organizer."""
    if tournament_id is None:
        raise unknown_entry()
    tournament, at = lock(tournament_id), now()
    require_organizer(by, tournament)
    catch_up(tournament, at)
    return tournament, at


def restore_single(*, single_id: int, by: User) -> Single:
    """Restore a single player whom an organizer removed, before the start: to the field, or to the waiting list if the
    field is full. Notifies them. Idempotent.

    Raises Refused as `restore_entry`.
    """
    with transaction.atomic():
        found = Single.objects.filter(pk=single_id).values_list("tournament_id", flat=True).first()
        tournament, at = _locked(found, by)
        if tournament.status not in OPEN:
            raise too_late()
        single = Single.objects.select_related("user").get(pk=single_id)
        if single.status in Single.TAKING_PART:
            return single
        if single.pk not in restorable_singles(tournament):
            raise Refused(
                "not_removed", _("This entry wasn’t removed by an organizer. Enter it anew.")
            )
        if not single.user.by_name:
            person_named(tournament, single.user.username)
        _refuse_entered(tournament, single.user)
        room = waiting.check_room(tournament, alone=True)
        single.status = Single.Status.WAITING if room else Single.Status.QUEUED
        set_in(single, tournament, at)
        single.save()
        single.tournament = tournament
        notify.entered(single, [single.user] if single.user != by else [], by=by)
        audit.record(
            actor=by, verb=RESTORED, subject=tournament, single=single.pk, name=single.name
        )
        save(tournament)
    return single


def rejoin(*, tournament_id: int, user: User) -> Entry:
    """Take the withdrawal of the user's entry back, for both partners, until the next draw; of a team as its captain or
    vice-captain. Notifies the others. Idempotent.

    Raises Refused: "unknown_tournament", "not_entered", "not_member", "banned", and those of `Part.why_not_rejoin`.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        mine = entries_of(tournament, user)
        there = mine.filter(status__in=Entry.TAKING_PART).first()
        if there is not None:
            return there
        entry = mine.filter(status=Entry.Status.WITHDRAWN, seed_no__isnull=False).first()
        if entry is None:
            raise Refused("not_entered", _("There is no withdrawal of yours here to take back."))
        refuse(why_not_member(tournament, user) or Part(user, entry).why_not_rejoin)
        _come_back(tournament, entry, user, REJOINED)
    return entry


def _come_back(tournament: Tournament, entry: Entry, by: User, verb: str) -> None:
    """Put a withdrawn entry back to its place in a tournament under way."""
    people = [one.user for one in entry.players.filter(active=True).select_related("user")]
    here, at = entry.checked_in_at is not None, now()
    entry.status = Entry.Status.CHECKED_IN if here else Entry.Status.ENTERED
    entry.save(update_fields=["status"])
    arena.wait(tournament, entry, at)
    notify.back(entry, [user for user in people if user != by], by=by)
    audit.record(actor=by, verb=verb, subject=tournament, entry=entry.pk, name=entry.name)
    if not run_due_steps(tournament, at):
        save(tournament)


def _why_not_restorable(tournament: Tournament) -> Refused:
    if tournament.status in UNDER_WAY:
        return Refused(
            "too_late",
            _("This entry left before it was drawn, so it has no place to come back to."),
        )
    return Refused("not_removed", _("This entry wasn’t removed by an organizer. Enter it anew."))


def _refuse_entered(tournament: Tournament, user: User) -> None:
    if part_of(tournament, user) is not None:
        raise Refused(
            "user_entered",
            _("%(name)s has entered in another way since. Remove that entry first.")
            % {"name": user.username},
        )
