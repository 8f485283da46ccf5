"""Plays brackets for the tests of single and double elimination."""

from collections.abc import Callable
from random import Random

from tournaments.formats.elimination.bracket import Bracket
from tournaments.formats.elimination.progress import Award, Game, Progress, progress

Said = list[Game | Award]
Decide = Callable[[int, int], int]


def better_seed(a: int, b: int) -> int:
    return min(a, b)


def by_chance(seed: int) -> Decide:
    dice = Random(seed)
    return lambda a, b: dice.choice((a, b))


def play(bracket: Bracket, decide: Decide) -> tuple[Progress, Said]:
    """Play every match that can be played, game by game, until none can."""
    said: Said = []
    while matches := (now := progress(bracket, said)).next_matches:
        for state in matches:
            assert state.a is not None
            assert state.b is not None
            said.append(Game(state.slot.key, decide(state.a, state.b)))
    return now, said
