"""House rules that a plan has beyond its preset. They have no form fields of their own, so the form carries them
hidden.
"""

import json
from collections.abc import Mapping
from typing import Any

from games import engine
from games.engine.rule_sentence import LENGTH
from games.tables.texts.rules import rule_lines
from tournaments.events.setup.team_matches import SETTLED

ELSEWHERE = frozenset({"preset", "max_hands", "target", "revoke"})
"""Rules that other fields set, or that are fixed in tournaments."""


def kept_rules(rules: Mapping[str, Any], *, shared: bool = False, is_team: bool = False) -> str:
    """Return the preset and what differs from it as JSON, "" if nothing does.

    Changes required by `shared` deals and team matches aren't house rules.
    """
    own = engine.PRESETS.get(rules.get("preset", ""))
    if own is None:
        return ""
    plain = own.to_dict()
    differs = {
        name: value
        for name, value in rules.items()
        if name not in ELSEWHERE and plain.get(name) != value
    }
    for name in SETTLED if is_team else engine.EARLY_ENDS if shared else ():
        differs.pop(name, None)
    return json.dumps({"preset": own.preset, **differs}) if differs else ""


def read_rules(text: str, preset: str) -> dict[str, Any]:
    """Parse the result of `kept_rules`; if it doesn't fit the preset, return the preset alone."""
    plain = {"preset": preset}
    try:
        kept = json.loads(text or "{}")
        engine.RuleSet.from_dict(kept)
    except (ValueError, RecursionError, engine.InconsistentRules):
        return plain
    return kept if kept.get("preset") == preset else plain


def in_words(text: str) -> list[tuple[str, str]]:
    """Return the house rules as labels and values."""
    preset = str(json.loads(text).get("preset", "")) if text else ""
    plain = engine.PRESETS.get(preset)
    if plain is None:
        return []
    rules = engine.RuleSet.from_dict(read_rules(text, preset))
    lines = rule_lines(rules, plain, apart=LENGTH)
    return [(line.label, line.value) for line in lines if line.differs]
