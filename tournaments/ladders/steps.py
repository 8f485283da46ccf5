"""The log of a ladder's steps, and the rungs that follow from it. Everything here works on a locked ladder."""

from datetime import datetime
from typing import Any

from django.db.models import F, Max

from tournaments.formats.ladder import ENTER, Record, Rungs, climb
from tournaments.ladders.models import Ladder, LadderEntry, LadderStep


def stored(ladder: Ladder) -> Rungs:
    """Return the rungs and records as they are stored."""
    entries = list(ladder.entries.order_by("rung", "pk"))
    return Rungs(
        tuple(one.pk for one in entries if one.rung is not None),
        {one.pk: Record(one.wins, one.losses, one.failures, one.best) for one in entries},
    )


def add(
    ladder: Ladder, kind: LadderStep.Kind, entry: LadderEntry, at: datetime, **fields: Any
) -> LadderStep:
    """Add a step to the log under the ladder's present settings, and move whom it moves."""
    last = ladder.steps.aggregate(last=Max("number"))["last"] or 0
    step = LadderStep(ladder=ladder, number=last + 1, kind=kind, entry=entry, at=at, **fields)
    before = stored(ladder)
    if kind == LadderStep.Kind.RESULT:
        of = step.challenge
        opens = of is not None and of.is_opening and of.challenger_id == entry.pk
        # The challenged side may have climbed meanwhile.
        is_low = step.other_id is not None and before.rung_of(step.other_id) >= ladder.newcomer_rung
        step.climb = ENTER if opens and is_low else ladder.climb
    elif kind == LadderStep.Kind.FAILURE:
        step.limit, step.drop = ladder.failures, ladder.drop
    elif kind == LadderStep.Kind.IDLE:
        step.drop = ladder.drop
    after = climb([step.rule()], before)
    step.before, step.after = before.rung_of(entry.pk), after.rung_of(entry.pk)
    step.save(force_insert=True)
    _store(ladder, before, after)
    return step


def recompute(ladder: Ladder) -> Rungs:
    """Return the rungs that follow from the log alone."""
    return climb(step.rule() for step in ladder.steps.filter(undone_at=None).order_by("number"))


def replay(ladder: Ladder) -> None:
    """Store the rungs, and in every step where it led, as they follow from the log; after a step was undone."""
    rungs, changed = Rungs(), []
    for step in ladder.steps.order_by("number"):
        following = rungs if step.undone_at else climb([step.rule()], rungs)
        led = rungs.rung_of(step.entry_id), following.rung_of(step.entry_id)
        if led != (step.before, step.after):
            step.before, step.after = led
            changed.append(step)
        rungs = following
    LadderStep.objects.bulk_update(changed, ["before", "after"], batch_size=500)
    _store(ladder, stored(ladder), rungs)


def differences(ladder: Ladder) -> list[str]:
    """Return what is stored otherwise than it follows from the log, a line for each entry."""
    before, after = stored(ladder), recompute(ladder)
    names = dict(ladder.entries.values_list("pk", "name"))
    return [
        f"{names[pk]}: rung {before.rung_of(pk)}, {before.records.get(pk, Record())};"
        f" by the log rung {after.rung_of(pk)}, {after.records.get(pk, Record())}"
        for pk in names
        if before.rung_of(pk) != after.rung_of(pk)
        or before.records.get(pk, Record()) != after.records.get(pk, Record())
    ]


def _store(ladder: Ladder, before: Rungs, after: Rungs) -> None:
    """Store what changed of the rungs and records."""
    entries = {one.pk: one for one in ladder.entries.all()}
    rungs = {pk: number for number, pk in enumerate(after.order, start=1)}
    changed = []
    for pk, entry in entries.items():
        record, rung = after.records.get(pk, Record()), rungs.get(pk)
        if (entry.rung, before.records.get(pk, Record())) != (rung, record):
            entry.rung, entry.best = rung, record.best
            entry.wins, entry.losses, entry.failures = record.wins, record.losses, record.failures
            entry.status = _status(entry, rung)
            changed.append(entry)
    # A rung is taken only once, at every moment: all who move leave theirs first.
    moving = ladder.entries.filter(pk__in=[one.pk for one in changed], rung__isnull=False)
    moving.update(rung=-F("rung"))
    fields = ["rung", "best", "wins", "losses", "failures", "status"]
    LadderEntry.objects.bulk_update(changed, fields, batch_size=200)


def _status(entry: LadderEntry, rung: int | None) -> str:
    if rung is not None:
        return str(LadderEntry.Status.ACTIVE)
    left = entry.status == LadderEntry.Status.ACTIVE
    return str(LadderEntry.Status.LEFT if left else entry.status)
