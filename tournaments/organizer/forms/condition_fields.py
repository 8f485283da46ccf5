"""The form's fields for eligibility, timetable, absences, disputes, and scoring."""

from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.forms import LevelField
from games.tables.levels import usual_level
from spades_site.common.local_time import LocalMomentField
from tournaments.events.models import Timing
from tournaments.events.setup import settings, timetable
from tournaments.events.setup.proposal_fields import Conditions, usual

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

UNITS = (
    ("1", gettext_lazy("minutes")),
    ("60", gettext_lazy("hours")),
    ("1440", gettext_lazy("days")),
)
TYPED = "%Y-%m-%d %H:%M"


def number(
    label: "StrOrPromise",
    initial: int | None,
    least: int,
    most: int,
    help_text: "StrOrPromise" = "",
    **more: Any,
) -> forms.IntegerField:
    """Return a field for a whole number; the bounds help the browser, the domain function enforces them."""
    widget = forms.NumberInput(attrs={"min": least, "max": most, "inputmode": "numeric"})
    return forms.IntegerField(
        label=label, initial=initial, widget=widget, help_text=help_text, **more
    )


class MomentsField(forms.CharField):
    """Times in the viewer's zone, one per line, converted to aware datetimes in UTC."""

    widget = forms.Textarea(attrs={"rows": 4, "placeholder": "2026-03-14 20:00"})

    def clean(self, value: Any) -> Any:
        """Return the times. Raises ValidationError with the number of the first invalid line."""
        moments: list[datetime] = []
        lines = [line.strip() for line in str(value or "").splitlines()]
        for number_, line in enumerate(filter(None, lines), start=1):
            try:
                moment = LocalMomentField().to_python(line)
            except ValidationError as mistake:
                raise ValidationError(
                    _("Line %(number)d: %(what)s")
                    % {"number": number_, "what": " ".join(mistake.messages)},
                    code="line",
                ) from mistake
            if moment is not None:
                moments.append(moment)
        return tuple(moments)

    def prepare_value(self, value: Any) -> Any:
        """Return times as lines; what was typed stays unchanged."""
        if not isinstance(value, list | tuple):
            return value
        return "\n".join(timezone.localtime(moment).strftime(TYPED) for moment in value)


def setting(name: str, **more: Any) -> forms.Field:
    """Return the form's field for a tournament's setting, as its column describes it; `more` differs here."""
    column = settings.column(name)
    said: dict[str, Any] = {
        "label": column.verbose_name,
        "help_text": column.help_text,
        "initial": column.get_default(),
        "required": False,
        **more,
    }
    if isinstance(column, models.BooleanField):
        return forms.BooleanField(**said)
    if column.choices:
        return forms.ChoiceField(choices=column.flatchoices, **said)
    if isinstance(column, models.DecimalField):
        return forms.DecimalField(
            max_digits=column.max_digits,
            decimal_places=column.decimal_places,
            localize=True,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
            **said,
        )
    least, most = settings.bounds(name)
    return number(said.pop("label"), said.pop("initial"), least, most, **said)


SHOWN_OTHERWISE = frozenset(
    {"round_every_minutes", "round_zone", "default_minutes", "line_up_minutes", "bots_level"}
)
"""Settings that the form asks for in other fields, or not at all."""
_Settings: Any = type(
    "_Settings",
    (forms.Form,),
    {name: setting(name) for name in settings.STORED if name not in SHOWN_OTHERWISE},
)


class ConditionFields(_Settings):  # type: ignore[misc]
    """The fields of `proposal_fields.Conditions`."""

    round_every = number(gettext_lazy("Time between rounds"), None, 1, 1440, required=False)
    round_unit = forms.ChoiceField(
        label=gettext_lazy("Unit"), choices=UNITS, initial="1440", required=False
    )
    round_times = MomentsField(
        label=gettext_lazy("Or at these times"),
        required=False,
        help_text=gettext_lazy(
            "For round 2 and later, one per line. After the last one, the time between rounds "
            "applies."
        ),
    )
    default_day = number(
        gettext_lazy("Default time: days after the window opens"),
        None,
        0,
        31,
        required=False,
        help_text=gettext_lazy("For windows. 0: the day on which it opens."),
    )
    default_time = forms.TimeField(
        label=gettext_lazy("At"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=gettext_lazy(
            "Matches are played then unless their sides agree on another time. Empty: no default time."
        ),
    )
    bots_level = LevelField(
        initial=usual_level,
        required=False,
        help_text=settings.column("bots_level").help_text,
    )

    @property
    def timetable_touched(self) -> bool:
        """Return whether the timetable isn't the default, or has an error, so that the template expands it."""
        asked = (
            "round_every",
            "round_times",
            "default_day",
            "default_time",
            "offer_hours",
            "postpone_days",
            "no_time",
        )
        return (
            self["timing"].value() not in (None, "", str(Timing.FLOW))
            or bool(self["confirm_draws"].value())
            or any(name in self.errors for name in asked)
        )

    @property
    def entry_touched(self) -> bool:
        """Return whether entries are restricted, or one of these fields has an error, so that the template expands
        them.
        """
        if {"entry_with_partner", "entry_alone", "waiting_list", "invited_only"} & set(self.errors):
            return True
        asked = ("rating_min", "rating_max", "late_until_round")
        return bool(self["invited_only"].value()) or any(
            name in self.errors or self[name].value() not in (None, "", 0, "0") for name in asked
        )

    def cleaned_conditions(self, values: dict[str, Any]) -> dict[str, Any]:
        """Remove these fields from the cleaned values and return them as a proposal's; empty ones have their
        defaults.
        """
        every, unit = values.pop("round_every"), int(values.pop("round_unit") or 1)
        day, at = values.pop("default_day"), values.pop("default_time")
        taken = {}
        for name in (*settings.STORED, "round_times"):
            value = values.pop(name, None)
            taken[name] = usual(name) if value in (None, "") else value
        flow = taken["timing"] == Timing.FLOW
        zone = timezone.get_current_timezone_name()
        taken["round_every_minutes"] = None if flow or every is None else every * unit
        taken["round_times"] = () if flow else taken["round_times"]
        if not flow and at is not None:
            taken["default_minutes"] = (day or 0) * timetable.DAY + at.hour * 60 + at.minute
        taken["round_zone"] = "" if flow or zone not in _zones() else zone
        return taken

    @staticmethod
    def condition_values(proposal: Conditions) -> dict[str, Any]:
        """Return a proposal's conditions as the form's initial values."""
        values = {name: getattr(proposal, name) for name in settings.STORED}
        every = values.pop("round_every_minutes")
        unit = next((size for size in (1440, 60) if every and every % size == 0), 1)
        minutes = values.pop("default_minutes")
        day, left = (None, None) if minutes is None else divmod(minutes, timetable.DAY)
        return {
            **values,
            "default_day": day,
            "default_time": None if left is None else time(left // 60, left % 60),
            "round_times": proposal.round_times,
            "round_every": every // unit if every else None,
            "round_unit": str(unit if every else 1440),
        }


def _zones() -> set[str]:
    return timetable.available_timezones()
