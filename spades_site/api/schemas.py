"""The shapes of answers. The keys of rows mean what docs/feeds.md says."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, PlainSerializer, WithJsonSchema

from tournaments.public.feeds.tables import iso

type Points = int | float


def _written(moment: Any) -> Any:
    """Refuse a number, which pydantic takes for seconds since 1970."""
    if isinstance(moment, str) and "T" in moment.upper():
        return moment
    raise ValueError("a moment is written as in 2030-05-04T18:30:00Z")


def _in_utc(moment: datetime) -> datetime:
    """Refuse a moment at either end of the calendar that has no date in UTC, which is what the database compares."""
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("there is no such moment") from error


type Moment = Annotated[AwareDatetime, BeforeValidator(_written), AfterValidator(_in_utc)]
"""A moment as in RFC 3339."""
type Stamp = Annotated[
    datetime, PlainSerializer(iso), WithJsonSchema({"type": "string", "format": "date-time"})
]
"""When something was, as the feeds say it: in UTC to the second."""
type Key = Annotated[int, Field(ge=1, lt=2**63)]
"""A row's key, which an answer named."""


class LeagueOut(Schema):
    """A league."""

    slug: str
    name: str
    description: str
    is_public: bool
    members: int = Field(alias="members_count")


class RuleSetOut(Schema):
    """A rule set that a league keeps: `rules` are a preset, and the fields that differ from it (docs/rules.md)."""

    name: str
    url: str
    rules: dict[str, Any]


class OwnEntryOut(Schema):
    """The token's owner's entry: its key (null: none, or alone without a partner yet), its name and status ("": not
    entered); and the user names of those who ask them to be their partner.
    """

    tournament: str
    entry: int | None
    name: str
    status: str
    asked_by: list[str]


class DivisionOut(Schema):
    """A division of a season."""

    level: int
    name: str
    size: int
    promoted: int
    relegated: int
    play_offs: int
    tournament: str | None
    play_off: str | None


class SeasonOut(Schema):
    """A season of a league."""

    slug: str
    name: str
    url: str
    league: str
    kind: str
    status: str
    starts_on: str
    ends_on: str
    zone: str
    ended_early: str


class SeasonDetail(SeasonOut):
    """A season with its divisions."""

    divisions: list[DivisionOut]


class TournamentOut(Schema):
    """A tournament."""

    slug: str
    name: str
    url: str
    league: str | None
    season: str | None
    stages: list[dict[str, Any]]
    status: str
    reason: str
    starts_at: str | None
    finished_at: str | None
    winner: int | None
    version: int


class EntryRow(Schema):
    """An entry, or a person who entered alone."""

    entry: int | None
    seed: int | None
    name: str
    players: list[str]
    status: str
    rating: Points | None
    entered_at: str | None
    checked_in_at: str | None
    bot_accounts: list[str]
    by_name: list[str]


class MatchRow(Schema):
    """A match: its place in the draw and its sides."""

    round: int
    table: int
    match: int
    slot: str | None
    entry_a: int
    name_a: str | None
    entry_b: int | None
    name_b: str | None
    seats: list[str] | None = None


class PairingRow(MatchRow):
    """A match that is drawn."""

    starts_at: str | None
    status: str
    url: str
    rated: bool | None


class SeatResult(Schema):
    """What a seat of a solo table reached."""

    place: int | None
    points: Points
    bags: int | None


class ResultRow(MatchRow):
    """A match with a result that counts."""

    kind: str
    winner: int | None
    ended: str | None
    score_a: Points | None
    score_b: Points | None
    bags_a: int | None
    bags_b: int | None
    hands: int | None
    by_seat: list[SeatResult] | None = None
    forfeited: list[str] | None = None
    bots: list[str]
    reason: str
    version: int
    at: str | None
    rated: bool


class MatchOut(PairingRow):
    """A match, its tournament, and its current result."""

    tournament: str
    result: ResultRow | None


class StandingRow(Schema):
    """A place in a table or a bracket."""

    stage: int | None = None
    group: str | None = None
    rank: int
    rank_to: int
    shared: bool
    entry: int
    name: str
    points: Points | None
    played: int | None
    won: int | None
    drawn: int | None
    lost: int | None
    forfeits_won: int | None
    forfeits_lost: int | None
    byes: int | None
    score_for: Points | None
    score_against: Points | None
    penalty: Points | None
    brought: Points | None
    by_bots: int | None
    tie_breaks: dict[str, Points | None]


class FixtureRow(Schema):
    """A fixture of a season."""

    level: int
    round: int
    table: int
    match: int
    entry_a: int | None
    name_a: str | None
    entry_b: int | None
    name_b: str | None
    opens: str | None
    closes: str | None
    starts_at: str | None
    agreed: bool
    status: str
    kind: str | None
    winner: int | None
    ended: str | None
    score_a: Points | None
    score_b: Points | None
    hands: int | None
    url: str


class SeasonEntryRow(Schema):
    """A pair or team of a season."""

    entry: int
    name: str
    level: int | None
    seed: int | None
    players: list[str]
    status: str
    came_from: str
    rating: Points | None
    entered_at: str | None


class Evening(Schema):
    """A tournament of a series, as it counts for somebody."""

    tournament: str | None
    day: str
    points: Points
    place: int | None
    times: int
    by_place: int
    attendance: int
    host: int
    newcomer: int
    counts: bool


class SeasonTableRow(Schema):
    """A place in a division's table, or in a series'."""

    level: int | None = None
    place: int | None
    entry: int | None = None
    name: str
    points: Points | None
    played: int | None = None
    won: int | None = None
    drawn: int | None = None
    lost: int | None = None
    forfeits_won: int | None = None
    forfeits_lost: int | None = None
    byes: int | None = None
    score_for: Points | None = None
    score_against: Points | None = None
    penalty: Points | None = None
    zone: str | None = None
    withdrawn: bool = False
    attended: int | None = None
    evenings: list[Evening] | None = None


class RatingOut(Schema):
    """A rating in a pool."""

    pool: str
    rating: int
    games: int
    provisional: bool
    peak: int


class PlaceOut(Schema):
    """A line of a leaderboard."""

    name: str = Field(alias="user.username")
    rating: int = Field(alias="value")
    games: int
    provisional: bool


class PlayerOut(Schema):
    """A member with their ratings; a bot account has none."""

    name: str
    bot: bool
    ratings: list[RatingOut]


class GameOut(Schema):
    """A finished game."""

    id: str = Field(alias="public_id")
    preset: str
    rated: bool
    players: list[str]
    bot_accounts: list[str]
    finished_at: Stamp | None
    url: str
    record: str


class CostlyPlay(Schema):
    """A card that cost points: `cost` on average, `error` its standard error; none where all cards are open."""

    step: int
    seat: int
    card: str
    better: str
    cost: float
    error: float | None = None


class JudgedBid(Schema):
    """A bid, the tricks made, and what bots count in the cards."""

    seat: int
    bid: str
    tricks: int
    worth: float


class SideScore(Schema):
    """What a side scored in a hand, and what bots score with its cards: mean, and the bounds of the middle 80 %."""

    points: int
    mean: float
    low: float
    high: float


class AnalysedHandOut(Schema):
    """What was found in a hand. `decisions` has by seat how many cards its player chose freely."""

    number: int
    searched: bool
    bids: list[JudgedBid]
    plays: list[CostlyPlay]
    open: list[CostlyPlay]
    par: list[SideScore]
    decisions: list[int]


class AnalysisOut(Schema):
    """How far the analysis of a game is, and what was found in its hands once it is done."""

    status: Literal["none", "under_way", "given_up", "done"]
    hands: list[AnalysedHandOut]
