"""Days without a match: a warning, then a drop, then off the ladder. Everything here works on a locked ladder."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F

from spades_site.accounts.models import User
from tournaments.ladders import notify, steps
from tournaments.ladders.core import live_of
from tournaments.ladders.models import Ladder, LadderEntry, LadderStep

WARNED, DROPPED, OFF = 1, 2, 3
SETTINGS = ("idle_warn", "idle_drop", "idle_off")
DAY = timedelta(days=1)


def begin(ladder: Ladder, entries: Iterable[LadderEntry], at: datetime) -> None:
    """Count the days of these entries from this moment: they have joined, or played."""
    _stage, days = _after(ladder, 0)
    due = at + days * DAY if days else None
    keys = [one.pk for one in entries]
    ladder.entries.filter(pk__in=keys).update(idle_from=at, idle_stage=0, idle_due=due)


def settle(ladder: Ladder, at: datetime) -> bool:
    """Warn, drop or take off whoever is due; returns whether anybody was. Days with an open challenge lead to nothing."""
    due = list(ladder.entries.filter(status="active", idle_due__lte=at).order_by("idle_due", "pk"))
    if ladder.frozen_at is not None or not due:
        return False
    busy = {key for one in live_of(ladder) for key in (one.challenger_id, one.challenged_id)}
    for entry in due:
        entry.ladder = ladder
        if entry.pk in busy:
            entry.idle_due = at + DAY
            entry.save(update_fields=["idle_due"])
        else:
            _lead(entry, at)
    return True


def reschedule(ladder: Ladder, at: datetime) -> None:
    """Apply changed settings to everybody's days; nothing happens within a day of the change."""
    counted = ladder.entries.filter(status="active", idle_from__isnull=False)
    for entry in counted:
        _stage, days = _after(ladder, entry.idle_stage)
        due = entry.idle_from + days * DAY if days and entry.idle_from else None
        entry.idle_due = due and max(due, at + DAY)
    LadderEntry.objects.bulk_update(counted, ["idle_due"], batch_size=200)


def shift(ladder: Ladder, lost: timedelta) -> None:
    """Give everybody the time back that the ladder was frozen."""
    counted = ladder.entries.filter(status="active", idle_from__isnull=False)
    counted.update(idle_from=F("idle_from") + lost, idle_due=F("idle_due") + lost)


def take_off(
    entry: LadderEntry, at: datetime, *, by: User | None = None, reason: str = "", days: int = 0
) -> None:
    """Take an entry without open challenges off its ladder, and notify its players; `days` without a match led to it."""
    steps.add(entry.ladder, LadderStep.Kind.LEAVE, entry, at, by=by, reason=reason, idle=days)
    entry.refresh_from_db(fields=["status", "rung"])
    entry.players.update(active=False)
    others = [one for one in notify.players(entry) if one != by]
    news = "idle_off" if days else "out"
    key = f"entry:{entry.pk}"
    notify.tell(entry.ladder, others, news, key, who=entry.name, days=str(days))


def _lead(entry: LadderEntry, at: datetime) -> None:
    """Do what an entry's days without a match lead to next."""
    ladder = entry.ladder
    entry.idle_stage, days = _after(ladder, entry.idle_stage)
    if not days:
        entry.idle_due = None
        entry.save(update_fields=["idle_due"])
        return
    _next, more = _after(ladder, entry.idle_stage)
    entry.idle_due = at + (more - days) * DAY if more else None
    entry.save(update_fields=["idle_stage", "idle_due"])
    people, key = notify.players(entry), f"entry:{entry.pk}:{at.isoformat()}"
    if entry.idle_stage == OFF:
        take_off(entry, at, days=days)
    elif entry.idle_stage == DROPPED:
        step = steps.add(ladder, LadderStep.Kind.IDLE, entry, at, idle=days)
        if step.after > step.before:
            notify.tell(ladder, people, "idle_dropped", key, days=str(days), rung=str(step.after))
    else:
        notify.tell(ladder, people, "idle_warned", key, days=str(days))


def _after(ladder: Ladder, stage: int) -> tuple[int, int]:
    """Return what comes after a stage and its days without a match; no days: nothing."""
    for number, name in enumerate(SETTINGS, start=1):
        if number > stage and (days := getattr(ladder, name)):
            return number, days
    return stage, 0
