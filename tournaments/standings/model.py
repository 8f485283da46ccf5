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

    def __init__(self, code: str, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.field = field
        """The setting of the policy at fault, if it is one."""


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


class Ending(StrEnum):
    """How a match ended, or why an entry had none."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Nothing was played: place 1 was awarded, every other place lost."""
    BYE = "bye"
    """The draw left the entry without an opponent."""
    HALF_BYE = "half_bye"
    """The entry asked to sit the round out and gets the points of a half-point bye."""
    ZERO_BYE = "zero_bye"
    """The entry was away and gets the points of a zero-point bye."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the entries that play it, each of which gets what the side got.

    `place` counts from 1; sides that are level share one. `score` and `bags` count only when the match was played.
    """

    keys: tuple[int, ...]
    place: int = 1
    score: int = 0
    bags: int = 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match of a round; a match with a single side is a bye.

    `points`, where given, are each side's and replace the usual ones: the policy's for win, draw and loss between two
    sides, placement points among more. `absent` entries had somebody else play so that the others could. They lose by forfeit and score nothing, whatever
    their side did; the others keep the result played.
    """

    round: int
    sides: tuple[Side, ...]
    ending: Ending = Ending.PLAYED
    points: tuple[Points, ...] | None = None
    absent: tuple[int, ...] = ()

    @property
    def keys(self) -> list[int]:
        """Return its entries, by side."""
        return [key for side in self.sides for key in side.keys]


def hundredths(points: Points, field: str = "") -> int:
    """Return `points` in hundredths. Raises StandingsError "points_unclear" unless it is a number with two decimals
    at most; `field` is the setting that it is.
    """
    try:
        exact = Decimal(points) * 100
        if (
            not isinstance(points, bool)
            and exact.adjusted() < MOST_DIGITS
            and exact == exact.to_integral_value()
        ):
            return int(exact)
    except (ArithmeticError, TypeError, ValueError):
        pass
    raise StandingsError(
        "points_unclear",
        message(
            "“%(points)s” isn’t a number of points. Use a number with at most two decimals.",
            points=points,
        ),
        field,
    )


def points_text(points: Points) -> str:
    """Return points in plain digits, for people and files: "10" and "0.5", never "1E+1". Raises StandingsError."""
    return str(tidy(hundredths(points), 2))


def tidy(value: int, scale: int) -> Decimal:
    """Return `value` / 10**`scale` without trailing zeros, for people: 150 hundredths are 1.5, 200 are 2."""
    sign, digits, _ = Decimal(value).as_tuple()
    while scale > 0 and digits[-1] == 0:
        digits, scale = digits[:-1] or (0,), scale - 1
    return Decimal((sign if value else 0, digits, -scale))
