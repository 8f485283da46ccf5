"""Schedules: tournaments created from a template for each date, which then run unattended.

A schedule and its dates are changed under its league's lock. Beat calls `make_scheduled`, which is idempotent: a date
has one row, and so at most one tournament.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.forms.models import model_to_dict
from django.utils import translation
from django.utils.translation import gettext as _

from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_reason
from tournaments.events.actions.planning.templates import (
    proposal_from,
    require_no_hands,
    template_of,
)
from tournaments.events.advance import run_due_steps
from tournaments.events.core.state import move, save
from tournaments.events.models import Schedule, ScheduledDate, Tournament
from tournaments.events.notices import notify
from tournaments.events.setup.creating import check_proposal, new_draft
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.schedule_checks import mistakes
from tournaments.events.setup.schedule_days import (
    days_to_come,
    last_to_come,
    missed_days,
    next_at,
    next_day,
    start_of,
)
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import require_account, require_organizer

log = logging.getLogger("spades.tournaments")
MOST_SCHEDULES = 12
CHANGEABLE = ("template_id", "rhythm", "first_on", "last_on", "time", "ahead_days")
BATCH = 50
AFTER_A_FAILURE = timedelta(minutes=5)


def create_schedule(
    *,
    template_id: int,
    by: User,
    rhythm: str,
    first_on: date,
    last_on: date | None,
    time: time,
    zone: str,
    ahead_days: int,
) -> Schedule:
    """Start a schedule; the next sweep creates its first tournament, if that is due.

    `time` is local time in `zone`. A time that the clocks skip on a date within two years is refused; on later dates,
    the tournament starts after the gap.

    Raises Refused: "guest", "unknown_template", "not_organizer", "too_many", "not_alone", or NotValid with errors by
    argument.
    """
    at = now()
    with transaction.atomic():
        require_account(by)
        league = lock_league(template_of(template_id).league_id)
        require_organizer(league, by)
        template = template_of(template_id)
        running = Schedule.objects.filter(template__league=league)
        if running.exclude(status=Schedule.Status.ENDED).count() >= MOST_SCHEDULES:
            raise Refused(
                "too_many",
                _("A league has at most %(most)d schedules. End one first.")
                % {"most": MOST_SCHEDULES},
            )
        schedule = Schedule(
            template=template, rhythm=rhythm, first_on=first_on, last_on=last_on,
            time=time.replace(second=0, microsecond=0), zone=zone, ahead_days=ahead_days,
            by=by, created_at=at,
        )  # fmt: skip
        _check(schedule, at)
        _plan(schedule, at)
        _note(schedule, by, "league.schedule_made", after=_in_log(schedule, CHANGEABLE))
    return schedule


def change_schedule(
    *, schedule_id: int, by: User, expected_version: int | None, reason: str = "", **changes: Any
) -> Schedule:
    """Change CHANGEABLE fields of a schedule from its next date on. Idempotent.

    Announced tournaments keep their day, time and terms, so a new first day must come after theirs. `expected_version`
    is the version on the organizer's page; None: any.

    Raises Refused: "unknown_schedule", "not_organizer", "over", "stale", "unknown_template", "not_alone", or NotValid
    with errors by argument.
    """
    reason = clean_reason(reason)
    at = now()
    with transaction.atomic():
        schedule = _locked(schedule_id, by)
        if "time" in changes:
            changes["time"] = changes["time"].replace(second=0, microsecond=0)
        names = [
            name
            for name in CHANGEABLE
            if name in changes and changes[name] != getattr(schedule, name)
        ]
        if not names:
            return schedule
        if expected_version not in (None, schedule.version):
            raise Refused(
                "stale",
                _("Somebody has changed this schedule meanwhile. Look at it as it is now."),
            )
        before = _in_log(schedule, names)
        if "template_id" in names:
            template = template_of(changes["template_id"])
            if template.league_id != schedule.template.league_id:
                raise Refused("unknown_template", _("There is no such template any more."))
            schedule.template = template
        for name in names:
            setattr(schedule, name, changes[name])
        _check(schedule, at, names)
        _plan(schedule, at, changed=True)
        _note(
            schedule, by, "league.schedule_changed", reason,
            before=before, after=_in_log(schedule, names),
        )  # fmt: skip
    return schedule


def pause_schedule(*, schedule_id: int, by: User) -> Schedule:
    """Create no more tournaments until resumed; announced ones take place.

    Raises Refused: "unknown_schedule", "not_organizer", "over".
    """
    return _step(schedule_id, by, "league.schedule_paused", Schedule.Status.PAUSED)


def resume_schedule(*, schedule_id: int, by: User) -> Schedule:
    """Create tournaments again. Raises Refused: "unknown_schedule", "not_organizer", "over"."""
    return _step(schedule_id, by, "league.schedule_resumed", Schedule.Status.ACTIVE)


def end_schedule(*, schedule_id: int, by: User) -> Schedule:
    """End a schedule for good; announced tournaments take place.

    Raises Refused: "unknown_schedule", "not_organizer", "over".
    """
    return _step(schedule_id, by, "league.schedule_ended", Schedule.Status.ENDED)


def skip_date(*, schedule_id: int, by: User, day: date, reason: str = "") -> ScheduledDate:
    """Skip a future date; members see the reason. Repeating it updates the reason.

    Raises Refused: "unknown_schedule", "not_organizer", "over", "no_date", "made".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        schedule = _locked(schedule_id, by)
        _require_date(schedule, day)
        row = schedule.dates.filter(day=day).first() or ScheduledDate(schedule=schedule, day=day)
        if row.tournament_id is not None:
            raise Refused(
                "made",
                _("That tournament is announced. Cancel it on its page, so that its players know."),
            )
        if row.skipped and row.note == reason:
            return row
        row.skipped, row.note = True, reason
        row.save()
        _note(schedule, by, "league.schedule_date_skipped", reason, day=day.isoformat())
        _plan(schedule, now(), changed=True)
    return row


def restore_date(*, schedule_id: int, by: User, day: date) -> Schedule:
    """Restore a date that was skipped, or whose tournament couldn't be created.

    Raises Refused: "unknown_schedule", "not_organizer", "over", "no_date", "made".
    """
    with transaction.atomic():
        schedule = _locked(schedule_id, by)
        _require_date(schedule, day)
        row = schedule.dates.filter(day=day).first()
        if row is None or row.tournament_id is not None:
            raise Refused("made", _("That date takes place already."))
        row.delete()
        _note(schedule, by, "league.schedule_date_restored", day=day.isoformat())
        _plan(schedule, now(), changed=True)
    return schedule


def make_scheduled(at: datetime | None = None) -> int:
    """Create the due tournaments of all schedules; returns how many.

    Each has its own transaction. A failure is logged and retried later, and doesn't hold up the others.
    """
    at, made = at or now(), 0
    due = Schedule.objects.filter(status=Schedule.Status.ACTIVE, next_at__lte=at)
    for schedule_id in list(due.order_by("next_at", "pk").values_list("pk", flat=True)[:BATCH]):
        try:
            while make_next(schedule_id, at):
                made += 1
        except Exception:
            log.exception("schedule %s could not make its tournament", schedule_id)
            Schedule.objects.filter(pk=schedule_id, next_at__lte=at).update(
                next_at=at + AFTER_A_FAILURE
            )
    return made


def make_next(schedule_id: int, at: datetime) -> bool:
    """Create a schedule's next tournament if it is due at `at`, and open its registration. Returns whether a date was
    handled.

    A refusal is stored as the date's note, and the organizers are notified.
    """
    with transaction.atomic():
        league_id = schedule_of(schedule_id).template.league_id
        owner = _owner_of(league_id)
        if owner is not None:
            keep_open(owner)
        lock_league(league_id)
        schedule = schedule_of(schedule_id)
        if schedule.next_at is None or schedule.next_at > at or owner != _owner_of(league_id):
            return False
        with translation.override((owner and owner.language) or None):
            _keep_missed(schedule, at)
        day = next_day(schedule, at)
        if owner is None or day is None:
            # Nobody is left to own the tournaments of a league whose last member has left.
            if owner is None or last_to_come(schedule, at) is None:
                schedule.status = Schedule.Status.ENDED
                _note(schedule, None, "league.schedule_ended")
            _plan(schedule, at)
            return False
        row = ScheduledDate(schedule=schedule, day=day)
        try:
            with transaction.atomic(), translation.override(owner.language or None):
                row.tournament = _make(schedule, day, owner, at)
        except Refused as refusal:
            row.note = str(refusal)[:LONGEST_REASON]
            _note(schedule, None, "league.schedule_failed", row.note, day=day.isoformat())
        row.save()
        notify.scheduled(row, start_of(schedule, day).at)
        _plan(schedule, at)
    return True


def schedule_of(schedule_id: int) -> Schedule:
    """Return the schedule with its template and league. Raises Refused "unknown_schedule"."""
    found = Schedule.objects.select_related("template__league").filter(pk=schedule_id).first()
    if found is None:
        raise Refused("unknown_schedule", _("There is no such schedule any more."))
    return found


def _make(schedule: Schedule, day: date, owner: User, at: datetime) -> Tournament:
    """Create a date's tournament in the name of the league's owner, and open its registration."""
    proposal = proposal_from(schedule.template, start_of(schedule, day).at)
    require_no_hands(proposal)
    tournament = new_draft(owner, proposal, check_proposal(proposal), actor=None)
    before = str(tournament.status)
    move(tournament, "open_registration")
    audit.record(
        actor=None,
        verb="tournament.open_registration",
        subject=tournament,
        before={"status": before},
        after={"status": str(tournament.status)},
    )
    save(tournament)
    run_due_steps(tournament, at)
    return tournament


def _keep_missed(schedule: Schedule, at: datetime) -> None:
    """Store the dates that passed while the server was down as missed, and notify the organizers of the last one."""
    missed = missed_days(schedule, at)
    for day in missed:
        note = _("The platform wasn’t running when it was due.")
        row = schedule.dates.create(day=day, note=note)
        _note(schedule, None, "league.schedule_missed", note, day=day.isoformat())
        if day == missed[-1]:
            notify.scheduled(row, start_of(schedule, day).at)


def _check(schedule: Schedule, at: datetime, changed: Sequence[str] = CHANGEABLE) -> None:
    """Raise NotValid if the schedule can't work, Refused "not_alone" if its template can't. An unchanged first day may
    have passed.
    """
    errors = mistakes(schedule, at, changed)
    if errors:
        raise NotValid(errors)
    day = next_day(schedule, at)
    if day is None:
        if "first_on" in changed:
            raise NotValid({"first_on": [_("All its dates have passed. Choose later days.")]})
        raise NotValid(
            {"last_on": [_("No date would be left. Choose a later last day, or end the schedule.")]}
        )
    proposal = proposal_from(schedule.template, start_of(schedule, day).at)
    require_no_hands(proposal)
    check_proposal(proposal)


def _require_date(schedule: Schedule, day: date) -> None:
    if day not in days_to_come(schedule, now()):
        raise Refused("no_date", _("That isn’t a date of this schedule that is still to come."))


def _locked(schedule_id: int, by: User) -> Schedule:
    """Return a schedule that hasn't ended, under its league's lock."""
    require_organizer(lock_league(schedule_of(schedule_id).template.league_id), by)
    schedule = schedule_of(schedule_id)
    if schedule.status == Schedule.Status.ENDED:
        raise Refused("over", _("This schedule has ended. Make a new one."))
    _keep_missed(schedule, now())
    return schedule


def _step(schedule_id: int, by: User, verb: str, status: str) -> Schedule:
    with transaction.atomic():
        schedule = _locked(schedule_id, by)
        if schedule.status != status:
            before = str(schedule.status)
            schedule.status = status
            _note(schedule, by, verb, before={"status": before}, after={"status": str(status)})
            _plan(schedule, now(), changed=True)
    return schedule


def _plan(schedule: Schedule, at: datetime, *, changed: bool = False) -> None:
    """Store when the next tournament is due; `changed`: because an organizer changed something."""
    active = schedule.status == Schedule.Status.ACTIVE
    schedule.next_at, schedule.next_on = next_at(schedule, at), None
    if active:
        schedule.next_on = next_day(schedule, at)
    schedule.version += changed
    schedule.save()


def _in_log(schedule: Schedule, names: Sequence[str]) -> dict[str, Any]:
    """Return values of CHANGEABLE in the log's format."""
    values = model_to_dict(schedule, [name.removesuffix("_id") for name in names])
    for name in {"first_on", "last_on"} & values.keys():
        values[name] = values[name] and values[name].isoformat()
    if "time" in values:
        values["time"] = f"{schedule.time:%H:%M}"
    if "template" in values:
        values["template"] = schedule.template.name
    return values


def _note(schedule: Schedule, actor: User | None, verb: str, reason: str = "", **data: Any) -> None:
    audit.record(
        actor=actor, verb=verb, subject=schedule.template.league, reason=reason,
        template=schedule.template.name, **data,
    )  # fmt: skip


def _owner_of(league_id: int) -> Any:
    found = Membership.objects.filter(league=league_id, role=Membership.Role.OWNER)
    place = found.select_related("user").first()
    return place and place.user


STEPS: dict[str, Callable[..., Schedule]] = {
    "pause": pause_schedule,
    "resume": resume_schedule,
    "end": end_schedule,
}
"""The organizers' actions on a whole schedule, by name."""
