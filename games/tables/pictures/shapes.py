"""The shapes of what sockets show of a table (docs/protocol.md), from which its schema and the scripts' types are made."""

from typing import Annotated, Any, Final, NotRequired, TypedDict

from games.bots.levels import LEVELS
from games.engine.rules import rules_schema
from games.engine.schema import Code, Count, Says, SeatNumber

type Time = Annotated[
    str,
    Says(
        format="date-time",
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$",
        description="ISO 8601, UTC.",
    ),
]
type Version = Annotated[int, Says(minimum=0)]
type Avatar = Annotated[
    Annotated[str, Says(pattern=r"^([a-z]{2,10}\.(\d|1[01])|picture\.[0-9a-f]{32})$")] | None,
    Says(
        description="A chosen avatar: motif and colour, or an uploaded picture by its hash. Null: the initials."
    ),
]
type Rules = Annotated[
    dict[str, Any],
    Says(description="The whole rule set; the fields are explained in rules.md.", **rules_schema()),
]
type Digest = Annotated[str, Says(pattern="^[0-9a-f]{64}$")]
type BySeat = Annotated[
    list[Annotated[str, Says(pattern="^([0-9a-f]{64})?$")]], Says(minItems=2, maxItems=5)
]
type Status = Annotated[str, Says(enum=["open", "playing", "finished", "abandoned"])]
type Kind = Annotated[str, Says(enum=["casual", "match"])]
type Level = Annotated[int, Says(minimum=min(LEVELS), maximum=max(LEVELS))]
MOST_SHOWN: Final = 50
"""The most messages, invitations or tables in a frame."""


class Message(TypedDict):
    """What somebody said: a text, or the code of a phrase."""

    id: Annotated[int, Says(minimum=1)]
    to: Annotated[str, Says(enum=["table", "spectators", "partner"])]
    name: Annotated[str, Says(minLength=1, maxLength=150)]
    avatar: Avatar
    program: Annotated[bool, Says(description="The writer is a bot account.")]
    seat: SeatNumber | None
    text: Annotated[str, Says(minLength=1, maxLength=300)] | None
    phrase: Code | None
    at: Time


class SeatState(TypedDict):
    seat: SeatNumber
    name: str | None
    username: str | None
    bot: bool
    program: bool
    stand_in: bool
    level: Level | None
    online: bool
    bank: Annotated[float, Says(minimum=0)]
    swap_to: SeatNumber | None
    wants_end: bool
    ready: bool
    country: Annotated[str, Says(pattern="^[A-Z]{2}$")] | None
    avatar: Avatar
    rating: int | None
    provisional: bool


class News(TypedDict):
    """What happened that the picture alone doesn't tell, at version v."""

    what: Annotated[str, Says(enum=["claim", "last_hand", "message", "not_ready", "replaced"])]
    seat: NotRequired[SeatNumber]
    name: NotRequired[str]
    text: NotRequired[str]
    v: Version


class Pause(TypedDict):
    at: Time
    reason: str


class StartView(TypedDict):
    totals: list[int]
    bags: list[int]
    sets: NotRequired[list[int]]
    sets_running: NotRequired[list[int]]


class Salts(TypedDict):
    digest: Digest
    hashes: BySeat
    given: BySeat | None


class Abandoned(TypedDict):
    abandoned: str


class TableResult(TypedDict):
    winners: list[SeatNumber]
    totals: list[int]
    places: NotRequired[list[Annotated[int, Says(minimum=1)]]]
    ended: NotRequired[str]
    bags: list[Count]
    hands: Count


class RatingChange(TypedDict):
    seat: SeatNumber
    before: int
    after: int


class TableView(TypedDict):
    """What everybody may know of the table."""

    id: Annotated[str, Says(pattern="^[A-Za-z0-9_-]+$")]
    status: Status
    kind: Kind
    title: str
    preset: str
    preset_title: str
    rules: Rules
    sides: list[list[SeatNumber]]
    rated: bool
    bots_allowed: bool
    bots_level: Level
    min_rating: int | None
    max_rating: int | None
    bots_at: Time | None
    ready_by: Time | None
    seats: Annotated[list[SeatState], Says(minItems=2, maxItems=5)]
    deadline: Time | None
    paused: Pause | None
    turn_seconds: Annotated[int, Says(minimum=1)]
    bank_seconds: Count
    no_clock: bool
    start: StartView | None
    last_hand_after: Time | None
    invited: list[str]
    news: News | None
    links: dict[str, str | None]
    commitment: Digest
    salts: Salts | None
    closed: bool
    result: Abandoned | TableResult | None
    rating_changes: list[RatingChange] | None
    version: Version


class You(TypedDict):
    seat: SeatNumber | None
    name: str
    stand_in: bool
    can: Annotated[
        list[
            Annotated[
                str,
                Says(
                    enum=[
                        *("act", "add_bot", "claim", "end_vote", "fill", "invite", "leave"),
                        *("ready", "rematch", "sit", "swap", "take_back", "talk"),
                    ]
                ),
            ]
        ],
        Says(uniqueItems=True),
    ]


class ListedTable(TypedDict):
    table: str
    status: Status
    kind: Kind
    title: str
    preset: str
    rated: bool
    turn_seconds: int
    bank_seconds: int


class InvitationView(ListedTable):
    by: str | None
    until: Time


class OwnTable(ListedTable):
    seat: SeatNumber


class Present(TypedDict):
    you: str
    invitations: Annotated[list[InvitationView], Says(maxItems=MOST_SHOWN)]
    tables: Annotated[list[OwnTable], Says(maxItems=MOST_SHOWN)]
