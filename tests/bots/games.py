"""Whole games between bots or other functions that choose among the legal actions."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from games.engine import RuleSet, State, apply, deal, new_game, pack_for, preset, view_for

Chooser = Callable[[dict[str, Any], RuleSet, random.Random], str]


def play_game(
    key: str, seed: int, choosers: Sequence[Chooser], *, stop_after: int = 200, **house: Any
) -> State:
    """Play a game of a preset with house rules, a chooser a seat, every card fixed by the seed."""
    rng = random.Random(seed)
    rules = preset(key, **house)
    if rules.first_dealer == "random":
        state = new_game(rules, first_dealer=rng.randrange(rules.players))
    else:
        plain = [card for card in shuffled(pack_for(rules), rng) if card < 52]
        state = new_game(rules, draw_for_deal=plain[: rules.players])
    while state.phase != "over" and len(state.hand_results) < stop_after:
        if state.phase == "deal":
            state = deal(state, shuffled(pack_for(rules), rng))
            continue
        for seat in state.to_act:
            view = view_for(state, seat)
            action = choosers[seat](view, rules, rng)
            assert action in view["legal"], (action, view)
            state = apply(state, seat, action)
    return state


def shuffled(pack: Sequence[int], rng: random.Random) -> list[int]:
    """Return the cards in a random order."""
    return rng.sample(pack, len(pack))


def at_random(view: dict[str, Any], _rules: RuleSet, rng: random.Random) -> str:
    """Choose at random among the legal actions, but bid within reason."""
    legal = view["legal"]
    if view["phase"] == "bid":
        legal = [text for text in legal if text in {"look", "bid 2", "bid 3", "bid 4"}] or legal
    return rng.choice(legal)
