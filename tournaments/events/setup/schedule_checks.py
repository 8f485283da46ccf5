"""What is wrong with a schedule, field by field."""

from collections.abc import Collection
from datetime import datetime, timedelta
from zoneinfo import available_timezones

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.events.models import Schedule
from tournaments.events.setup.proposal import FARTHEST

AHEAD_DAYS = (1, 28)


def mistakes(schedule: Schedule, at: datetime, changed: Collection[str]) -> dict[str, list[str]]:
    """Return sentences about what can't work, by field. A first day that wasn't `changed` may have passed."""
    errors: dict[str, list[str]] = {}
    if schedule.zone not in available_timezones():
        return {"zone": [_("There is no such time zone. Choose one in your settings.")]}
    if schedule.rhythm not in Schedule.Rhythm.values:
        errors["rhythm"] = [_("Choose how often it takes place.")]
    least, most = AHEAD_DAYS
    if not least <= schedule.ahead_days <= most:
        words = {"least": least, "most": most}
        errors["ahead_days"] = [_("Choose a number from %(least)d to %(most)d.") % words]
    wrong = _wrong_first_day(schedule, at) if "first_on" in changed else ""
    if wrong:
        errors["first_on"] = [wrong]
    if schedule.last_on is not None and schedule.last_on < schedule.first_on:
        errors["last_on"] = [_("The last day is before the first. Choose a later one.")]
    return errors


def _wrong_first_day(schedule: Schedule, at: datetime) -> str:
    if not at.date() - timedelta(days=1) <= schedule.first_on <= (at + FARTHEST).date():
        return _("Choose a first day from today to two years ahead.")
    made = schedule.dates.exclude(tournament=None).last() if schedule.pk else None
    if made is not None and schedule.first_on <= made.day:
        return _("The tournament of %(day)s is announced. Choose a later day.") % {
            "day": date_format(made.day, "DAY")
        }
    return ""
