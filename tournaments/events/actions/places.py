"""Places of people who wait: organizers order the waiting list, remove people who entered
alone, and put entries back that they removed.
"""

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
    """Put a place of the waiting list directly before the place that the organizer saw above it. Idempotent.

    Places are named as in the audit log: "entry:12", "single:7". Raises Refused: "unknown_tournament", "not_organizer",
    "over", "not_queued".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.status not in OPEN | UNDER_WAY:
            raise Refused("over", _("The tournament is over, and its waiting list with it."))
        queued = waiting.queue(tournament)
        found = {named(one): one for one in queued}
        if place not in found or above not in found or place == above:
            raise Refused("not_queued", _("The waiting list has changed. Reload the page."))
        order = list(found)
        if order.index(place) < order.index(above):
            return
        order.remove(place)
        order.insert(order.index(above), place)
        for number, name in enumerate(order, start=1):
            found[name].queue_no = number
            found[name].save(update_fields=["queue_no"])
        _log(tournament, by, queued, [found[name] for name in order], found[place])
        # Where it stands decides which one fits a free place.
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


def restorable(tournament: Tournament) -> set[int]:
    """Return the keys of the entries that an organizer removed and can put back: before the start, and no teams."""
    if tournament.is_team or tournament.status not in OPEN:
        return set()
    log = AuditEntry.objects.filter(
        subject=audit.subject_of(tournament), verb__in=(REMOVED, RESTORED)
    )
    last = {
        data.get("entry"): verb
        for verb, data in log.order_by("at", "pk").values_list("verb", "data")
    }
    removed = tournament.entries.filter(
        pk__in=[key for key, verb in last.items() if key is not None and verb == REMOVED],
        status=Entry.Status.WITHDRAWN,
    )
    whole = removed.annotate(size=Count("players")).filter(size=tournament.side_size)
    return set(whole.values_list("pk", flat=True))


def restore_entry(*, entry_id: int, by: User) -> Entry:
    """Put an entry back that an organizer removed before the start: into the field, or on the waiting list if that is
    full. Its players are notified. Idempotent.

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
        entry.queue_no = None
        set_in(entry, tournament, at, here=entry.checked_in_at is not None)
        entry.save()
        entry.players.update(active=True)
        notify.entered(entry, [user for user in users if user != by], by=by)
        audit.record(actor=by, verb=RESTORED, subject=tournament, entry=entry.pk, name=entry.name)
        save(tournament)
    return entry


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


def named(place: waiting.Place) -> str:
    """Return the name of a place, as `move_up` takes it."""
    return f"{place._meta.model_name}:{place.pk}"


def _log(
    tournament: Tournament,
    by: User,
    before: list[waiting.Place],
    after: list[waiting.Place],
    moved: waiting.Place,
) -> None:
    audit.record(
        actor=by,
        verb="tournament.moved_up",
        subject=tournament,
        name=moved.name,
        before={"waiting": [one.name for one in before]},
        after={"waiting": [one.name for one in after]},
    )
