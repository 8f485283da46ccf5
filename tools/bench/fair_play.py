"""How often the examination of costly cards (games/fair_play/partner_hand.py) suspects pairs of bots, honest and not.

A kind of player plays one side of many hands; the other side is played by rule. Each costly card is examined as the site does. A "season" of a pair is
then so many of these hands, drawn at random: the hands of bots, which remember nothing, are independent.
"""

import argparse
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

from games import bots
from games.analysis.plays import cost_of
from games.bots.search import position_of, sampled, search
from games.engine import State, preset, view_for
from games.engine.actions import action_text, parse_action
from games.engine.cards import BIT, NAMES, SPADES_MASK, SUIT_MASKS, SUIT_OF, cards_of
from games.engine.state import PLAY
from games.fair_play.partner_hand import Choice, examined, odds_of, open_to, suspicion
from tools.bench.bots import started

SIDE = (0, 2)
SEASONS = 2000
PAIRS = 50
"""The number of pairs examined together."""
SLIP = 0.1
READ, LIKELY = 96, 12
"""How many hands a reader of its partner considers, and how many it searches with."""
UNLIKE = 0.15
"""How likely the partner does something else than its rule, for a reader."""
HANDS_A_SEASON = (40, 80, 160, 320)
Player = Callable[[State, int, random.Random], str]


def honest(level: int, slip: float = 0.0) -> Player:
    """Return a bot of a level that plays any legal card now and then."""

    def choose(state: State, seat: int, dice: random.Random) -> str:
        if state.phase == PLAY and dice.random() < slip:
            return str(action_text(dice.choice(state.legal)))
        return str(bots.choose(view_for(state, seat), state.rules, dice, level))

    return choose


def cheat(share: float) -> Player:
    """Return a bot that searches with the partner's hand open in a share of its choices, and else plays as level 2."""

    def choose(state: State, seat: int, dice: random.Random) -> str:
        plain = str(bots.choose(view_for(state, seat), state.rules, dice, 2))
        if state.phase != PLAY or len(state.legal) < 2 or dice.random() >= share:
            return plain
        partner = (seat + 2) % 4
        position = position_of(view_for(state, seat), state.rules)
        found = search(open_to(position, partner, state.hands[partner]), 160, dice.getrandbits(53))
        return plain if found.near(plain.removeprefix("play ")) else f"play {found.best}"

    return choose


class Reader:
    """Seat 0 plays honestly, but knows the style of its partner, who plays by rule, to the last card.

    Of the hands that the partner could have, those count with which it would have bid and played as it did. That is more than any person learns from
    a partner's cards, so it shows how large the allowance must be at most.
    """

    def __init__(self) -> None:
        self.past: list[tuple[State, int]] = []

    def __call__(self, state: State, seat: int, dice: random.Random) -> str:
        """Return an action, and remember the partner's."""
        if seat == SIDE[1]:
            if state.phase != PLAY:
                self.past = []
            text = str(bots.choose(view_for(state, seat), state.rules, dice, 1))
            self.past.append((state.copy(), parse_action(text)))
            return text
        plain = str(bots.choose(view_for(state, seat), state.rules, dice, 2))
        if state.phase != PLAY or len(state.legal) < 2:
            return plain
        position = position_of(view_for(state, seat), state.rules)
        hands = [world[SIDE[1]] for world in sampled(position, READ, dice.getrandbits(53))]
        fits = {hand: self._fit(hand) for hand in set(hands)}
        likely = dice.choices(hands, weights=[fits[hand] for hand in hands], k=LIKELY)
        worth = dict.fromkeys(position.legal, 0.0)
        for hand in likely:
            found = search(open_to(position, SIDE[1], hand), 48, dice.getrandbits(53)).mean
            for card in position.legal:
                worth[card] += found[NAMES[card]]
        return f"play {NAMES[max(worth, key=lambda card: worth[card])]}"

    def _fit(self, hand: int) -> float:
        """Return how well a hand fits what the partner did."""
        fit, dice = 1.0, random.Random(0)
        for before, code in reversed(self.past):
            if before.phase == PLAY:
                hand |= BIT[code]
            then = _with_hand(before, SIDE[1], hand)
            same = (
                parse_action(str(bots.choose(view_for(then, SIDE[1]), then.rules, dice, 1))) == code
            )
            fit *= 1.0 if same else UNLIKE
        return fit


def _with_hand(state: State, seat: int, hand: int) -> State:
    """Return the state as it would be if the seat whose turn it is held other cards."""
    then, hands = state.copy(), list(state.hands)
    hands[seat] = hand
    then.hands = hands
    if state.phase == PLAY:
        side = hand & ~SPADES_MASK
        if state.trick:
            own = hand & SUIT_MASKS[SUIT_OF[state.trick[0]]] or hand
        else:
            own = hand if not side or state.broken or state.rules.spade_lead == "anytime" else side
        then.legal = cards_of(own)
    return then


PLAYERS: dict[str, Player] = {
    "level 2": honest(2),
    "level 2, a slip in ten cards": honest(2, SLIP),
    "level 1": honest(1),
    "level 3": honest(3),
    "knows the partner's style": Reader(),
    "cheats always": cheat(1.0),
    "cheats with every third card": cheat(1 / 3),
}


def main() -> None:
    """Print for each kind of player how many costly cards won, how many would by chance, and how many pairs are suspected."""
    parser = argparse.ArgumentParser(prog="script/bench fair_play", description=__doc__)
    parser.add_argument("part", nargs="*")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--preset", default="cardgames_io")
    parser.add_argument("--player", action="append", help=f"by default {', '.join(PLAYERS)}")
    asked = parser.parse_args()
    for name in asked.player or PLAYERS:
        hands = [_played(asked.preset, number, PLAYERS[name]) for number in range(asked.hands)]
        print(f"{name}: {_figures(hands)}", flush=True)


def _figures(hands: Sequence[Sequence[Choice]]) -> str:
    every = [choice for hand in hands for choice in hand]
    won, chance = sum(each.won for each in every), sum(each.chance for each in every)
    spread = 1.96 * math.sqrt(sum(each.chance * (1 - each.chance) for each in every))
    dice = random.Random(1)
    found = []
    for size in HANDS_A_SEASON:
        seasons = [
            [c for hand in dice.choices(hands, k=size) for c in hand] for _ in range(SEASONS)
        ]
        rate = sum(suspicion(each, PAIRS) is not None for each in seasons) / SEASONS
        found.append(f"{size} hands {rate:.1%}")
    low, odds, high = (odds_of(every, won + by * spread) for by in (-1, 0, 1))
    return (
        f"{len(hands)} hands, {len(every)} costly cards, {won} won, by chance {chance:.1f} ±{spread:.1f}, "
        f"odds times {odds:.2f} ({low:.2f} to {high:.2f}); "
        f"suspected after {', '.join(found)}"
    )


def _played(key: str, number: int, player: Player) -> list[Choice]:
    """Play a hand; return its examined choices: the first costly card of each seat."""
    state = started(preset(key), number)
    dice, other = random.Random(f"fair {number}"), honest(1)
    found: dict[int, Choice] = {}
    examines = SIDE[:1] if isinstance(player, Reader) else SIDE
    step = 0
    while not state.hand_results:
        seat = state.to_act[0]
        code = parse_action((player if seat in SIDE else other)(state, seat, dice))
        if seat in examines and seat not in found and state.phase == PLAY and len(state.legal) > 1:
            cost: dict[str, Any] | None = cost_of(state, seat, code, f"fair {number} {step}")
            if cost is not None:
                found[seat] = examined(
                    state, seat, NAMES[code], cost["better"], f"fair {number} {step}"
                )
        state.act(code, seat)
        step += 1
    return list(found.values())


if __name__ == "__main__":
    main()
