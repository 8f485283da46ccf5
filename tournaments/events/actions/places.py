"""Organizers' actions on places: ordering the waiting list, and removing single players."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.actions.entering import check_leaving, leave_settled
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import waiting
from tournaments.events.entries.taking_part import REMOVED
from tournaments.events.models import Single, Tournament
from tournaments.events.notices import notify


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
    "stale".
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
    reason = clean_reason(reason)
    with transaction.atomic():
        found = Single.objects.filter(pk=single_id).values_list("tournament_id", flat=True).first()
        if found is None:
            raise unknown_entry()
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
