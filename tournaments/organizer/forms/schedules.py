"""The forms of a league's schedules and templates."""

from collections.abc import Sequence
from datetime import time, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import (
    REASON_PLACES,
    KeyField,
    PageForm,
    ReasonField,
    VersionField,
)
from tournaments.events.actions.planning.schedules import CHANGEABLE
from tournaments.events.models import Schedule, Template
from tournaments.events.queries.schedules import DateRow
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.schedule_checks import AHEAD_DAYS
from tournaments.organizer.forms.condition_fields import number


def _day(label: Any, **more: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, widget=widget, **more)


class DeleteTemplateForm(PageForm):
    """The organizer's confirmation that a template is deleted."""

    button, kind = _("Delete the template"), "danger"


class ScheduleForm(PageForm):
    """A new schedule; its time is in the viewer's zone."""

    ids = "schedule"
    button = _("Start the schedule")
    template_id = KeyField(label=_("Template"))
    rhythm = forms.ChoiceField(
        label=_("How often"),
        choices=Schedule.Rhythm.choices,
        help_text=_(
            "A month counts weekdays, for example its second Thursday; a fifth is its last."
        ),
    )
    first_on = _day(_("First day"))
    time = forms.TimeField(
        label=_("Time"),
        initial=time(20),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    last_on = _day(_("Last day"), required=False, help_text=_("Empty: until you end it."))
    ahead_days = number(
        _("Registration opens (days ahead)"),
        6,
        *AHEAD_DAYS,
        help_text=_("The tournament is made then, and all members are notified."),
    )

    def __init__(self, *args: Any, templates: Sequence[Template], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["template_id"].offer(  # type: ignore[attr-defined]
            lambda: [(one.pk, one.name) for one in templates]
        )
        today = timezone.localtime(now()).date()
        if templates:
            usual = timezone.localtime(templates[0].starts_at)
            self.fields["first_on"].initial = today + timedelta(
                days=(usual.weekday() - today.weekday()) % 7
            )
            self.fields["time"].initial = usual.time()
        self.say_zone(timezone.get_current_timezone_name())

    def say_zone(self, zone: str) -> None:
        """Add the time zone to the help text of the time."""
        text = gettext("On the clock of %(zone)s, in summer and winter.")
        self.fields["time"].help_text = text % {"zone": zone}

    def refuse(self, refusal: Refused) -> None:
        """Show a field's mistake at the field."""
        if not isinstance(refusal, NotValid):
            super().refuse(refusal)
            return
        for name, sentences in refusal.errors.items():
            for sentence in sentences:
                self.add_error(name if name in self.fields else None, sentence)


class ScheduleChangeForm(ScheduleForm):
    """The form for changing a schedule: everything but its time zone."""

    ids = "change"
    button = _("Change the schedule")
    stale = frozenset({"stale"})
    places = {
        **REASON_PLACES, **dict.fromkeys(("unknown_template", "not_alone"), "template_id"),
    }  # fmt: skip
    expected_version = VersionField()
    reason = ReasonField(required=False, help_text=_("Kept in the log."))

    def __init__(
        self, *args: Any, schedule: Schedule, rows: Sequence[DateRow], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name in CHANGEABLE:
            self.fields[name].initial = getattr(schedule, name)
        self.fields["expected_version"].initial = schedule.version
        self.say_zone(schedule.zone)
        made = sum(row.tournament is not None for row in rows)
        self.words = gettext("What you change applies from the next date on.")
        if made:
            kept = ngettext(
                "%(n)d tournament is announced and keeps its day, time and terms; you can change it on its own page.",
                "%(n)d tournaments are announced and keep their days, times and terms; you can change them on their own"
                " pages.",
                made,
            ) % {"n": made}
            self.words = f"{self.words} {kept}"


class SkipForm(PageForm):
    """A date that is left out."""

    ids = "skip"
    button, kind = _("Skip this date"), ""
    places = {**REASON_PLACES, "no_date": "day", "made": "day"}
    row: ClassVar[tuple[str, ...]] = ("day", "reason")
    day = forms.DateField(label=_("Date"), widget=forms.Select)
    reason = ReasonField(required=False, help_text=_("Members read it."))

    def __init__(self, *args: Any, rows: Sequence[DateRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].widget.choices = [  # type: ignore[attr-defined]
            (row.day.isoformat(), date_format(timezone.localtime(row.start.at), "DAY_AND_TIME"))
            for row in rows
            if row.tournament is None and not row.skipped
        ]

    @property
    def has_dates(self) -> bool:
        """Return whether there is a date that can be skipped."""
        return bool(self.fields["day"].widget.choices)  # type: ignore[attr-defined]


class RestoreForm(PageForm):
    """Restores a skipped date; the page renders its button."""

    day = forms.DateField(widget=forms.HiddenInput)
