"""The input of standings: entrants, results, and points that add up exactly.

Points are written as the organizer writes them (2, "1.5", Decimal("11.17")) and counted in hundredths, so that
every sum is exact.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from games.engine.sentences import message

Points = Decimal | int | str
MOST_DIGITS = 20
"""More digits than any sum of points has; "1e400000" would take minutes to print."""


class StandingsError(ValueError):
    """Standings that can't be computed as requested. `code` is for programs, `sentence` says what would work
    instead.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry: its key, its name in sentences, its rating on entry, the points (0 or more) that the organizer
    deducted, and those brought along from an earlier stage.
    """

    key: int
    name: str = ""
    rating: int | None = None
    penalty: Points = 0
    brought: Points = 0

    def __str__(self) -> str:
        return self.name or f"Entry {self.key}"


class Outcome(StrEnum):
    """How a match between `a` and `b` ended, or why `a` had no match."""

    A_WON = "a_won"
    B_WON = "b_won"
    DRAWN = "drawn"
    A_FORFEITS = "a_forfeits"
    B_FORFEITS = "b_forfeits"
    BOTH_FORFEIT = "both_forfeit"
    BYE = "bye"
    """The draw left `a` without an opponent."""
    HALF_BYE = "half_bye"
    """`a` asked to sit the round out and gets the points of a half-point bye."""
    ZERO_BYE = "zero_bye"
    """`a` was away and gets the points of a zero-point bye."""


BYES = frozenset({Outcome.BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Result:
    """One match of a round, or one entry's bye (`b` None).

    `score` is what the two sides scored at the table and `bags` the bags they took; both count only when the match
    was played. `points`, where given, replaces the policy's points for win, draw and loss (victory points).
    """

    round: int
    a: int
    b: int | None
    outcome: Outcome
    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    points: tuple[Points, Points] | None = None


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table of a round at which entrants sit for themselves: in sides that change, or each alone.

    `sides` are in the order of their seats; `places` is each side's place, 1 the best, equal if tied. `scores` and
    `bags` are the sides'. Each member of a side gets what the side got: for two sides the policy's points for win,
    draw and loss; for more sides `points`, which also replace the policy's where they are given for two.
    """

    round: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    points: tuple[Points, ...] | None = None
    forfeit: bool = False
    """Nothing was played: place 1 was awarded, every other place was lost."""
    absent: tuple[int, ...] = ()
    """Absent entrants, for whom somebody else played so that the others could. They lose by forfeit and score
    nothing, whatever their side did; the others keep the result played.
    """


def hundredths(points: Points) -> int:
    """Return `points` in hundredths. Raises StandingsError "points_unclear" unless it is a number with two decimals
    at most.
    """
    try:
        exact = Decimal(points) * 100
        if exact.adjusted() < MOST_DIGITS and exact == exact.to_integral_value():
            return int(exact)
    except (ArithmeticError, ValueError):
        pass
    raise StandingsError(
        "points_unclear",
        message(
            "“%(points)s” isn't a number of points. Use a number with at most two decimals.",
            points=points,
        ),
    )


def tidy(value: int, scale: int) -> Decimal:
    """Return `value` / 10**`scale` without trailing zeros, for people: 150 hundredths are 1.5, 200 are 2."""
    sign, digits, _ = Decimal(value).as_tuple()
    while scale > 0 and digits[-1] == 0:
        digits, scale = digits[:-1] or (0,), scale - 1
    return Decimal((sign if value else 0, digits, -scale))
