"""The forms of a room's page: cards for its tables, its time, and entries at the door."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm, TextField
from tournaments.events.actions.room.desk import MOST_TABLES


def _number(label: Any, most: int, **more: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"min": 1, "max": most, "inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=1, max_value=most, widget=widget, **more)


class CardsForm(PageForm):
    """How many tables the room has."""

    ids, button = "cards", _("Make the cards")
    places = {"too_many": "tables"}
    tables = _number(_("Tables"), MOST_TABLES)


class ClockForm(PageForm):
    """In how many minutes the hand in play is the last."""

    ids, button, kind = "clock", _("Set the time"), ""
    minutes = _number(_("Minutes from now"), 600, required=False, help_text=_("Empty: no limit."))
    seen = forms.DateTimeField(required=False, widget=forms.HiddenInput)


class DoorForm(PageForm):
    """People who stand at the door, by name."""

    ids, button = "door", _("Enter them")
    names = TextField(
        label=_("Names"),
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_(
            "One entry a line: “Otto Meier & Ida Ott”, or one name where people enter alone. Put @ before the user name of a member "
            "with an account."
        ),
    )
