"""The input and output of a simulation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.events.plan.stages import StagePlan
from tournaments.standings import MatchResult, Standings

MOST_ENTRIES = 4096
MOST_HANDS = 1000


@dataclass(frozen=True)
class SimulationPlan:
    """A tournament to simulate: its stages as an organizer plans them, and the number of entries.

    `by` "ratings": the higher rated wins as often as Elo's formula expects; "bots": bots play every hand. `rules` is a preset;
    empty: the usual one, with games of 8 hands at most. `hands` are a game's at most, when bots play.
    """

    stages: tuple[StagePlan, ...]
    entries: int
    seed: str
    best_of: int = 1
    by: str = "ratings"
    hands: int | None = None
    rules: str = ""


@dataclass(frozen=True)
class FinalPlace:
    """One line of the final standings; `key` is the entry's place by strength, from 0."""

    rank: int
    key: int
    name: str
    rating: int
    points: str
    record: str


@dataclass(frozen=True)
class PlayedMatch:
    """A match, or a bye, as it was drawn and ended: enough to recompute the standings."""

    stage: int
    round: int
    ending: str
    sides: Sequence[Sequence[int]]
    """The entries of each side, by their keys in the standings."""
    scores: Sequence[int]
    """The totals of each side, over all games of the match."""
    places: Sequence[int]
    """1 and 2, or 1 and 1 in a draw; at a solo table, the place of each player."""


@dataclass
class Played:
    """A simulated tournament: its pairings and results, its standings, the quality of its draw, and its compromises."""

    rounds: int = 0
    matches: int = 0
    results: list[PlayedMatch] = field(default_factory=list)
    lines: list[FinalPlace] = field(default_factory=list)
    quality: list[tuple[str, str]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    standings: Standings | None = None


def matches_of(
    stage: int, results: Iterable[MatchResult], going: Sequence[int]
) -> list[PlayedMatch]:
    """Return a stage's results by round; `going` maps its seeds to the entries."""
    return [
        PlayedMatch(
            stage,
            one.round,
            one.ending.value,
            [[going[key] for key in side.keys] for side in one.sides],
            [side.score for side in one.sides],
            [side.place for side in one.sides],
        )
        for one in sorted(results, key=lambda one: one.round)
    ]
