"""The rule documents: what each says otherwise than the rules' defaults, which are those of cardgames.io.

Where a document is silent, docs/rules.md decides; the decisions that affect a preset are listed here as "Ours".
"""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.sentences import Sentence, message


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


DOCUMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    # After pagat.com. Ours: both partners' nils, several bag penalties in one hand, ties.
    "cardgames_io": {},
    **{f"bicycle_{players}": _bicycle(players) for players in (2, 3, 4, 5)},
    "bicycle_partnership": _bicycle(4, partners=True),
    **{f"bicycle_{players}_jokers": _bicycle(players, jokers=True) for players in (2, 3, 4, 5)},
    "bicycle_partnership_jokers": _bicycle(4, jokers=True, partners=True),
    # Ours: anybody may bid a blind nil, since the document names no condition.
    "playingcards_io": {
        "first_dealer": "high_card",
        "blind_nil": 200,
        "lone_spades_break": False,
    },
    # Ours: the first dealer is random, and passing is off unless the table sets it.
    "classic_blind_nil": {"blind_nil": 200, "blind_nil_deficit": 100},
    # Ours: the opening lead by who drew first, under the rule for leading spades.
    "rubl_two_player": {
        "players": 2,
        "sides": "solo",
        "deal": "draw",
        "lone_spades_break": False,
    },
}
"""By preset, the fields of a rule set that a document sets."""

PRESET_TITLES: Final[dict[str, Sentence]] = {
    "cardgames_io": message("Classic (cardgames.io)"),
    "bicycle_2": message("Bicycle, two players"),
    "bicycle_3": message("Bicycle, three players"),
    "bicycle_4": message("Bicycle, four players, each alone"),
    "bicycle_5": message("Bicycle, five players"),
    "bicycle_partnership": message("Bicycle, partnership"),
    "bicycle_2_jokers": message("Bicycle with jokers, two players"),
    "bicycle_3_jokers": message("Bicycle with jokers, three players"),
    "bicycle_4_jokers": message("Bicycle with jokers, four players, each alone"),
    "bicycle_5_jokers": message("Bicycle with jokers, five players"),
    "bicycle_partnership_jokers": message("Bicycle with jokers, partnership"),
    "playingcards_io": message("Blind nil for all (playingcards.io)"),
    "classic_blind_nil": message("Classic with blind nil"),
    "rubl_two_player": message("Heads-up (rubl.com)"),
}
