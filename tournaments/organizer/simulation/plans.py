"""What is simulated, and what comes of it."""

from dataclasses import dataclass, field

from tournaments.standings import Standings

FORMATS = ("round_robin", "swiss", "knock_out", "double_knock_out", "groups", "rotation", "solo")
MOST_ENTRIES = 4096
MOST_HANDS = 1000


@dataclass(frozen=True)
class SimulationPlan:
    """A tournament to try. `rounds` None: as many as suit; of each of `groups` the first `advance` go on.

    `then` is the format of a second stage for the first `go_on` (after groups: for those who go on), with `then_rounds`;
    groups without one are followed by a knock-out. `carry` says what they bring along into it: "between", the results among
    them, "all", all their points, or "", nothing.

    `by` "ratings": the better rated wins as often as Elo's formula says; "bots": bots play every hand.
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
    """A tournament that was played: its standings, what its draw is worth, and what it had to give up."""

    rounds: int = 0
    matches: int = 0
    lines: list[Line] = field(default_factory=list)
    quality: list[tuple[str, str]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    standings: Standings | None = None
