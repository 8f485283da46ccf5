"""Writes the golden records: `python -m tests.golden.make`. Seeded: the same files come out until a rule changes.

Each preset plays one game as it stands and one with house rules. A change of these files in a commit is a change of the
rules as played, or of the record's form: look at it.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from games.engine import (
    PRESETS,
    RuleSet,
    Start,
    State,
    apply,
    deal,
    legal_actions,
    new_game,
    pack_for,
    preset,
)
from games.engine.cards import JOKERS, SUIT_OF
from games.engine.record import record_of

Chooser = Callable[[State, int, random.Random], str]

FOLDER = Path(__file__).parent

HOUSE: dict[str, dict[str, Any]] = {
    "cardgames_io": {"bidding": "suicide", "nil_pass": 1, "max_hands": 3},
    "bicycle_2": {"nil": 100, "set_points": -10, "target": 200},
    "bicycle_3": {"blind_bid": 20, "revoke": "penalised", "max_hands": 4},
    "bicycle_4": {"blind_bid": 20, "nil": 100, "bag_limit": 10, "max_hands": 5},
    "bicycle_5": {"forbidden_total": 10, "max_hands": 3, "loss_limit": 200, "set_points": -5},
    "bicycle_partnership": {"revoke": "penalised", "target": 200},
    "bicycle_2_jokers": {"spade_lead": "anytime", "target": 200},
    "bicycle_3_jokers": {"bidding": "mirror", "nil": 50, "max_hands": 3},
    "bicycle_4_jokers": {"spade_lead": "only_when_void", "max_hands": 3},
    "bicycle_5_jokers": {"bag_limit": 3, "bag_penalty": 30, "max_hands": 4},
    "bicycle_partnership_jokers": {"ten_for_200": True, "boston_bonus": 300, "max_hands": 3},
    "playingcards_io": {"blind_nil_pass": 2, "failed_nil": "help_partner", "max_hands": 3},
    "classic_blind_nil": {"blind_nil_pass": 2, "blind_nil_deficit": 10, "max_hands": 4},
    "rubl_two_player": {"target": 300, "min_side_bid": 2},
    "jjdd_350": {
        "first_hand": "bids_itself",
        "first_hand_loses": True,
        "nil": 50,
        "blind_bid": None,
        "max_hands": 3,
    },
    "jjdd_500": {"bid_by": "player", "nil": 100, "blind_bid": None, "max_hands": 3},
    "deuce_high": {"blind_bid": 20, "blind_bid_deficit": 0, "max_hands": 3},
    "ace_high_350": {"min_side_bid": 4, "nil_is_set": True, "max_hands": 4},
    "online_8_hands": {"max_hands": 3, "overtrick_points": 0},
    "suicide": {"nil_pass": 1, "max_hands": 3},
    "mirror": {"max_hands": 3, "bag_limit": 5},
    "whiz": {"max_hands": 3, "nil": 50},
    "bag_or_set": {"max_hands": 3, "bag_limit": 5, "bag_penalty": 50},
}
NEAR_THE_END = dict.fromkeys(
    ("suicide", "mirror", "whiz"), Start(totals=(430, 410), bags=(2, 4), hands_played=6)
) | dict.fromkeys(("jjdd_350", "jjdd_500"), Start(totals=(250, 120), bags=(2, 4), hands_played=4))
"""Where a preset's plain game begins, if by these chances it would hardly reach the target."""


def choose(state: State, seat: int, rng: random.Random) -> str:
    """Choose a legal action: bids near what the hand is worth, anything else by lot."""
    legal = legal_actions(state, seat)
    if state.phase == "play":
        return _play_card(state, seat, legal, rng)
    if state.phase != "bid":
        return rng.choice(legal)
    blind = [action for action in legal if action in ("blind nil", "blind 3", "blind side 6")]
    if "look" in legal:
        return rng.choice(blind) if blind and rng.random() < 0.06 else "look"
    cards = [state.rules.names[card] for card in state.hand_cards(seat)]
    worth = sum(card[0] in "AK" or card in ("BJ", "LJ") for card in cards)
    worth += max(0, sum(card[1:] in ("S", "J") for card in cards) - 3)
    worth += 3 if state.rules.players == 2 else 0
    partner = state.bids[(seat + 2) % 4] if state.rules.bid_by == "side" else None
    worth += (partner.opening or 0) if partner else 0
    if not worth and "nil" in legal and state.rules.players > 2:
        return "nil"
    numbers = [action for action in legal if action.startswith("bid ")]
    return min(numbers, key=lambda action: abs(int(action[4:]) - worth)) if numbers else "nil"


def _play_card(state: State, seat: int, legal: Sequence[str], rng: random.Random) -> str:
    """Take a trick with the highest card while some are wanted, else get rid of something low."""
    bid, codes = state.bids[seat], state.rules.codes
    if state.trick and rng.random() < 0.95:
        # Where revokes can happen they still happen seldom.
        led = SUIT_OF[state.trick[0]]
        legal = [text for text in legal if SUIT_OF[codes[text[5:]]] == led] or legal
    wanted = bid is not None and state.won[seat] < bid.value
    cards = sorted(legal, key=lambda action: (codes[action[5:]] % 13, action))
    return rng.choice(cards[-2:] if wanted else cards[:2])


def opened(rules: RuleSet, rng: random.Random, start: Start | None = None) -> State:
    """Return a game that waits for its first deal."""
    if rules.first_dealer == "random":
        return new_game(rules, first_dealer=rng.randrange(rules.players), start=start)
    plain = [card for card in pack_for(rules) if rules.names[card] not in JOKERS]
    return new_game(rules, draw_for_deal=rng.sample(plain, rules.players), start=start)


def play_hand(
    state: State, rng: random.Random, choose_action: Chooser = choose
) -> tuple[State, list[str]]:
    """Play a hand that has been dealt to its end; return where it came to and its actions."""
    actions = []
    while state.to_act:
        seat = rng.choice(state.to_act)
        action = choose_action(state, seat, rng)
        actions.append(f"{seat} {action}")
        state = apply(state, seat, action)
    return state, actions


def dealt(rules: RuleSet, pack: Sequence[int], dealer: int) -> list[str] | str:
    """Return a shuffled pack as a record holds it: the stock of the draw, or a text a seat."""
    if rules.deal == "draw":
        return " ".join(rules.names[card] for card in pack)
    seats = rules.players
    return [
        " ".join(rules.names[card] for card in pack[(seat - dealer - 1) % seats :: seats])
        for seat in range(seats)
    ]


def play(
    rules: RuleSet,
    rng: random.Random,
    *,
    choose_action: Chooser = choose,
    start: Start | None = None,
    most_hands: int = 60,
) -> tuple[State, dict[str, Any]]:
    """Play a game; return where it came to and its record."""
    state = opened(rules, rng, start)
    hands: list[tuple[list[str] | str, list[str]]] = []
    while state.phase != "over" and state.hand_no < most_hands:
        pack = rng.sample(pack_for(rules), len(pack_for(rules)))
        state = deal(state, pack)
        cards = dealt(rules, pack, state.dealer)
        state, actions = play_hand(state, rng, choose_action)
        hands.append((cards, actions))
    return state, record_of(state, hands, start=start)


def games(key: str) -> Iterator[dict[str, Any]]:
    """Yield a preset's golden records."""
    for number, house in enumerate(({}, HOUSE[key])):
        rules = preset(key, **house)
        record = next(
            record
            for seed in range(1000)
            for state, record in [
                play(
                    rules,
                    random.Random(f"golden {key} {number} {seed}"),
                    start=None if house else NEAR_THE_END.get(key),
                )
            ]
            if state.phase == "over" and _worth_keeping(rules, record)
        )
        record["rules"] = {"preset": key, **house}
        record["x-golden"] = f"{key} {number}"
        yield record


def _worth_keeping(rules: RuleSet, record: dict[str, Any]) -> bool:
    """Return whether everything that the rules offer was done in this game."""
    done = " ".join(action for hand in record["hands"] for action in hand["actions"])
    return (
        (rules.blind_nil is None or "blind nil" in done)
        and (rules.blind_bid is None or "blind 3" in done or "blind side 6" in done)
        and (not (rules.nil_pass or rules.blind_nil_pass) or "pass" in done)
    )


def text(key: str) -> str:
    """Return the text of a preset's golden file."""
    return "".join(json.dumps(record) + "\n" for record in games(key))


if __name__ == "__main__":
    for name in PRESETS:
        (FOLDER / f"{name}.jsonl").write_text(text(name), encoding="utf-8")
