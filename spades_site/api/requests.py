"""The shapes of what programs send to organize, each with an example for the document.

They are pydantic's own models: ninja's `Schema` reads attributes of any object, so with defaults it would accept a list.
"""

from dataclasses import fields
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model, model_validator
from pydantic_core import PydanticCustomError

from games import engine
from games.tables.levels import usual_level
from games.tables.timing.clocks import BANK_SECONDS, TURN_SECONDS
from spades_site.api.schemas import Key, Moment
from spades_site.common.forms import LONGEST_ONCE
from spades_site.common.lists.imports import MOST_LINES
from tournaments.events.models import Tournament
from tournaments.events.plan.choices import Carry
from tournaments.events.plan.stages import MOST_STAGES
from tournaments.events.setup.proposal import Proposal
from tournaments.events.setup.settings import bounds
from tournaments.events.setup.team_matches import ROSTER
from tournaments.formats.registry import FORMATS
from tournaments.organizer.plans import PAIRS
from tournaments.standings import TIE_BREAKS
from tournaments.standings.model import points_text

MOST_POINTS, MOST_HANDS = 100_000, 1000
MOST_ROUNDS = 200
LONGEST_TEXT = 10_000
"""Longer than any form takes, and short enough for every look-up in either database."""


type Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
type Version = Annotated[int, Field(ge=0, lt=2**63)]
type Number = Annotated[int, Field(ge=0, le=MOST_POINTS)]
type Preset = Literal[tuple(engine.PRESETS)]  # type: ignore[valid-type]


def _known(code: str) -> str:
    if code not in FORMATS:
        *others, last = map(repr, FORMATS)
        expected = f"{', '.join(others)} or {last}"
        raise PydanticCustomError("enum", "Input should be {expected}", {"expected": expected})
    return code


def _list_formats(schema: dict[str, Any]) -> None:
    schema["enum"] = [*FORMATS]


type Format = Annotated[
    str,
    AfterValidator(_known),
    Field(title="Format", description="A stage's format.", json_schema_extra=_list_formats),
]
type RequestId = Annotated[str, Field(max_length=LONGEST_ONCE)]
"""A text of the program's own, the same when it repeats a request whose answer got lost: nothing is made twice."""


class Body(BaseModel):
    """What every body has in common: a field that nobody reads is refused, because it is a mistake of the program."""

    model_config = ConfigDict(extra="forbid")

    def __init_subclass__(cls, example: dict[str, Any] | None = None, **given: Any) -> None:
        """Put the example into the document."""
        super().__init_subclass__(**given)
        if example is not None:
            cls.model_config = {**cls.model_config, "json_schema_extra": {"examples": [example]}}


def _require_one_preset(body: Any) -> None:
    """Raise ValueError if a body has rules, which name their preset, and another preset beside them."""
    if body.rules is not None and "preset" in body.model_fields_set:
        raise ValueError("rules name their preset themselves: leave one of the two out")


class NewEntries(Body, example={"entries": [["kim", "lou"], ["max", "nils"]], "checked_in": False}):
    """Pairs or single players to enter, a list of user names each, or teams, a name and its players; all or none."""

    entries: list[Annotated[list[Text], Field(min_length=1, max_length=1 + ROSTER[1])]] = Field(
        min_length=1, max_length=MOST_LINES
    )
    checked_in: bool = False


class OwnEntry(Body, example={"partner": "lou"}):
    """One's own entry: with a partner by their user name, who is asked; null: alone."""

    partner: Text | None = None


class Asked(Body, example={"by": "kim"}):
    """The user name of whoever asks one to be their partner."""

    by: Text


class Challenge(Body, example={"to": ["robot"], "preset": "rubl_two_player", "turn_seconds": 30}):
    """Whom to challenge, by user name, and the terms.

    `rules` are a preset and the fields that differ from it, instead of `preset`. Bots of the `bots_level` (null: the usual one)
    can take seats that stay free; a rated table has neither bots nor bot accounts.
    """

    to: list[Text] = Field(min_length=1, max_length=4)
    preset: Preset = PAIRS
    rules: dict[str, Any] | None = None
    turn_seconds: Annotated[int, Field(ge=TURN_SECONDS[0], le=TURN_SECONDS[1])] = 30
    bank_seconds: Annotated[int, Field(ge=BANK_SECONDS[0], le=BANK_SECONDS[1])] = 120
    rated: bool = False
    bots_level: Annotated[int, Field(ge=1, le=3)] | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        _require_one_preset(self)
        return self


class NewWebhook(Body, example={"url": "https://hooks.example.org/spades", "request_id": "hook-1"}):
    """Where results are to be sent."""

    url: Text
    request_id: RequestId = ""


class Reason(Body, example={"reason": "They left at nine."}):
    """Why. The people concerned read it."""

    reason: Text


class Note(Body, example={"reason": ""}):
    """A reason for the log and the people concerned, if there is one."""

    reason: Text = ""


class Decision(
    Body, example={"verdict": "forfeit", "winner": 0, "reason": "The others didn’t come."}
):
    """A verdict on a match. `winner` is the index of the side that wins by forfeit, from 0; null: none."""

    verdict: Literal["forfeit", "void", "played", "excused"]
    winner: Annotated[int, Field(ge=0, le=4)] | None = None
    reason: Text
    expected_version: Version | None = None


class GameScore(Body, example={"game": 1, "points": [512, 340], "hands": 9}):
    """A game's score: each side's points by index, after a number of hands; with shared deals, those of one `deal`.

    `game` is the number of its table in the match, from 1.
    """

    game: int = Field(ge=1, le=100)
    points: list[Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]] = Field(
        min_length=2, max_length=5
    )
    hands: int = Field(default=0, ge=0, le=MOST_HANDS)
    deal: int | None = Field(default=None, ge=1, le=MOST_HANDS)
    winner: int | None = Field(default=None, ge=0, le=4)
    """The index of the side that won, where the rules know ends that points don't show."""
    ended: Literal["", "sets", "board", "slam", "boston"] = ""
    """How the game ended, if not by points or hands."""


class Scores(
    Body,
    example={
        "games": [{"game": 1, "points": [512, 340], "hands": 9}],
        "reason": "From the score sheet.",
    },
):
    """The scores of a match's games; those that aren't named stay as they are."""

    games: list[GameScore] = Field(min_length=1, max_length=20)
    reason: Text
    expected_version: Version | None = None


class Again(Body, example={"reason": "The wrong pair sat down.", "expected_version": 1}):
    """Why a decision is undone, or a match replayed, and the version of the result that was seen."""

    reason: Text
    expected_version: Version


class Deduction(Body, example={"points": "0.5", "reason": "Late for the second time."}):
    """Points to deduct, and why."""

    points: Annotated[str, Field(max_length=8, pattern=r"^\d{1,5}(\.\d{1,2})?$")]
    reason: Text


class DrawAgain(Body, example={"reason": "Two pairs came late."}):
    """Why, and the version of the tournament that was seen."""

    reason: Text = ""
    expected_version: Version | None = None


class Exchange(Body, example={"first": 11, "second": 14, "reason": "They share a car."}):
    """Two entries of a draw that change places."""

    first: Key
    second: Key
    reason: Text
    expected_version: Version | None = None


class NewStage(Body, example={"format": "swiss", "rounds": 5}):
    """A stage of a tournament: its format, what the format's options are, and where its matches differ.

    `rules` are a preset and the fields that differ from it; null, as all that follow it: as in the tournament.
    `match_minutes` 0 is no time limit.
    """

    format: Format
    double: bool = False
    rounds: Number | None = None
    minutes: Number | None = None
    streak: Number = 0
    third_place: bool = False
    groups: Number = 1
    advance: Number = 0
    best_next: Number = 0
    carry: Carry | Literal[""] = ""
    best_of: Number | None = None
    semi_best_of: Number | None = None
    final_best_of: Number | None = None
    third_best_of: Number | None = None
    rules: dict[str, Any] | None = None
    match_hands: Number | None = None
    match_target: Number | None = None
    turn_seconds: Number | None = None
    bank_seconds: Number | None = None
    match_minutes: Number | None = None


_SAID_OTHERWISE = {
    "name",
    "starts_at",
    "league",
    "season",
    "rules",
    "stages",
    "seeded_from",
    "scoring",
}
_SHAPES: dict[Any, Any] = {
    bool: bool,
    int: Number,
    int | None: Number | None,
    tuple[datetime, ...]: Annotated[list[Moment], Field(max_length=MOST_ROUNDS)],
}


def _settings() -> dict[str, Any]:
    """Return the fields of a proposal that a program may say, with their defaults."""
    columns = {column.name: column for column in Tournament._meta.concrete_fields}
    shown: dict[str, Any] = {}
    for one in fields(Proposal):
        if one.name in _SAID_OTHERWISE:
            continue
        column = columns.get(one.name)
        if column is not None and column.choices:
            shape: Any = Literal[tuple(str(value) for value, _label in column.flatchoices)]
        elif one.type == Decimal | None:
            least, most = bounds(one.name)
            shape = Annotated[Decimal, Field(ge=least, le=most)] | None
        else:
            shape = _SHAPES.get(one.type, Text)
        default = list(one.default) if isinstance(one.default, tuple) else one.default
        shown[one.name] = (shape, usual_level() if one.name == "bots_level" else default)
    return shown


_Settings: Any = create_model("_Settings", __base__=Body, **_settings())

type PointsOfResult = Annotated[Decimal, Field(ge=0, le=1000, decimal_places=2)]
"""What a result is worth in the standings."""


class NewScoring(Body, example={"win": 3, "draw": 1, "tie_breaks": ["head_to_head", "buchholz"]}):
    """What results are worth, and the tie-breaks in their order; what isn't said follows from the format.

    Without them a bye and a win by forfeit are worth a win.
    """

    win: PointsOfResult = Decimal(2)
    draw: PointsOfResult = Decimal(1)
    loss: PointsOfResult = Decimal(0)
    bye: PointsOfResult | None = None
    forfeit_win: PointsOfResult | None = None
    forfeit_loss: PointsOfResult = Decimal(0)
    tie_breaks: list[Literal[tuple(TIE_BREAKS)]] = []  # type: ignore[valid-type]

    def said(self) -> dict[str, Any]:
        """Return what was said, as a proposal's scoring has it."""
        said = self.model_dump(exclude_unset=True, exclude_none=True)
        return {
            name: points_text(value) if isinstance(value, Decimal) else value
            for name, value in said.items()
        }


class NewTournament(  # type: ignore[call-arg, misc]
    _Settings,
    example={
        "name": "Friday pairs",
        "starts_at": "2030-05-10T18:30:00Z",
        "league": "riverside",
        "stages": [{"format": "swiss", "rounds": 4}],
        "match_hands": 6,
        "request_id": "friday-1",
    },
):
    """A tournament: what isn't said is as in the `template` of a league, or else as in the form for a new one.

    Without a template it needs a `name` and `starts_at`. A match is of `match_hands` hands or up to `match_target`
    points. `rules` are a preset and the fields that differ from it, instead of `preset`. `seeded_from` is the tournament by whose standings entries are seeded, for `seeding` "standings".
    """

    template: Key | None = None
    name: Text | None = None
    starts_at: Moment | None = None
    league: Text | None = None
    season: Text | None = None
    preset: Preset = PAIRS
    rules: dict[str, Any] | None = None
    stages: list[NewStage] = Field(default=[], max_length=MOST_STAGES)
    scoring: NewScoring | None = None
    seeded_from: Text | None = None
    request_id: RequestId = ""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.template is None and (self.name is None or self.starts_at is None):
            raise ValueError("without a template a tournament needs a name and starts_at")
        _require_one_preset(self)
        return self


class NewSubstitute(Body, example={"out": "lou", "into": "nils", "reason": "Lou is ill."}):
    """Who plays instead of whom, in one match or, with null, from now on; and why."""

    out: Text
    into: Text
    match: Key | None = None
    reason: Text


class NewLineUp(Body, example={"pairs": [["kim", "lou"], ["max", "nils"]]}):
    """A team's pair at table 1 and its pair at table 2, as user names.

    `entry` is the team; null: the one that the token's owner leads, or for an organizer that of the first player.
    """

    entry: Key | None = None
    pairs: list[Annotated[list[Text], Field(min_length=2, max_length=2)]] = Field(
        min_length=2, max_length=2
    )


class NewPairs(Body, example={"pairs": [["kim", "lou"], ["max", "nils", "2"]]}):
    """Pairs to enter in a season: two user names, and the number of a division, or nothing, as a third."""

    pairs: list[Annotated[list[Text], Field(min_length=2, max_length=3)]] = Field(
        min_length=1, max_length=MOST_LINES
    )
