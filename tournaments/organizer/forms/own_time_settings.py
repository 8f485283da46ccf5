"""What organizers set of an own-time event at any time: its series, and of an open one its end."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.errors import Refused
from spades_site.common.forms import KeyField, PageForm, ReasonField
from spades_site.common.local_time import LocalMomentField
from tournaments.events.setup.proposal import NotValid
from tournaments.own_time.models import OwnTimeEvent
from tournaments.own_time.series import TIMES, series_of


class ExtendForm(PageForm):
    """The later end of an open event."""

    ids = "extend"
    places = {"outside_season": "closes_at"}
    button, kind = _("Let it close later"), ""
    closes_at = LocalMomentField(label=_("Closes"))

    def refuse(self, refusal: Refused) -> None:
        """Show a proposal's mistakes at the field."""
        if isinstance(refusal, NotValid):
            for sentence in refusal.errors["closes_at"]:
                self.add_error("closes_at", sentence)
        else:
            super().refuse(refusal)


class CallOffForm(PageForm):
    """Why an open event is called off."""

    ids = "call_off"
    places = {"reason_missing": "reason"}
    button, kind = _("Call the event off"), "danger"
    reason = ReasonField(
        label=_("Reason"), help_text=_("Everybody who plays reads it. Nothing is counted.")
    )


class SeriesForm(PageForm):
    """The series in which an event counts."""

    ids = "series"
    places = dict.fromkeys(
        ("unknown_season", "no_series", "season_finished", "other_kind", "outside_season"),
        "season_id",
    )
    button, kind = _("Save how it counts"), ""
    row = ("season_id", "times")
    season_id = KeyField(label=_("Counts in the series"))
    times = forms.IntegerField(
        label=_("Points by place, times"), min_value=TIMES[0], max_value=TIMES[1], initial=1
    )

    def __init__(self, *args: Any, event: OwnTimeEvent, **kwargs: Any) -> None:
        begin = {"season_id": event.season_id or 0, "times": event.times}
        super().__init__(*args, initial=begin, **kwargs)
        field: Any = self.fields["season_id"]
        field.offer(
            lambda: [
                (0, _("none")),
                *((one.pk, one.name) for one in series_of(event.league)),
            ]
        )
