"""A form field for a time in the viewer's own time zone."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import keep_lazy_text
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common.forms import Words

MOMENT = "YEAR_THEN_TIME"
SHAPES = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")
ZONE_WORDS = gettext_lazy("In your time zone, %(zone)s.")


@keep_lazy_text
def _with_zone(words: Words) -> str:
    return str(words) % {"zone": timezone.get_current_timezone_name()}


class LocalMomentField(forms.Field):
    """A date and time in the viewer's zone, converted to an aware datetime in UTC.

    A time that the clocks skip in spring is refused with the two nearest valid times; for a time that occurs twice
    in autumn, the first is used.
    """

    widget = forms.DateTimeInput(
        format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local", "step": 60}
    )
    default_error_messages = {
        "required": gettext_lazy("Choose a date and time."),
        "shape": gettext_lazy("This isn’t a date and time. Write it like 2026-03-14 20:00."),
    }

    def __init__(self, *, zone_words: Words = ZONE_WORDS, **kwargs: Any) -> None:
        """Create the field; `zone_words` is the text that names the time's zone."""
        super().__init__(help_text=_with_zone(zone_words), **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        """Return the time in UTC. Raises ValidationError for an invalid time, or one that the viewer's clocks skip."""
        if value in self.empty_values:
            return None
        if isinstance(value, datetime):
            return value.astimezone(UTC)
        for shape in SHAPES:
            try:
                return in_utc(datetime.strptime(str(value).strip(), shape))
            except ValidationError:
                raise
            except (ValueError, OverflowError):
                continue
        raise ValidationError(self.error_messages["shape"], code="shape")

    def prepare_value(self, value: Any) -> Any:
        """Return the initial value in the viewer's zone; return what was typed unchanged."""
        return timezone.localtime(value) if isinstance(value, datetime) else value


class LastDayField(forms.DateField):
    """A day in the viewer's zone, converted to the moment in UTC at which it ends."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def clean(self, value: Any) -> Any:
        """Return the moment, or None for an empty field."""
        day = super().clean(value)
        try:
            # An hour that the clocks skip at midnight counts as the one after it.
            midnight = day and datetime.combine(day + timedelta(days=1), time())
            return midnight and midnight.replace(tzinfo=timezone.get_current_timezone()).astimezone(
                UTC
            )
        except OverflowError:
            raise ValidationError(_("Choose an earlier day."), code="far") from None


def in_utc(typed: datetime) -> datetime:
    """Convert a naive time in the active zone to UTC. Raises ValidationError "gap" in a clock change."""
    zone = timezone.get_current_timezone()
    moment = typed.replace(tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) == typed:
        return moment
    skipped = skipped_at(typed, zone)
    raise ValidationError(
        _(
            "%(typed)s does not exist in %(zone)s: the clocks go forward then. "
            "Choose %(before)s or %(after)s."
        ),
        code="gap",
        params={
            "typed": date_format(typed, MOMENT),
            "zone": str(zone),
            "before": date_format(typed - skipped, MOMENT),
            "after": date_format(typed + skipped, MOMENT),
        },
    )


def skipped_at(typed: datetime, zone: tzinfo) -> timedelta:
    """Return how much the clocks of `zone` skip at a time that doesn't exist there.

    For such a time, fold 0 uses the offset from before the change and fold 1 the one from after it (PEP 495).
    """
    before = typed.replace(tzinfo=zone, fold=0).utcoffset() or timedelta()
    after = typed.replace(tzinfo=zone, fold=1).utcoffset() or timedelta()
    return after - before


def for_others(moment: datetime, zones: Iterable[str]) -> str:
    """Return a moment in other `zones` (IANA names), like "13:30 for the other side", with the day if it differs.

    Returns "" if it is the same time as the reader's in all of them.
    """
    here = timezone.localtime(moment)
    clocks = {moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for zone in zones}
    shown = [
        date_format(clock, "H:i" if clock.date() == here.date() else "D H:i")
        for clock in sorted(clocks - {here.replace(tzinfo=None)})
    ]
    return _("%(times)s for the other side") % {"times": ", ".join(shown)} if shown else ""
