"""The shapes of what programs send to organize."""

from typing import Annotated, Literal

from ninja import Field, Schema

from spades_site.common.forms import LONGEST_ONCE

MOST_POINTS, MOST_HANDS = 100_000, 1000
LONGEST_LIST = 500


type RequestId = Annotated[str, Field(max_length=LONGEST_ONCE)]
"""A text of the program's own, the same when it repeats a request whose answer got lost: nothing is made twice."""


class NewEntries(Schema):
    """Pairs or single players to enter, a list of user names each; all of them or none."""

    entries: list[list[str]] = Field(min_length=1, max_length=LONGEST_LIST)
    checked_in: bool = False


class NewWebhook(Schema):
    """Where results are to be sent."""

    url: str
    request_id: RequestId = ""


class Reason(Schema):
    """Why, for the log and for those whom it concerns."""

    reason: str = ""


class Decision(Schema):
    """A verdict on a match. `winner` is the index of the side that wins by forfeit, from 0; null: none."""

    verdict: Literal["forfeit", "void", "played", "excused"]
    winner: int | None = None
    reason: str
    expected_version: int | None = None


class GameScore(Schema):
    """A game's score: each side's points by index, after a number of hands; with shared deals, those of one `deal`.

    `game` is the number of its table in the match, from 1.
    """

    game: int = Field(ge=1, le=100)
    points: list[Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]] = Field(
        min_length=2, max_length=5
    )
    hands: int = Field(default=0, ge=0, le=MOST_HANDS)
    deal: int | None = Field(default=None, ge=1, le=MOST_HANDS)


class Scores(Schema):
    """The scores of a match's games; those that aren't named stay as they are."""

    games: list[GameScore] = Field(min_length=1, max_length=20)
    reason: str
    expected_version: int | None = None


class Again(Schema):
    """Why a decision is undone, or a match replayed, and the version of the result that was seen."""

    reason: str
    expected_version: int


class Deduction(Schema):
    """Points to deduct, and why."""

    points: Annotated[str, Field(max_length=8)]
    reason: str


class DrawAgain(Schema):
    """Why, and the version of the tournament that was seen."""

    reason: str = ""
    expected_version: int | None = None


class Exchange(Schema):
    """Two entries of a draw that change places."""

    first: int
    second: int
    reason: str
    expected_version: int | None = None


class NewPairs(Schema):
    """Pairs to enter in a season: two user names, and the number of a division, or nothing, as a third."""

    pairs: list[list[str]] = Field(min_length=1, max_length=LONGEST_LIST)
