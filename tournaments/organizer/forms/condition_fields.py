"""The form's fields for eligibility, timetable, absences, disputes, and scoring."""

from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.forms import LevelField
from games.tables.levels import stand_in_level
from spades_site.common.local_time import LocalMomentField
from tournaments.events.models import NoShow, NoTime, Timing
from tournaments.events.setup import conditions, timetable
from tournaments.events.setup.proposal_fields import Conditions

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


class ConditionFields(forms.Form):
    """The fields of `conditions.Conditions`."""

    invited_only = forms.BooleanField(
        label=gettext_lazy("By invitation only"),
        required=False,
        help_text=gettext_lazy(
            "You invite people on the tournament’s page. They bring a partner of their choice."
        ),
    )
    bot_accounts = forms.BooleanField(
        label=gettext_lazy("Bot accounts may enter"),
        required=False,
        help_text=gettext_lazy(
            "Programs in accounts of their own. Games in which one plays aren’t rated."
        ),
    )
    waiting_list = forms.BooleanField(
        label=gettext_lazy("Waiting list when full"), required=False, initial=True
    )
    rating_min = number(gettext_lazy("Lowest rating"), None, *conditions.RATINGS, required=False)
    rating_max = number(
        gettext_lazy("Highest rating"),
        None,
        *conditions.RATINGS,
        required=False,
        help_text=gettext_lazy("For the mean rating of a side. A rating with “?” counts as shown."),
    )
    late_until_round = number(
        gettext_lazy("Last round for late entries"),
        0,
        *conditions.LIMITS["late_until_round"],
        required=False,
        help_text=gettext_lazy(
            "The last round that late entries can join; 0: none. In a knock-out, a round robin "
            "and groups, 1 lets them replace byes during round 1."
        ),
    )

    timing = forms.ChoiceField(
        label=gettext_lazy("Rounds begin"),
        choices=Timing.choices,
        required=False,
        help_text=gettext_lazy("Within a window the two sides agree on a time."),
    )
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
    offer_hours = number(
        gettext_lazy("Time to answer an offered time (hours)"),
        48,
        *conditions.LIMITS["offer_hours"],
        required=False,
        help_text=gettext_lazy("For windows. Then the offer lapses."),
    )
    postpone_days = number(
        gettext_lazy("Postponing a match (days)"),
        0,
        *conditions.LIMITS["postpone_days"],
        required=False,
        help_text=gettext_lazy(
            "For windows of a round robin or groups: how long after its window a match may be played if both "
            "sides agree. 0: not possible."
        ),
    )
    no_time = forms.ChoiceField(
        label=gettext_lazy("Without an agreed time"),
        choices=NoTime.choices,
        required=False,
        help_text=gettext_lazy("For windows. A window closes when the next one opens."),
    )
    confirm_draws = forms.BooleanField(
        label=gettext_lazy("Confirm each draw myself"),
        required=False,
        help_text=gettext_lazy(
            "You can change a draw before players see it; each round waits for you."
        ),
    )

    teams_apart = forms.BooleanField(
        label=gettext_lazy("Keep players of one team apart"),
        required=False,
        help_text=gettext_lazy("In a Swiss of a league, unless that would force a rematch."),
    )

    no_show = forms.ChoiceField(
        label=gettext_lazy("Absent players"),
        choices=NoShow.choices,
        required=False,
        help_text=gettext_lazy(
            "Substitutes come from the waiting list. In a rotation and at solo tables only the absent player forfeits: a bot plays, the "
            "result counts for the others, and the absent player gets the points for a match "
            "lost by forfeit."
        ),
    )
    bots_level = LevelField(
        initial=stand_in_level,
        required=False,
        help_text=gettext_lazy(
            "Of the bots that stand in for players who are absent or out of time."
        ),
    )
    grace_minutes = number(
        gettext_lazy("Grace period (minutes)"),
        1,
        *conditions.LIMITS["grace_minutes"],
        required=False,
        help_text=gettext_lazy("The time for which a table waits for its players."),
    )
    claim_minutes = number(
        gettext_lazy("Claiming a forfeit (minutes)"),
        21,
        *conditions.LIMITS["claim_minutes"],
        required=False,
        help_text=gettext_lazy(
            "For windows: a side that is at the table gets the match if nobody of the other side has come by then, "
            "counted from the end of the grace period. 0: not possible."
        ),
    )
    conduct_points = forms.DecimalField(
        label=gettext_lazy("Points off for late answers and no-shows"),
        required=False,
        max_digits=5,
        decimal_places=2,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "For windows. The first is a warning, each later one costs these points. 0: only warnings. Empty: "
            "they aren’t counted."
        ),
    )
    dispute_hours = number(
        gettext_lazy("Time to contest results (hours)"),
        24,
        *conditions.LIMITS["dispute_hours"],
        required=False,
        help_text=gettext_lazy("0: not possible."),
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
        usual = Conditions()
        taken = {}
        for name in (*conditions.STORED, "round_times"):
            value = values.pop(name, None)
            may_be_empty = name in ("rating_min", "rating_max", "conduct_points")
            taken[name] = (
                getattr(usual, name) if value in (None, "") and not may_be_empty else value
            )
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
        values = {name: getattr(proposal, name) for name in conditions.STORED}
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
