"""The input and output of a simulation."""

from dataclasses import dataclass, field

from tournaments.standings import Standings

FORMATS = ("round_robin", "swiss", "knock_out", "double_knock_out", "groups", "rotation", "solo")
MOST_ENTRIES = 4096
MOST_HANDS = 1000


@dataclass(frozen=True)
class SimulationPlan:
    """A tournament to simulate. `rounds` None: the format's default; of each of `groups` the first `advance`
    advance.

    `then` is the format of a second stage for the first `go_on` (after groups: for the qualifiers), with
    `then_rounds`; groups without one are followed by a knock-out. `carry` says what they carry over into it:
    "between", the results between them, "all", all their points, or "", nothing.

    `by` "ratings": the higher rated wins as often as Elo's formula says; "bots": bots play every hand.
    """

    format: str
    entries: int
    seed: str
    rounds: int | None = None
    double: bool = False
    groups: int = 4
    advance: int = 2
    best_of: int = 1
    by: str = "ratings"
    hands: int = 8
    then: str = ""
    go_on: int = 4
    then_rounds: int | None = None
    carry: str = ""


@dataclass(frozen=True)
class Line:
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
    lines: list[Line] = field(default_factory=list)
    quality: list[tuple[str, str]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    standings: Standings | None = None
