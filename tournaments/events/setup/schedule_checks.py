"""Validating schedules, field by field."""

from collections.abc import Collection
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.common.local_time import skipped_at
from tournaments.events.models import Schedule
from tournaments.events.setup.proposal import FARTHEST
from tournaments.events.setup.schedule_days import next_in_gap

AHEAD_DAYS = (1, 28)
DAYS = frozenset({"rhythm", "first_on", "last_on", "time"})


def mistakes(schedule: Schedule, at: datetime, changed: Collection[str]) -> dict[str, list[str]]:
    """Return the mistakes as sentences, by field. An unchanged first day may have passed."""
    errors: dict[str, list[str]] = {}
    if schedule.zone not in available_timezones():
        return {"zone": [_("There is no such time zone. Choose one in your settings.")]}
    if schedule.rhythm not in Schedule.Rhythm.values:
        errors["rhythm"] = [_("Choose how often it takes place.")]
    least, most = AHEAD_DAYS
    if not least <= schedule.ahead_days <= most:
        params = {"least": least, "most": most}
        errors["ahead_days"] = [_("Choose a number from %(least)d to %(most)d.") % params]
    wrong = _wrong_first_day(schedule, at) if "first_on" in changed else ""
    if wrong:
        errors["first_on"] = [wrong]
    if schedule.last_on is not None and schedule.last_on < schedule.first_on:
        errors["last_on"] = [_("The last day is before the first. Choose a later one.")]
    if not errors and DAYS.intersection(changed):
        skipped = _skipped_hour(schedule, at)
        errors = {"time": [skipped]} if skipped else {}
    return errors


def _skipped_hour(schedule: Schedule, at: datetime) -> str:
    day = next_in_gap(schedule, at)
    if day is None:
        return ""
    typed = datetime.combine(day, schedule.time)
    skipped = skipped_at(typed, ZoneInfo(schedule.zone))
    return _(
        "%(time)s does not exist in %(zone)s on %(day)s: the clocks go forward then. Choose %(before)s or %(after)s, or a"
        " last day before it."
    ) % {
        "time": f"{typed:%H:%M}",
        "zone": schedule.zone,
        "day": date_format(day, "DAY"),
        "before": f"{typed - skipped:%H:%M}",
        "after": f"{typed + skipped:%H:%M}",
    }


def _wrong_first_day(schedule: Schedule, at: datetime) -> str:
    if not at.date() - timedelta(days=1) <= schedule.first_on <= (at + FARTHEST).date():
        return _("Choose a first day from today to two years ahead.")
    made = schedule.dates.exclude(tournament=None).last() if schedule.pk else None
    if made is not None and schedule.first_on <= made.day:
        return _("The tournament of %(day)s is announced. Choose a later day.") % {
            "day": date_format(made.day, "DAY")
        }
    return ""
