"""The results of simulated games: by ratings, or by bots."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games import engine
from games.bots import choose
from games.ratings import elo
from tournaments.events.setup.individual import rules_of_size
from tournaments.standings.placing import places_by

MEAN, SPREAD = 1500, 200
"""Ratings of the simulated field: normally distributed, roughly like club ratings."""
TARGET = 500
USUAL = "cardgames_io"
SOLO = "bicycle_4"
USUAL_HANDS = 8
OTHERWISE = 0.25
"""How many games end by something else than points, where the rules know it: about as many as when bots play JJDD."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game as it ended: the sides' totals and places, and how (`GameResult.ended`)."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    ended: str

    @property
    def winner(self) -> int | None:
        """Return the index of the sole winner, or None."""
        return self.places.index(1) if self.places.count(1) == 1 else None


def ratings(entries: int, dice: random.Random) -> list[int]:
    """Return `entries` ratings, highest first: entries are numbered by strength."""
    return sorted((round(dice.gauss(MEAN, SPREAD)) for _ in range(entries)), reverse=True)


class ByRatings:
    """The higher rated side wins as often as Elo's formula expects."""

    def __init__(
        self, strengths: Sequence[float], dice: random.Random, rules: engine.RuleSet
    ) -> None:
        self.strengths, self.dice, self.rules = strengths, dice, rules

    def match(self, a: Sequence[int], b: Sequence[int], *, decider: bool = False) -> GameScore:
        """Return the score of two sides at a table; never a tie, so that no match needs a decider."""
        expected = elo.expected(self._side(a) - self._side(b)) / elo.WHOLE
        target = self.rules.target or TARGET
        won, lost = target + self.dice.randrange(60), self.dice.randrange(target // 5, target)
        first = self.dice.random() < expected
        ended = "target"
        if self.rules.other_ends and self.dice.random() < OTHERWISE:
            # Both are short of the target, and either may have more points.
            ended, won = self.rules.other_ends[0], self.dice.randrange(target // 5, target)
        return GameScore((won, lost) if first else (lost, won), (1, 2) if first else (2, 1), ended)

    def solo(self, players: Sequence[int]) -> GameScore:
        """Return the score of the players of a solo table."""
        totals = tuple(round(self.dice.gauss(self.strengths[who] / 5, 80)) for who in players)
        return GameScore(totals, places_by(totals), "target")

    def _side(self, side: Sequence[int]) -> int:
        return round(sum(self.strengths[who] for who in side) / len(side))


class ByBots:
    """Bots of equal strength play every hand, which shows the effect of luck alone on a plan."""

    def __init__(self, rules: engine.RuleSet, hands: int | None, dice: random.Random) -> None:
        self.rules = replace(rules, max_hands=hands) if hands else rules
        self.dice = dice

    def match(self, a: Sequence[int], b: Sequence[int], *, decider: bool = False) -> GameScore:
        """Return the score of two sides at a table, in a single hand if that is to decide a tied match."""
        return self._game(self.rules.of_a_decider() if decider else self.rules)

    def solo(self, players: Sequence[int]) -> GameScore:
        """Return the score of the players of a solo table."""
        return self._game(rules_of_size(self.rules, len(players)))

    def _game(self, rules: engine.RuleSet) -> GameScore:
        rules = replace(rules, first_dealer="random")
        state = engine.new_game(rules, first_dealer=self.dice.randrange(rules.players))
        while state.phase != "over":
            if state.phase == "deal":
                pack = tuple(self.dice.sample(rules.pack, len(rules.pack)))
                state = engine.deal(state, pack)
                continue
            seat = state.to_act[0]
            action = choose(engine.view_for(state, seat), state.rules, self.dice)
            state = engine.apply(state, seat, action)
        result = state.result
        assert result is not None
        return GameScore(result.totals, result.places, result.ended)
