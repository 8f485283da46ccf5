"""The results of simulated games: by ratings, or by bots."""

import random
from collections.abc import Sequence
from functools import cache

from games import engine
from games.bots import choose
from games.ratings import elo

MEAN, SPREAD = 1500, 200
"""Ratings of the simulated field: normally distributed, roughly like club ratings."""
TARGET = 500
SIDES = "cardgames_io"
SOLO = {3: "bicycle_3", 4: "bicycle_4", 5: "bicycle_5"}


def ratings(entries: int, dice: random.Random) -> list[int]:
    """Return `entries` ratings, highest first: entries are numbered by strength."""
    return sorted((round(dice.gauss(MEAN, SPREAD)) for _ in range(entries)), reverse=True)


class ByRatings:
    """The higher rated side wins as often as Elo's formula expects."""

    def __init__(self, strengths: Sequence[float], dice: random.Random) -> None:
        self.strengths, self.dice = strengths, dice

    def match(
        self, a: Sequence[int], b: Sequence[int], *, decider: bool = False
    ) -> tuple[int, int]:
        """Return the scores of two sides at a table; never a tie, so that no match needs a decider."""
        expected = elo.expected(self._side(a) - self._side(b)) / elo.WHOLE
        winner = TARGET + self.dice.randrange(60)
        loser = self.dice.randrange(100, TARGET)
        return (winner, loser) if self.dice.random() < expected else (loser, winner)

    def solo(self, players: Sequence[int]) -> list[int]:
        """Return the score of each player of a solo table."""
        return [round(self.dice.gauss(self.strengths[who] / 5, 80)) for who in players]

    def _side(self, side: Sequence[int]) -> int:
        return round(sum(self.strengths[who] for who in side) / len(side))


class ByBots:
    """Bots of equal strength play every hand, which shows the effect of luck alone on a plan."""

    def __init__(self, hands: int, dice: random.Random) -> None:
        self.hands, self.dice = hands, dice

    def match(
        self, a: Sequence[int], b: Sequence[int], *, decider: bool = False
    ) -> tuple[int, int]:
        """Return the scores of two sides at a table, in a single hand if that is to decide a tied match."""
        first, second = self._game(SIDES, 1 if decider else self.hands)
        return first, second

    def solo(self, players: Sequence[int]) -> list[int]:
        """Return the score of each player of a solo table."""
        return self._game(SOLO[len(players)], self.hands)

    def _game(self, preset: str, hands: int) -> list[int]:
        rules = _rules(preset, hands)
        state = engine.new_game(rules, first_dealer=self.dice.randrange(rules.players))
        while state.phase != "over":
            if state.phase == "deal":
                pack = tuple(self.dice.sample(rules.pack, len(rules.pack)))
                state = engine.deal(state, pack)
                continue
            seat = state.to_act[0]
            action = choose(engine.view_for(state, seat), state.rules, self.dice)
            state = engine.apply(state, seat, action)
        assert state.result is not None
        return list(state.result.totals)


@cache
def _rules(preset: str, hands: int) -> engine.RuleSet:
    return engine.preset(preset, max_hands=hands, first_dealer="random")
