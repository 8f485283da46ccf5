"""The form that opens a casual table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import PRESET_TITLES, InconsistentRules, RuleSet, preset
from games.tables.models import Table

SHORTEST_TARGET, LONGEST_TARGET = 50, 2000
MOST_HANDS = 50


class OpenTableForm(forms.Form):
    """What whoever opens a table decides: the rules, the pace and who may come."""

    preset = forms.ChoiceField(
        label=_("Rules"), choices=tuple(PRESET_TITLES.items()), initial="cardgames_io"
    )
    target = forms.IntegerField(
        label=_("Play to"),
        required=False,
        min_value=SHORTEST_TARGET,
        max_value=LONGEST_TARGET,
        help_text=_("Points. Empty: as the rules say, mostly 500."),
    )
    max_hands = forms.IntegerField(
        label=_("Most hands"),
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
        help_text=_("Empty: until the points are reached."),
    )
    turn_seconds = forms.TypedChoiceField(
        label=_("Time for a turn"),
        coerce=int,
        choices=[
            (15, _("15 seconds")),
            (30, _("30 seconds")),
            (60, _("1 minute")),
            (120, _("2 minutes")),
            (300, _("5 minutes")),
        ],
        initial=30,
    )
    visibility = forms.ChoiceField(
        label=_("Who may come"),
        choices=[
            (Table.Visibility.OPEN, _("Everybody: it stands in the lobby")),
            (Table.Visibility.LINK, _("Only people I give the link")),
        ],
        initial=Table.Visibility.OPEN,
        widget=forms.RadioSelect,
    )
    bots = forms.BooleanField(
        label=_("Fill empty seats with bots"),
        required=False,
        help_text=_("The game begins as soon as you are at the table."),
    )

    def clean(self) -> dict[str, Any]:
        """Make the rule set of the choices, `rules`; what can't go together is said at the field it is about."""
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        house = {name: values[name] for name in ("target", "max_hands") if values[name] is not None}
        try:
            values["rules"] = preset(values["preset"], **house)
        except InconsistentRules as mistake:
            named = next((name for name in mistake.fields if name in self.fields), None)
            self.add_error(named, mistake.sentence)
        return values


def again(rules: RuleSet, table: Table) -> dict[str, Any]:
    """Return the form's fields for another table like this one: only what differs from the preset is spelled out."""
    plain = preset(table.preset)
    fields: dict[str, Any] = {"preset": table.preset, "turn_seconds": table.turn_seconds}
    for name in ("target", "max_hands"):
        if getattr(rules, name) not in (None, getattr(plain, name)):
            fields[name] = getattr(rules, name)
    if table.seats.filter(bot=True).exists():
        fields["bots"] = "on"
    return fields
