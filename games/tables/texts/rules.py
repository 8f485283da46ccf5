"""A rule set in words: its fields, and why some can't be combined."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine import PRESET_TITLES, PRESETS, InconsistentRules, RuleSet
from games.engine.presets import DECLARED
from games.engine.rule_fields import Choice, FieldName, FieldValue, Texts
from games.engine.rule_sentence import IN_ORDER, rule_sentence
from games.engine.rules import RULE_FIELDS
from games.engine.sentences import Sentence, format_number
from spades_site.common.translation import translate

type Choices = list[tuple[str, list[tuple[str, str]]]]
"""A form's choices in groups: the title of each, with values and their words."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in words: its label and value, and the value that is usual under the preset."""

    label: str
    value: str
    usual: str

    @property
    def differs(self) -> bool:
        """Whether this is a house rule."""
        return self.value != self.usual


def rule_lines(
    rules: RuleSet, plain: RuleSet | None, *, apart: Container[str] = ()
) -> list[RuleLine]:
    """Return every rule in the order of a hand, without those shown `apart`, beside the preset `plain` (None: compared
    with nothing).
    """
    return [
        RuleLine(
            translate(RULE_FIELDS[name].label),
            _value(name, getattr(rules, name)),
            _value(name, getattr(plain or rules, name)),
        )
        for name in IN_ORDER
        if name not in apart
    ]


def why_not(mistake: InconsistentRules) -> str:
    """Say why a rule set can't be played and what to do, with the form's labels in place of the names of fields."""
    sentence = mistake.sentence
    values = {name: _for_people(value) for name, value in sentence.values.items()}
    return translate(Sentence.of(sentence.template, sentence.plural, sentence.number, values))


def rules_said(rules: RuleSet | Mapping[str, Any], apart: tuple[str, ...] = ()) -> str:
    """Return the sentence for a rule set or a stored one, by which every page names it."""
    if not isinstance(rules, RuleSet):
        rules = RuleSet.from_dict(rules)
    return translate(rule_sentence(rules, apart))


def preset_title(key: str) -> str:
    """Return a preset's name for people; return an unknown key unchanged."""
    return translate(PRESET_TITLES.get(key, key))


def preset_choices(of: Callable[[RuleSet], bool] = lambda rules: True) -> Choices:
    """Return the presets for a form's choice, those that `of` accepts, by families."""
    families: dict[Sentence, list[tuple[str, str]]] = {}
    for key, one in DECLARED.items():
        if of(PRESETS[key]):
            families.setdefault(one.family, []).append((key, translate(one.title)))
    return [(translate(family), presets) for family, presets in families.items()]


def _value(name: str, value: Any) -> str:
    rule = RULE_FIELDS[name]
    if isinstance(rule, Choice):
        return translate(rule.words[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(rule, Texts):
        return rule.separator.join(value) or _("none")
    return _("none") if value is None else format_number(value)


def _for_people(value: Any) -> Any:
    match value:
        case FieldName():
            return _("“%(label)s”") % {"label": translate(RULE_FIELDS[value].label)}
        case FieldValue(field=field):
            rule = RULE_FIELDS[field]
            return translate(rule.words[value]) if isinstance(rule, Choice) else value
    return value
