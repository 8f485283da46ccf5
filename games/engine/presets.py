"""The presets: what each says otherwise than the rules' defaults, which are those of cardgames.io. A preset is declared here
alone.

Where a document is silent, docs/rules.md decides; the decisions that affect a preset are listed here as "Ours".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.sentences import Sentence, message

DOCUMENTS: Final = message("Rule documents")
LEAGUES: Final = message("As leagues play")


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset: its name for people, the family that it is offered in, and the fields that it sets."""

    title: Sentence
    fields: Mapping[str, Any]
    family: Sentence = DOCUMENTS


def _bicycle(players: int, *, jokers: bool = False, partners: bool = False) -> dict[str, Any]:
    """Bicycle's rules. Ours: a failed blind bid costs what any failed contract costs, which here is nothing."""
    removed: dict[tuple[int, bool], tuple[str, ...]] = {
        (3, False): ("2C",),
        (5, False): ("2C", "2D"),
        (2, True): ("2C", "2D"),
        (4, True): ("2C", "2D"),
        (5, True): ("2C", "2D", "2H", "2S"),
    }
    return {
        "players": players,
        "sides": "partners" if partners else "solo",
        "jokers": jokers,
        "removed": removed.get((players, jokers), ()),
        "deal": "draw" if players == 2 else "deal",
        "first_dealer": "high_card",
        "min_bid": 2 if partners else 1,
        "nil": None,
        "set_points": 0,
        "bag_limit": None,
        "failed_nil": "nothing",
    }


JJDD: Final[Mapping[str, Any]] = {
    "jokers": True,
    "high_deuces": ("2D", "2S"),
    "removed": ("2H", "2C"),
    "bid_by": "side",
    "min_side_bid": 4,
    "nil": None,
    "blind_bid": 20,
    "blind_bid_min": 6,
    "overtrick_points": 0,
}
"""Joker, joker, deuce, deuce, as at live events: a board of four, one bid a side, and blind bids of six when 100 behind.
Ours: no nil, and a failed blind bid costs what any failed contract costs.
"""


DECLARED: Final[Mapping[str, Preset]] = {
    # After pagat.com. Ours: both partners' nils, several bag penalties in one hand, ties.
    "cardgames_io": Preset(message("Classic (cardgames.io)"), {}),
    "bicycle_2": Preset(message("Bicycle, two players"), _bicycle(2)),
    "bicycle_3": Preset(message("Bicycle, three players"), _bicycle(3)),
    "bicycle_4": Preset(message("Bicycle, four players, each alone"), _bicycle(4)),
    "bicycle_5": Preset(message("Bicycle, five players"), _bicycle(5)),
    "bicycle_partnership": Preset(message("Bicycle, partnership"), _bicycle(4, partners=True)),
    "bicycle_2_jokers": Preset(
        message("Bicycle with jokers, two players"), _bicycle(2, jokers=True)
    ),
    "bicycle_3_jokers": Preset(
        message("Bicycle with jokers, three players"), _bicycle(3, jokers=True)
    ),
    "bicycle_4_jokers": Preset(
        message("Bicycle with jokers, four players, each alone"), _bicycle(4, jokers=True)
    ),
    "bicycle_5_jokers": Preset(
        message("Bicycle with jokers, five players"), _bicycle(5, jokers=True)
    ),
    "bicycle_partnership_jokers": Preset(
        message("Bicycle with jokers, partnership"), _bicycle(4, jokers=True, partners=True)
    ),
    # Ours: anybody may bid a blind nil, since the document names no condition.
    "playingcards_io": Preset(
        message("Blind nil for all (playingcards.io)"),
        {"first_dealer": "high_card", "blind_nil": 200, "lone_spades_break": False},
    ),
    # Ours: the first dealer is random, and passing is off unless the table sets it.
    "classic_blind_nil": Preset(
        message("Classic with blind nil"), {"blind_nil": 200, "blind_nil_deficit": 100}
    ),
    # Ours: the opening lead by who drew first, under the rule for leading spades.
    "rubl_two_player": Preset(
        message("Heads-up (rubl.com)"),
        {"players": 2, "sides": "solo", "deal": "draw", "lone_spades_break": False},
    ),
    "jjdd_350": Preset(
        message("JJDD to 350"), {**JJDD, "bag_limit": 7, "set_limit": 2, "target": 350}, LEAGUES
    ),
    "jjdd_500": Preset(message("JJDD to 500"), {**JJDD, "set_limit": 3}, LEAGUES),
    # Ours: the other terms of an evening with one high deuce, whose first hand bids itself.
    "deuce_high": Preset(
        message("Deuce high"),
        {
            "jokers": True,
            "high_deuces": ("2S",),
            "removed": ("2D", "2H"),
            "bid_by": "side",
            "min_side_bid": 4,
            "nil": None,
            "first_hand": "bids_itself",
            "set_limit": 2,
            "target": 350,
        },
        LEAGUES,
    ),
    "ace_high_350": Preset(
        message("Ace high to 350"),
        {
            "spade_lead": "anytime",
            "high_contracts": ("10 150 -150",),
            "target": 350,
            "set_limit": 2,
        },
        LEAGUES,
    ),
    "online_8_hands": Preset(
        message("Online club, 8 hands"), {"target": None, "max_hands": 8}, LEAGUES
    ),
    # Ours: the limit below zero, without which weak nils make a game endless.
    "suicide": Preset(message("Suicide"), {"bidding": "suicide", "loss_limit": 300}, LEAGUES),
    "mirror": Preset(message("Mirror"), {"bidding": "mirror"}, LEAGUES),
    "whiz": Preset(message("Whiz"), {"bidding": "whiz"}, LEAGUES),
    # Some side takes a bag or is set, because the bids never total the tricks.
    "bag_or_set": Preset(message("Bag or set"), {"forbidden_total": 13}, LEAGUES),
}
"""The presets by their keys, those of a family together."""

PRESET_TITLES: Final[dict[str, Sentence]] = {key: one.title for key, one in DECLARED.items()}
