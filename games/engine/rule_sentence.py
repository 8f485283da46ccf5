"""A rule set in one sentence: its preset's name and what it says otherwise, in the order of a hand."""

from collections.abc import Container, Iterable
from functools import lru_cache, reduce
from typing import Any, Final

from games.engine.presets import PRESET_TITLES
from games.engine.rule_fields import GROUPS, N, Prices, Texts, prices_of
from games.engine.rules import FIELD_NAMES, PRESETS, RULE_FIELDS, RuleSet
from games.engine.sentences import Sentence, format_number, message

LENGTH: Final = ("target", "max_hands")
"""The fields that say how long a game is, which some pages show apart."""
IN_ORDER: Final = tuple(
    name for group in GROUPS for name, rule in RULE_FIELDS.items() if rule.group is group
)
"""The fields in the order of a hand."""


@lru_cache(maxsize=512)
def rule_sentence(rules: RuleSet, apart: Container[str] = ()) -> Sentence:
    """Return a sentence like "Classic, nil 50, 2 sets lose, to 350", without the fields shown `apart`."""
    plain = nearest_preset(rules)
    return _listed([PRESET_TITLES[plain.preset], *differences(rules, plain, apart)])


def differences(rules: RuleSet, plain: RuleSet, apart: Container[str] = ()) -> list[Sentence]:
    """Return what the rules say otherwise than `plain`, without the fields shown `apart`."""
    return [
        _phrase(name, getattr(rules, name))
        for name in IN_ORDER
        if name not in apart and getattr(rules, name) != getattr(plain, name)
    ]


def nearest_preset(rules: RuleSet) -> RuleSet:
    """Return the preset that the rules name; without a name, the first that differs in the fewest fields."""
    if rules.preset in PRESETS:
        return PRESETS[rules.preset]
    return min(
        PRESETS.values(),
        key=lambda plain: sum(getattr(rules, name) != getattr(plain, name) for name in FIELD_NAMES),
    )


def _listed(parts: Iterable[Sentence]) -> Sentence:
    return reduce(lambda some, one: message("%(rules)s, %(more)s", rules=some, more=one), parts)


def _phrase(name: str, value: Any) -> Sentence:
    rule = RULE_FIELDS[name]
    words = rule.said.get(value) or rule.said.get(N)
    if words is None:
        return message("%(label)s: %(value)s", label=rule.label, value=value)
    if words is not rule.said.get(N):
        return words
    if isinstance(rule, Prices):
        shown: Any = ", ".join(map(_price, prices_of(value)))
    else:
        shown = rule.separator.join(value) if isinstance(rule, Texts) else value
    number = value if isinstance(value, int) else 1
    return Sentence.of(words.template, words.plural, number, {"n": shown})


def _price(price: tuple[int, int, int]) -> str:
    contract, made, failed = price
    if made == -failed:
        return f"{contract} ±{made}"
    return f"{contract} {format_number(made, signed=True)}/{format_number(failed)}"
