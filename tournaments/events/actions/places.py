"""Places of people who wait: organizers order the waiting list, and remove people who entered alone."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.actions.entering import check_leaving, leave_settled
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import waiting
from tournaments.events.models import Single, Tournament
from tournaments.events.notices import notify


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
            verb="tournament.entry_removed",
            subject=tournament,
            reason=reason,
            single=single.pk,
            name=single.name,
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
