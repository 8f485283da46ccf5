"""The rules of Spades: cards, rule sets, states and actions. Pure; nothing here knows a clock, dice or a database."""

from games.engine.cards import card_name, parse_card
from games.engine.errors import EngineError, InconsistentRules
from games.engine.presets import PRESET_TITLES, PRESETS, preset
from games.engine.rules import RuleSet


def pack_for(rules: RuleSet) -> tuple[int, ...]:
    """Return the rule set's pack in ascending order."""
    return rules.pack


def sides(rules: RuleSet) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, in the order of the sides' first seats."""
    return rules.side_seats


__all__ = [
    "PRESETS",
    "PRESET_TITLES",
    "EngineError",
    "InconsistentRules",
    "RuleSet",
    "card_name",
    "pack_for",
    "parse_card",
    "preset",
    "sides",
]
