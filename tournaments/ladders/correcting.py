"""Organizers' corrections: moving an entry, and undoing a step of the log."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.ladders import playing, steps
from tournaments.ladders.core import lock_to_organize
from tournaments.ladders.models import LadderEntry, LadderStep


def move(*, ladder_id: int, by: User, entry_id: int, rung: int, reason: str) -> LadderStep:
    """Put an entry on another rung; those between move along.

    Raises Refused: "unknown_ladder", "not_organizer", "unknown_entry", "no_such_rung", "nothing_new", and what `clean_reason` refuses.
    """
    reason = clean_reason(reason, _("Give a reason. The members read it."))
    with transaction.atomic():
        ladder, at = lock_to_organize(ladder_id, by), now()
        playing.settle(ladder, at)
        there = ladder.entries.filter(status=LadderEntry.Status.ACTIVE)
        entry = there.filter(pk=entry_id).first()
        if entry is None:
            raise Refused("unknown_entry", _("There is no such entry. Reload the page."))
        if not 1 <= rung <= there.count():
            raise Refused("no_such_rung", _("The ladder has no such rung."))
        if entry.rung == rung:
            raise Refused("nothing_new", _("It is on that rung already."))
        step = steps.add(ladder, LadderStep.Kind.MOVE, entry, at, to=rung, by=by, reason=reason)
        audit.record(
            actor=by, verb="ladder.moved", subject=ladder, reason=reason,
            name=entry.name, rung=rung, step=step.pk,
        )  # fmt: skip
    return step


def undo(*, ladder_id: int, by: User, step_id: int, undone: bool = True) -> LadderStep:
    """Take a result, a failure or a move out of the log, or put it back (not `undone`); all later steps are replayed.

    Idempotent. Raises Refused: "unknown_ladder", "not_organizer", "no_such_step".
    """
    with transaction.atomic():
        ladder = lock_to_organize(ladder_id, by)
        playing.settle(ladder, now())
        step = ladder.steps.filter(pk=step_id, kind__in=LadderStep.UNDOABLE).first()
        if step is None:
            raise Refused("no_such_step", _("This line of the log can’t be undone."))
        if (step.undone_at is not None) != undone:
            step.undone_at = now() if undone else None
            step.save(update_fields=["undone_at"])
            steps.replay(ladder)
            verb = "ladder.undone" if undone else "ladder.redone"
            audit.record(actor=by, verb=verb, subject=ladder, name=step.entry.name, step=step.pk)
    return step
