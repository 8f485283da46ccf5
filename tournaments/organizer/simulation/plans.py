"""The input and output of a simulation."""

from dataclasses import dataclass, field

from tournaments.events.plan.stages import StagePlan
from tournaments.standings import Standings

MOST_ENTRIES = 4096
MOST_HANDS = 1000


@dataclass(frozen=True)
class SimulationPlan:
    """A tournament to simulate: its stages as an organizer plans them, and the number of entries.

    `by` "ratings": the higher rated wins as often as Elo's formula expects; "bots": bots play every hand.
    """

    stages: tuple[StagePlan, ...]
    entries: int
    seed: str
    best_of: int = 1
    by: str = "ratings"
    hands: int = 8


@dataclass(frozen=True)
class FinalPlace:
    """One line of the final standings; `key` is the entry's place by strength, from 0."""

    rank: int
    key: int
    name: str
    rating: int
    points: str
    record: str


@dataclass
class Played:
    """A simulated tournament: its standings, the quality of its draw, and its compromises."""

    rounds: int = 0
    matches: int = 0
    lines: list[FinalPlace] = field(default_factory=list)
    quality: list[tuple[str, str]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    standings: Standings | None = None
