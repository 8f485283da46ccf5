"""Par: what the sides score when bots bid and play the hand."""

import random
from statistics import fmean, quantiles
from typing import Final

from games import bots
from games.engine import State, view_for
from games.engine.actions import parse_action
from games.engine.state import DEAL, OVER, PLAY

GAMES: Final = 20
SLIP: Final = 0.1
"""The probability that a bot plays a random legal card; otherwise all games would be the same."""


def par(dealt: State, key: str) -> list[list[float]]:
    """Return each side's mean points, and the bounds of the middle 80 %. Deterministic in `key`."""
    dice = random.Random(f"{key} par")
    played = [_played(dealt.copy(), dice) for _game in range(GAMES)]
    return [_spread([points[side] for points in played]) for side in range(len(played[0]))]


def _played(state: State, dice: random.Random) -> list[int]:
    while state.phase not in (DEAL, OVER):
        seat = state.to_act[0]
        if state.phase == PLAY and dice.random() < SLIP:
            state.act(dice.choice(state.legal), seat)
        else:
            choice = bots.choose(view_for(state, seat), state.rules, dice)
            state.act(parse_action(choice, state.rules.codes), seat)
    return [side.points for side in state.hand_results[-1].sides]


def _spread(points: list[int]) -> list[float]:
    tenths = quantiles(points, n=10, method="inclusive")
    return [round(fmean(points), 1), round(tenths[0], 1), round(tenths[-1], 1)]
