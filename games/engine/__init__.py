"""The rules of Spades: cards, rule sets, states and actions. Pure: no clock, randomness or database."""

from games.engine.cards import card_name, parse_card
from games.engine.errors import EngineError, InconsistentRules
from games.engine.game import (
    Start,
    apply,
    deal,
    deal_hands,
    highest_card,
    legal_actions,
    new_game,
    with_last_hand,
)
from games.engine.presets import PRESET_TITLES
from games.engine.rules import EARLY_ENDS, ENDS, PRESETS, RuleSet, preset
from games.engine.scoring import Bid, GameResult, HandResult, ScoreLine, Sets, SideResult
from games.engine.snapshot import played_hands, position, restore, snapshot
from games.engine.state import State
from games.engine.view import ORGANIZER, SPECTATOR, GameView, open_view, own_view, view_for


def pack_for(rules: RuleSet) -> tuple[int, ...]:
    """Return the rule set's pack in ascending order."""
    return rules.pack


def sides(rules: RuleSet) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, in the order of the sides' first seats."""
    return rules.side_seats


__all__ = [
    "EARLY_ENDS",
    "ENDS",
    "ORGANIZER",
    "PRESETS",
    "PRESET_TITLES",
    "SPECTATOR",
    "Bid",
    "EngineError",
    "GameResult",
    "GameView",
    "HandResult",
    "InconsistentRules",
    "RuleSet",
    "ScoreLine",
    "Sets",
    "SideResult",
    "Start",
    "State",
    "apply",
    "card_name",
    "deal",
    "deal_hands",
    "highest_card",
    "legal_actions",
    "new_game",
    "open_view",
    "own_view",
    "pack_for",
    "parse_card",
    "played_hands",
    "position",
    "preset",
    "restore",
    "sides",
    "snapshot",
    "view_for",
    "with_last_hand",
]
