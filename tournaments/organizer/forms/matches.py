"""The form's fields for how a stage's matches differ from the tournament's: rules, length and clock."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games import engine
from games.tables.hooks import OwnRules
from games.tables.rule_forms import SharedRulesField, bases_with, with_own
from games.tables.texts.shared_rules import as_house_rules
from tournaments.events.plan.match_terms import OF_MATCHES
from tournaments.events.setup.settings import bounds, column
from tournaments.organizer.forms.presets import preset_choices

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

JSON = "rules_json"
MATCH_FIELDS = ("rules", JSON, *OF_MATCHES[1:])
"""The fields of `MatchFields`."""


def _number(label: "StrOrPromise", least: int, most: int, help_text: "StrOrPromise") -> Any:
    widget = forms.NumberInput(attrs={"min": least, "max": most, "inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, widget=widget, help_text=help_text)


def _clock(name: str) -> Any:
    label: Any = column(name).verbose_name
    return _number(label, *bounds(name), help_text=_("Empty: as in the tournament."))


class MatchFields(forms.Form):
    """How the matches of a stage differ from the tournament's; empty fields are as there, except the length with `rules`."""

    rules = forms.ChoiceField(label=_("Rules"), required=False)
    rules_json = SharedRulesField(label=_("Or a rule set’s JSON"), rows=3)
    match_hands = _number(_("Hands per match"), 1, 64, "")
    match_target = _number(
        _("Or target score"),
        50,
        2000,
        _(
            "Counts instead of the rules’ length. With rules of its own, empty hands and target mean those rules’ own length."
        ),
    )
    turn_seconds = _clock("turn_seconds")
    bank_seconds = _clock("bank_seconds")
    match_minutes = _number(
        _("Minutes per match"), 0, 24 * 60, _("Empty: as in the tournament. 0: no limit.")
    )

    def __init__(self, *args: Any, own: Sequence[OwnRules] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bases = bases_with(own)
        self.fields["rules"].choices = [  # type: ignore[attr-defined]
            ("", _("as in the tournament")),
            *with_own(preset_choices(), own),
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse two rule sets at once."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("rules") and values.get(JSON):
            self.add_error(
                JSON, ValidationError(_("Choose rules above or paste a rule set’s JSON, not both."))
            )
        return values

    def match_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return cleaned values as fields of StagePlan."""
        own, pasted = self.bases.get(values.get("rules") or ""), values.get(JSON)
        rules = pasted or own
        kept = {name: values[name] for name in OF_MATCHES[1:] if values.get(name) is not None}
        return kept if rules is None else {"rules": as_house_rules(rules), **kept}

    @property
    def matches_touched(self) -> bool:
        """Return whether one of these fields has a value or an error."""
        return any(self[name].value() or self[name].errors for name in MATCH_FIELDS) or (
            str(self["match_minutes"].value()) == "0"
        )

    @property
    def matches(self) -> list[forms.BoundField]:
        """Return these fields."""
        return [self[name] for name in MATCH_FIELDS]


def match_initial(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan's options as initial values: its rules as a preset, or as JSON if they differ from it."""
    begin = {name: value for name, value in options.items() if name != "rules"}
    rules = options.get("rules")
    if rules is None:
        return begin
    differs = as_house_rules(engine.RuleSet.from_dict(rules))
    if len(differs) == 1:
        return {**begin, "rules": differs["preset"]}
    return {**begin, JSON: json.dumps(differs, ensure_ascii=False, indent=2)}
