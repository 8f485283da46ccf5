"""The shapes of what programs send to organize.

They are pydantic's own models: ninja's `Schema` reads attributes of any object, so with defaults it would accept a list.
"""

from dataclasses import fields
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, create_model, model_validator
from pydantic_core import PydanticCustomError

from games import engine
from games.tables.levels import usual_level
from spades_site.api.schemas import Key, Moment
from spades_site.common.forms import LONGEST_ONCE
from tournaments.events.models import Tournament
from tournaments.events.plan.choices import Carry
from tournaments.events.plan.stages import MOST_STAGES
from tournaments.events.setup.proposal import Proposal
from tournaments.events.setup.settings import bounds
from tournaments.formats.registry import FORMATS
from tournaments.organizer.plans import PAIRS

MOST_POINTS, MOST_HANDS = 100_000, 1000
LONGEST_LIST, MOST_ROUNDS = 500, 200
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


class NewEntries(BaseModel):
    """Pairs or single players to enter, a list of user names each; all of them or none."""

    entries: list[list[Text]] = Field(min_length=1, max_length=LONGEST_LIST)
    checked_in: bool = False


class OwnEntry(BaseModel):
    """One's own entry: with a partner by their user name, who is asked; null: alone."""

    partner: Text | None = None


class Asked(BaseModel):
    """The user name of whoever asks one to be their partner."""

    by: Text


class NewWebhook(BaseModel):
    """Where results are to be sent."""

    url: Text
    request_id: RequestId = ""


class Reason(BaseModel):
    """Why. The people concerned read it."""

    reason: Text


class Note(BaseModel):
    """A reason for the log and the people concerned, if there is one."""

    reason: Text = ""


class Decision(BaseModel):
    """A verdict on a match. `winner` is the index of the side that wins by forfeit, from 0; null: none."""

    verdict: Literal["forfeit", "void", "played", "excused"]
    winner: int | None = None
    reason: Text
    expected_version: Version | None = None


class GameScore(BaseModel):
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


class Scores(BaseModel):
    """The scores of a match's games; those that aren't named stay as they are."""

    games: list[GameScore] = Field(min_length=1, max_length=20)
    reason: Text
    expected_version: Version | None = None


class Again(BaseModel):
    """Why a decision is undone, or a match replayed, and the version of the result that was seen."""

    reason: Text
    expected_version: Version


class Deduction(BaseModel):
    """Points to deduct, and why."""

    points: Annotated[str, Field(max_length=8)]
    reason: Text


class DrawAgain(BaseModel):
    """Why, and the version of the tournament that was seen."""

    reason: Text = ""
    expected_version: Version | None = None


class Exchange(BaseModel):
    """Two entries of a draw that change places."""

    first: Key
    second: Key
    reason: Text
    expected_version: Version | None = None


class NewStage(BaseModel):
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


_Settings: Any = create_model("_Settings", **_settings())


class NewTournament(_Settings):  # type: ignore[misc]
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
    seeded_from: Text | None = None
    request_id: RequestId = ""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.template is None and (self.name is None or self.starts_at is None):
            raise ValueError("without a template a tournament needs a name and starts_at")
        if self.rules is not None and "preset" in self.model_fields_set:
            raise ValueError("rules name their preset themselves: leave one of the two out")
        return self


class NewSubstitute(BaseModel):
    """Who plays instead of whom, in one match or, with null, from now on; and why."""

    out: Text
    into: Text
    match: Key | None = None
    reason: Text


class NewLineUp(BaseModel):
    """A team's pair at table 1 and its pair at table 2, as user names.

    `entry` is the team; null: the one that the token's owner leads, or for an organizer that of the first player.
    """

    entry: Key | None = None
    pairs: list[Annotated[list[Text], Field(min_length=2, max_length=2)]] = Field(
        min_length=2, max_length=2
    )


class NewPairs(BaseModel):
    """Pairs to enter in a season: two user names, and the number of a division, or nothing, as a third."""

    pairs: list[list[Text]] = Field(min_length=1, max_length=LONGEST_LIST)
