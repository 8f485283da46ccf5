"""Random rule sets: every field may have any of its values."""

import random
from typing import Any

from games.engine import InconsistentRules, RuleSet
from games.engine.cards import NAMES

CHOICES: dict[str, list[Any]] = {
    "players": [2, 3, 4, 4, 4, 5],
    "sides": ["partners", "solo"],
    "jokers": [False, False, True],
    "high_deuces": [[], [], ["2S"], ["2D", "2S"], ["2H", "2C", "2S", "2D"]],
    "deal": ["deal", "deal", "deal", "draw"],
    "first_dealer": ["random", "high_card"],
    "min_bid": [1, 1, 1, 2, 3],
    "max_bid": [None, None, None, 1, 2, 4, 13],
    "nil": [None, 100, 100, 50],
    "blind_nil": [None, None, 200, 150],
    "blind_nil_deficit": [0, 0, 30, 100],
    "blind_bid": [None, None, 20, 15],
    "blind_bid_deficit": [0, 30, 100],
    "nil_pass": [0, 0, 1, 3],
    "blind_nil_pass": [0, 0, 2],
    "opening_lead": ["left_of_dealer", "left_of_dealer", "two_of_clubs"],
    "spade_lead": ["after_break", "after_break", "only_when_void", "anytime"],
    "lone_spades_break": [True, False],
    "trick_points": [10, 10, 7],
    "overtrick_points": [1, 1, 0, -3],
    "set_points": [-10, -10, 0, -4],
    "bag_limit": [10, 10, None, 3, 1],
    "bag_penalty": [100, 100, 30, 0],
    "failed_nil": ["bags", "help_partner", "nothing"],
    "target": [None, 500, 100, 30],
    "max_hands": [None, 1, 2, 3],
    "loss_limit": [None, None, 100, 20],
    "revoke": ["prevented", "prevented", "penalised"],
    "bidding": ["free", "free", "suicide", "mirror", "whiz"],
    "min_side_bid": [0, 0, 0, 1, 2, 4],
    "programme": [
        [],
        [],
        ["free", "nil"],
        ["mirror", "whiz", "bid 1"],
        ["copy", "total 3", "suicide"],
        ["total 4", "nil", "free"],
    ],
    "bid_by": ["player", "player", "side"],
    "partners_talk": [False, True],
    "first_hand": ["bid", "bid", "bids_itself"],
    "first_hand_loses": [False, False, True],
    "throw_in": ["never", "never", "no_spades", "no_spades_or_faces"],
    "throw_in_below": [0, 0, 0, 1, 3, 11],
    "forbidden_total": [None, None, None, 2, 3, 5, 13],
    "ten_for_200": [False, True],
    "boston_bonus": [0, 0, 50],
    "blind_bid_min": [1, 1, 2, 4],
    "blind_bid_max": [None, None, 3, 13],
    "blind_bid_failed": [None, None, 20, 0],
    "nil_partner_min": [0, 0, 1, 2],
    "nil_failed": [None, None, 50, 0],
    "blind_nil_failed": [None, None, 100],
    "double_nil": [None, None, 400, 0],
    "first_trick": ["free", "free", "no_spades", "lowest_club"],
    "set_limit": [None, None, 1, 2],
    "sets_in_a_row": [None, None, 2],
    "nil_is_set": [False, True],
    "slam_wins": [False, False, True],
    "boston_wins": [False, False, True],
    "point_spread": [None, None, 50],
    "level_at_end": ["draw", "one_more"],
    "winner": ["highest", "highest", "lowest"],
    "high_contracts": [[], [], ["10 200 0"], ["2 25 -5", "3 150 -150", "13 500 -250"]],
}


def any_rules(rng: random.Random) -> RuleSet:
    """Return a rule set that can be played: some fields at random, a pack of some cards that can be dealt out."""
    while True:
        fields = {
            name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.5
        }
        seats = fields.setdefault("players", 4) * (2 if fields.get("deal") == "draw" else 1)
        if fields["players"] != 4:
            fields["sides"] = "solo"
        jokers = 2 if fields.get("jokers") else 0
        tricks = rng.choice([1, 2, 3, 3, 5, 13])
        keep = min(tricks, (52 + jokers) // seats) * seats
        kept = set(fields.get("high_deuces", ())) if rng.random() < 0.8 else set()
        kept |= {"2C"} if "opening_lead" in fields else set()
        cards = [card for card in range(52) if NAMES[card] not in kept]
        gone = 52 + jokers - keep
        if gone > len(cards):
            continue
        fields["removed"] = [NAMES[card] for card in sorted(rng.sample(cards, gone))]
        try:
            return RuleSet.from_dict({"preset": "cardgames_io", **fields})
        except InconsistentRules:
            continue
