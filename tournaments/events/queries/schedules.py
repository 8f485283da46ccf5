"""The dates of a league's schedules, as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from django.db.models import Prefetch, QuerySet

from tournaments.events.models import Schedule, ScheduledDate, Tournament
from tournaments.events.setup.dates import Start
from tournaments.events.setup.schedule_days import days_to_come, start_of
from tournaments.leagues.models import League


@dataclass(frozen=True)
class DateRow:
    """A future date: its tournament once created, or the reason why there is none."""

    schedule: Schedule
    day: date
    start: Start
    tournament: Tournament | None = None
    skipped: bool = False
    note: str = ""

    @property
    def failed(self) -> bool:
        """Return whether its tournament couldn't be created."""
        return bool(self.note) and self.tournament is None and not self.skipped


def schedules_of(league: League) -> QuerySet[Schedule]:
    """Return the league's schedules that haven't ended, with everything that their dates show, in a constant number of
    queries.
    """
    dates = ScheduledDate.objects.select_related("tournament")
    running = Schedule.objects.filter(template__league=league).exclude(status=Schedule.Status.ENDED)
    return running.select_related("template__league").prefetch_related(
        Prefetch("dates", queryset=dates)
    )


def dates_of(schedule: Schedule, at: datetime, number: int) -> list[DateRow]:
    """Return the next `number` dates of a schedule after `at`; for a paused schedule only those already handled.
    Announced tournaments are listed with their own start, even if it was moved.
    """
    decided = {row.day: row for row in schedule.dates.all()}
    active = schedule.status == Schedule.Status.ACTIVE
    days = (day for day in days_to_come(schedule, at) if active or day in decided)
    rows = [_row(schedule, day, decided.get(day)) for day in islice(days, number)]
    listed = {row.day for row in rows}
    rows += [_row(schedule, day, row) for day, row in decided.items()
             if day not in listed and row.tournament is not None]  # fmt: skip
    return sorted((row for row in rows if row.start.at > at), key=_by_start)[:number]


def past_dates_of(schedule: Schedule, at: datetime, number: int) -> list[DateRow]:
    """Return the outcome of the last `number` dates of a schedule before `at`, the latest first."""
    rows = (_row(schedule, row.day, row) for row in schedule.dates.all())
    return sorted((row for row in rows if row.start.at <= at), key=_by_start)[: -number - 1 : -1]


def _row(schedule: Schedule, day: date, decided: ScheduledDate | None) -> DateRow:
    start = start_of(schedule, day)
    if decided is None:
        return DateRow(schedule, day, start)
    if decided.tournament is not None and decided.tournament.starts_at != start.at:
        start = Start(decided.tournament.starts_at)
    return DateRow(schedule, day, start, decided.tournament, decided.skipped, decided.note)


def _by_start(row: DateRow) -> tuple[datetime, int]:
    return row.start.at, row.schedule.pk


def dates_to_come(schedules: Iterable[Schedule], at: datetime, number: int) -> Sequence[DateRow]:
    """Return the next `number` dates of several schedules, in order."""
    rows = [row for one in schedules for row in dates_of(one, at, number)]
    return sorted(rows, key=_by_start)[:number]
