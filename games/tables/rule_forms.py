"""The rules of a game as form fields: a preset, or a rule set that a league keeps, and the house rules beyond it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS, InconsistentRules, RuleSet
from games.engine.rule_fields import GROUPS, Choice, Flag, Number, Texts
from games.engine.rule_sentence import IN_ORDER, LENGTH
from games.engine.rules import RULE_FIELDS
from games.tables.hooks import OwnRules
from games.tables.texts.rules import Choices, preset_choices, rules_said, why_not
from games.tables.texts.shared_rules import LONGEST, as_house_rules, read_shared
from spades_site.common.errors import Refused
from spades_site.common.forms import PageForm, TextField
from spades_site.common.translation import translate, translate_lazy


class TextsField(forms.CharField):
    """A rule that is a list of texts, on one line, as a tuple; the rule set checks it."""

    def __init__(self, rule: Texts, **options: Any) -> None:
        super().__init__(**options)
        self.rule = rule

    def to_python(self, value: Any) -> Any:
        """Return the texts as rule sets spell them."""
        if isinstance(value, (list, tuple)):
            return tuple(value)
        return self.rule.split(super().to_python(value) or "")

    def prepare_value(self, value: Any) -> Any:
        """Return the line to display."""
        return self.rule.separator.join(value) if isinstance(value, (list, tuple)) else value


class SharedRulesField(TextField):
    """A rule set's JSON that somebody shared, as the rule set; None if it is empty."""

    def __init__(self, *, rows: int = 6, **options: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false"})
        super().__init__(max_length=LONGEST, required=False, widget=widget, **options)

    def clean(self, value: Any) -> Any:
        """Return the rule set. Raises ValidationError with the mistake in the JSON."""
        text = super().clean(value)
        try:
            return read_shared(text)[1] if text else None
        except Refused as refusal:
            raise forms.ValidationError(str(refusal), refusal.code) from refusal


def _rule_field(name: str) -> forms.Field:
    rule = RULE_FIELDS[name]
    texts: dict[str, Any] = {
        "label": translate_lazy(rule.label),
        "help_text": translate_lazy(rule.help) if rule.help else "",
        "required": False,
    }
    match rule:
        case Choice(words=words):
            return forms.ChoiceField(
                choices=[(value, translate_lazy(text)) for value, text in words.items()], **texts
            )
        case Flag():
            return forms.BooleanField(**texts)
        case Number(least=least, most=most, offered=offered):
            low, high = offered or (least, most)
            return forms.IntegerField(min_value=low, max_value=high, **texts)
        case Texts():
            return TextsField(rule, max_length=400, **texts)
    raise TypeError(f"no form field for {name}")


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """A group of rules in a form: the fields that differ from the preset's or have an error, and the rest."""

    title: str
    changed: list[forms.BoundField]
    rest: list[forms.BoundField]


type Bases = Mapping[str, RuleSet]
"""Rule sets to begin with, by their values in the form: the presets, and those that a league keeps."""


class HouseRulesForm(PageForm):
    """A preset, or one of the rule sets that leagues keep (`own`), and house rules beyond it.

    The page shows the rules of the one that `filled_from` names. Fields that still have its value follow
    `preset`, even if another one was chosen meanwhile. Without `filled_from`, only target and hands were shown.
    """

    settled: ClassVar[tuple[str, ...]] = ()
    """Rules without a field in the form, because they are the same whatever is chosen."""
    dropped: ClassVar[tuple[str, ...]] = ()
    """Rules of a league's rule set that don't hold here."""
    preset = forms.ChoiceField(label=_("Rules"), choices=preset_choices, initial="cardgames_io")
    filled_from = forms.ChoiceField(
        choices=preset_choices, required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, own: Sequence[OwnRules] = (), **kwargs: Any) -> None:
        self.bases = bases_with(own)
        super().__init__(*args, **kwargs)
        for name in self.settled:
            del self.fields[name]
        for name in ("preset", "filled_from"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = with_own(field.choices, own)

    def rule_groups(self) -> Iterator[RuleGroup]:
        """Yield each group of rules in the order of a hand."""
        for title in GROUPS:
            bound = [
                self[name]
                for name in IN_ORDER
                if RULE_FIELDS[name].group is title and name in self.fields and name not in LENGTH
            ]
            if bound:
                changed = [each for each in bound if each.errors or self._differs(each)]
                rest = [each for each in bound if each not in changed]
                yield RuleGroup(translate(title), changed, rest)

    @property
    def begins_with_preset(self) -> bool:
        """Whether the rules were filled in from a preset, not from a rule set that a league keeps."""
        return str(self["filled_from"].value()) in PRESETS

    @property
    def shows_rules(self) -> bool:
        """Whether "more rules" is open: where one differs from the preset's, or has an error."""
        return any(group.changed for group in self.rule_groups())

    @property
    def rules_said(self) -> str:
        """The sentence for the rules as they are filled in; "" if they can't be played."""
        try:
            values = {
                name: self.fields[name].clean(self[name].value())
                for name in ("filled_from", *IN_ORDER)
                if name in self.fields
            }
            base = self.bases[values["filled_from"]]
            return rules_said(replace(base, **house_rules(values, self.bases)))
        except (KeyError, forms.ValidationError, InconsistentRules):
            return ""

    def _differs(self, bound: forms.BoundField) -> bool:
        """Return whether a field's value isn't that of the preset from which the rules were filled in."""
        key = str(self["filled_from"].value())
        try:
            value = bound.field.clean(bound.value())
        except forms.ValidationError:
            return True
        return key in self.bases and bound.name in house_rules(
            {"filled_from": key, bound.name: value}, self.bases
        )

    def clean_rules(self, values: Mapping[str, Any]) -> RuleSet | None:
        """Return the rule set for the values; if it can't be played, add errors to the fields and return None."""
        try:
            return replace(self.bases[values["preset"]], **house_rules(values, self.bases))
        except InconsistentRules as mistake:
            sentence = why_not(mistake)
            named = [name for name in mistake.fields if name in self.fields]
            for name in named:
                self.add_error(name, sentence)
            if not named:
                self.add_error(None, sentence)
        return None

    @property
    def chosen_rules(self) -> dict[str, Any]:
        """Return the rules of the (valid) form: a preset, and what differs from it."""
        values = self.cleaned_data
        base = as_house_rules(self.bases[values["preset"]])
        kept = {name: value for name, value in base.items() if name not in self.dropped}
        return {**kept, **house_rules(values, self.bases)}


HouseRulesForm.base_fields.update({name: _rule_field(name) for name in RULE_FIELDS})


def bases_with(own: Sequence[OwnRules]) -> Bases:
    """Return the rule sets to begin with: the presets and `own` ones."""
    return {**PRESETS, **{one.key: one.rules for one in own}}


def with_own(choices: Any, own: Sequence[OwnRules]) -> Choices:
    """Return a form's choices of presets, before them by leagues the rule sets that these keep, and first the empty choice."""
    presets, by_circle = list(choices), dict[str, list[tuple[str, str]]]()
    for one in own:
        by_circle.setdefault(one.circle, []).append((one.key, one.name))
    empty = [each for each in presets if not each[0]]
    return [*empty, *by_circle.items(), *presets[len(empty) :]]


def house_rules(values: Mapping[str, Any], bases: Bases = PRESETS) -> dict[str, Any]:
    """Return the rules in which the form's cleaned values differ from the rule set from which they were filled in; none
    if a league's was chosen instead, which is taken as it is.
    """
    filled_from, key = values.get("filled_from"), values.get("preset")
    if key and key != filled_from and key not in PRESETS:
        return {}
    if not filled_from:
        return {
            name: values[name] for name in ("target", "max_hands") if values.get(name) is not None
        }
    plain = bases[filled_from]
    return {
        name: values[name]
        for name in RULE_FIELDS
        if name in values
        and values[name] != getattr(plain, name)
        # An empty number means off, or the preset's value if the rule can't be off.
        and (values[name] not in (None, "") or getattr(RULE_FIELDS[name], "nullable", False))
    }


def filled_in(asked: Mapping[str, Any], bases: Bases = PRESETS) -> dict[str, Any]:
    """Return the form's initial values: the rules of the preset or of a league's rule set, overridden by the query string
    or a form in progress.
    """
    key = asked.get("preset")
    if not isinstance(key, str) or key not in bases:
        key = "cardgames_io"
    plain = bases[key]
    rules = {name: getattr(plain, name) for name in RULE_FIELDS}
    # In a query string, an unticked box is the text "False".
    asked = {name: False if value == "False" else value for name, value in asked.items()}
    return {**rules, **asked, "preset": key, "filled_from": key}


def carried_over(begun: HouseRulesForm) -> dict[str, Any]:
    """Return the initial rules after another preset was chosen: the user's changes are kept, the rest follows it."""
    begun.full_clean()
    values = begun.cleaned_data
    house = house_rules(values, begun.bases)
    return filled_in({"preset": values.get("preset"), **house}, begun.bases)


def as_asked(rules: RuleSet) -> dict[str, Any]:
    """Return the query string's fields for a form filled in with these rules: the preset, and what differs from it."""
    differs = as_house_rules(rules)
    return {
        name: "" if value is None else HouseRulesForm.base_fields[name].prepare_value(value)
        for name, value in {"preset": differs.pop("preset"), **differs}.items()
    }
