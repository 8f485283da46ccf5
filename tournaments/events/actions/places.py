"""Organizers' actions on places: ordering the waiting list, removing single players, and restoring removed entries."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.actions.eligibility import too_late
from tournaments.events.actions.entering import check_leaving, leave_settled, set_in
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import waiting
from tournaments.events.entries.check_in import catch_up
from tournaments.events.entries.people import person_named
from tournaments.events.models import Entry, EntryPlayer, Single, Tournament
from tournaments.events.notices import notify

REMOVED, RESTORED = "tournament.entry_removed", "tournament.entry_restored"


def move_up(*, tournament_id: int, by: User, place: str, above: str) -> None:
    """Move a place of the waiting list directly before `above`, the place shown above it. Idempotent.

    Places are named as in the audit log: "entry:12", "single:7". Raises Refused: "unknown_tournament", "not_organizer",
    "over", "not_queued".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status not in OPEN | UNDER_WAY:
            raise Refused("over", _("The tournament is over, and its waiting list with it."))
        queued = waiting.queue(tournament)
        found = {waiting.named(one): one for one in queued}
        if place not in found or above not in found or place == above:
            raise Refused("not_queued", _("The waiting list has changed. Reload the page."))
        order = list(found)
        if order.index(place) < order.index(above):
            return
        order.remove(place)
        order.insert(order.index(above), place)
        waiting.set_order(queued, order)
        _log(tournament, by, "tournament.moved_up", queued, found[place])
        # Its new position decides who gets a free place.
        waiting.promote(tournament)
        save(tournament)


def undo_move(
    *, tournament_id: int, by: User, place: str, before: Sequence[str], after: Sequence[str]
) -> None:
    """Undo a move: the waiting list in the order `after` returns to the order `before`. Idempotent.

    Newer places follow at the end. Raises Refused: "unknown_tournament", "not_organizer", "over", "not_queued",
    "order_changed".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status not in OPEN | UNDER_WAY:
            raise Refused("over", _("The tournament is over, and its waiting list with it."))
        queued = waiting.queue(tournament)
        found = {waiting.named(one): one for one in queued}
        if place not in found:
            raise Refused(
                "not_queued", _("They aren’t on the waiting list any more, so nothing is moved.")
            )
        if waiting.has_order(queued, before):
            return
        if not waiting.has_order(queued, after):
            raise waiting.order_changed()
        waiting.set_order(queued, before)
        _log(tournament, by, "tournament.move_undone", queued, found[place])
        waiting.promote(tournament)
        save(tournament)


def remove_single(*, single_id: int, by: User, reason: str) -> None:
    """Remove a person who entered alone and has no partner yet; the reason is stored. Idempotent.

    Raises Refused: "not_organizer", "unknown_entry", "over", "reason_missing".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        found = Single.objects.filter(pk=single_id).values_list("tournament_id", flat=True).first()
        if found is None:
            raise Refused("unknown_entry", _("There is no such entry any more. Reload the page."))
        tournament = lock(found)
        require_organizer(by, tournament)
        check_leaving(tournament)
        single = Single.objects.select_related("user", "tournament").get(pk=single_id)
        if single.status not in Single.TAKING_PART:
            return
        if not reason:
            raise Refused("reason_missing", _("Give a reason; its players will read it."))
        single.status = Single.Status.WITHDRAWN
        single.save(update_fields=["status"])
        notify.removed(single, reason)
        leave_settled(tournament)
        audit.record(
            actor=by,
            verb=REMOVED,
            subject=tournament,
            reason=reason,
            single=single.pk,
            name=single.name,
        )


def restorable(*tournaments: Tournament) -> set[int]:
    """Return the keys of removed entries that an organizer can restore: before the start, and no teams."""
    sizes = {one.pk: one.side_size for one in tournaments if _takes_back(one)}
    removed = Entry.objects.filter(
        pk__in=_removed(tournaments, "entry"),
        tournament__in=sizes,
        status=Entry.Status.WITHDRAWN,
    )
    rows = removed.annotate(size=Count("players")).values_list("pk", "tournament", "size")
    return {key for key, cup, size in rows if size == sizes[cup]}


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
    """Restore an entry that an organizer removed, before the start: to the field, or to the waiting list if the field
    is full. Notifies its players. Idempotent.

    Raises Refused: "unknown_entry", "not_organizer", "too_late", "not_removed", "user_entered", "full", and as
    `person_named` if a player can't enter any more.
    """
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        if found is None:
            raise Refused("unknown_entry", _("There is no such entry any more. Reload the page."))
        tournament, at = lock(found), now()
        require_organizer(by, tournament)
        catch_up(tournament, at)
        if tournament.status not in OPEN:
            raise too_late()
        entry = Entry.objects.get(pk=entry_id)
        if entry.status in Entry.TAKING_PART:
            return entry
        if entry.pk not in restorable(tournament):
            raise Refused(
                "not_removed", _("This entry wasn’t removed by an organizer. Enter it anew.")
            )
        users = [one.user for one in entry.players.select_related("user")]
        for user in users:
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


def restore_single(*, single_id: int, by: User) -> Single:
    """Restore a single player whom an organizer removed, before the start: to the field, or to the waiting list if the
    field is full. Notifies them. Idempotent.

    Raises Refused as `restore_entry`.
    """
    with transaction.atomic():
        found = Single.objects.filter(pk=single_id).values_list("tournament_id", flat=True).first()
        if found is None:
            raise Refused("unknown_entry", _("There is no such entry any more. Reload the page."))
        tournament, at = lock(found), now()
        require_organizer(by, tournament)
        catch_up(tournament, at)
        if tournament.status not in OPEN:
            raise too_late()
        single = Single.objects.select_related("user").get(pk=single_id)
        if single.status in Single.TAKING_PART:
            return single
        if single.pk not in restorable_singles(tournament):
            raise Refused(
                "not_removed", _("This entry wasn’t removed by an organizer. Enter it anew.")
            )
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


def _refuse_entered(tournament: Tournament, user: User) -> None:
    held = EntryPlayer.objects.filter(tournament=tournament, user=user, active=True)
    if (
        held.exists()
        or tournament.singles.filter(user=user, status__in=Single.TAKING_PART).exists()
    ):
        raise Refused(
            "user_entered",
            _("%(name)s has entered in another way since. Remove that entry first.")
            % {"name": user.username},
        )


def _log(
    tournament: Tournament, by: User, verb: str, before: list[waiting.Place], moved: waiting.Place
) -> None:
    """Log the waiting list's order before and after: names for people, and places for undoing it."""
    after = waiting.in_order(before)
    audit.record(
        actor=by,
        verb=verb,
        subject=tournament,
        name=moved.name,
        before={"waiting": [one.name for one in before]},
        after={"waiting": [one.name for one in after]},
        place=waiting.named(moved),
        places=[[waiting.named(one) for one in order] for order in (before, after)],
    )
