"""The socket's frames, both ways (docs/protocol.md), and the reading of what a client sends: only small, flat JSON objects of
these shapes are accepted. The published schemas and the scripts' types are made from them (tools/frame_types.py).
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypedDict, get_args

from django.utils.translation import gettext as _
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from games.bots.levels import LEVELS
from games.engine.schema import Code
from games.engine.view import GameView
from games.tables.pictures import shapes

MOST_BYTES: Final = 2048
MOST_TEXT: Final = 2000
"""More than fits into a frame; the limit for what people write is enforced, and explained, by the domain."""


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("not printable")
    return text


# Visible ASCII only: safe for every database and log.
type Id = Annotated[
    str,
    Field(
        pattern="^[!-~]{1,64}$",
        description="The request's name, chosen by the client and never used by it again.",
    ),
]
type Seat = Annotated[int, Field(ge=0, le=9)]
type Name = Annotated[
    str,
    Field(min_length=1, max_length=150, description="A user name: printable characters."),
    AfterValidator(_printable),
]
type Channel = Literal["table", "spectators", "partner"]
type Word = Annotated[str, Field(pattern="^[a-z_]{1,20}$")]
type Text = Annotated[str, Field(max_length=MOST_TEXT)]
type Seen = Annotated[
    int,
    Field(
        ge=0,
        le=2**31,
        description="The version of the picture that the person decided on.",
    ),
]
type Hash = Annotated[
    str,
    Field(
        pattern="^([0-9a-f]{64})?$",
        description="SHA-256 of the client's salt for this table, of its 32 bytes (fairness.md); empty: no salt.",
    ),
]
type Salt = Annotated[
    str,
    Field(
        pattern="^([0-9a-f]{64})?$",
        description="The client's salt for this table: 32 random bytes (fairness.md); empty: it doesn't have the one that is awaited.",
    ),
]
type Level = Annotated[
    Annotated[int, Field(ge=min(LEVELS), le=max(LEVELS))] | None,
    Field(description="A bot's level: 1 relaxed, 2 club, 3 strong; null or missing: the table's."),
]


class Frame(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    t: str


class Request(Frame):
    id: Id


class HelloFrame(Frame):
    """The first frame of every connection: from now on pictures come."""

    t: Literal["hello"]
    seen: Annotated[
        Seen, Field(description="The highest version that the client has shown; 0 for none.")
    ]
    hash: Hash


class RevealFrame(Request):
    """Reveal the salt behind the seat's frozen hash."""

    t: Literal["reveal"]
    salt: Salt


class ActFrame(Request):
    """Bid, draw, pass or play."""

    t: Literal["act"]
    v: Seen
    a: Annotated[
        str,
        Field(min_length=1, max_length=32, description="One of the picture's game.legal."),
    ]


class ClaimFrame(Request):
    """Take all tricks that are left."""

    t: Literal["claim"]
    v: Seen


class SitFrame(Request):
    """Take a seat, or move to it."""

    t: Literal["sit"]
    seat: Seat
    hash: Hash


class LeaveFrame(Request):
    """Give the seat up."""

    t: Literal["leave"]


class AddBotFrame(Request):
    """Put a bot on a free seat."""

    t: Literal["add_bot"]
    seat: Seat
    level: Level = None


class FillFrame(Request):
    """Put bots on all free seats."""

    t: Literal["fill"]
    level: Level = None


class TakeBackFrame(Request):
    """Play again where a bot stands in."""

    t: Literal["take_back"]


class SwapFrame(Request):
    """Ask to change places."""

    t: Literal["swap"]
    seat: Seat


class InviteFrame(Request):
    """Ask somebody to the table by user name."""

    t: Literal["invite"]
    name: Name


class EndVoteFrame(Request):
    """Want, or don't want, to end the game without a result."""

    t: Literal["end_vote"]
    yes: bool


class ReadyFrame(Request):
    """Say that one plays, after having been away when the last seat was taken."""

    t: Literal["ready"]


class RematchFrame(Request):
    """Sit down to another game with the same rules."""

    t: Literal["rematch"]


class SayFrame(Request):
    """Write a message in one's own words."""

    t: Literal["say"]
    to: Channel
    text: Annotated[
        Text,
        Field(
            description="1 to 300 characters once blanks are joined; longer ones are refused with a sentence."
        ),
    ]


class PhraseFrame(Request):
    """Say one of the phrases, which everybody reads in their own language."""

    t: Literal["phrase"]
    to: Channel
    code: Word


class ChatsFrame(Frame):
    """Ask for the last messages."""

    t: Literal["chats"]


class MuteFrame(Request):
    """Hide a person's messages from oneself at every table, or show them again."""

    t: Literal["mute"]
    name: Name
    yes: bool


class BlockFrame(Request):
    """Keep a person away from one's tables, or let them come again."""

    t: Literal["block"]
    name: Name
    yes: bool


class ReportFrame(Request):
    """Report a message or a person to the organizers."""

    t: Literal["report"]
    name: Annotated[
        str,
        Field(max_length=150, description="A user name; it counts where message is 0."),
        AfterValidator(_printable),
    ]
    message: Annotated[
        int,
        Field(ge=0, le=2**53, description="A message's id, or 0 for the person as such."),
    ]
    reason: Word
    text: Annotated[Text, Field(description="At most 400 characters; may be empty.")]


class PingFrame(Frame):
    """Ask for a sign of life; it is one, too."""

    t: Literal["ping"]


class SyncFrame(Frame):
    """Ask for the present picture."""

    t: Literal["sync"]


type ClientFrame = Annotated[
    HelloFrame
    | RevealFrame
    | ActFrame
    | ClaimFrame
    | SitFrame
    | LeaveFrame
    | AddBotFrame
    | FillFrame
    | TakeBackFrame
    | SwapFrame
    | InviteFrame
    | EndVoteFrame
    | ReadyFrame
    | RematchFrame
    | SayFrame
    | PhraseFrame
    | ChatsFrame
    | MuteFrame
    | BlockFrame
    | ReportFrame
    | PingFrame
    | SyncFrame,
    Field(discriminator="t"),
]
CLIENT: Final[Mapping[str, type[Frame]]] = {
    get_args(frame.model_fields["t"].annotation)[0]: frame
    for frame in get_args(get_args(ClientFrame.__value__)[0])
}
"""What a client sends, by its `t`."""


class BadFrame(Exception):
    """A frame that the protocol doesn't allow. The answer has `code` and the sentence, and `id` if one could be read."""

    def __init__(self, code: str, sentence: str, id: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.id = id


def unknown_frame(id_: str) -> BadFrame:
    """Return the error for a frame of an unknown kind, or one that this socket doesn't accept."""
    return BadFrame("unknown_frame", _("There is no frame of that kind."), id_)


def id_of(frame: Frame) -> str:
    """Return the frame's id; "" if its kind has none."""
    return frame.id if isinstance(frame, Request) else ""


def read_frame(text: str) -> Frame:
    """Return the frame. Raises BadFrame."""
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise BadFrame(
            "too_large", _("A frame may have at most %(most)d bytes.") % {"most": MOST_BYTES}
        )
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise BadFrame("not_json", _("A frame must be a JSON object."))
    kind = fields.get("t")
    shape = CLIENT.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise unknown_frame(_readable_id(fields))
    try:
        return shape.model_validate(fields)
    except ValidationError as mistakes:
        named = [each["loc"][0] for each in mistakes.errors() if each["type"] != "extra_forbidden"]
        sentence = (
            _("“%(name)s” is missing or invalid.") % {"name": named[0]}
            if named
            else _("The frame has unknown fields.")
        )
        raise BadFrame("bad_frame", sentence, _readable_id(fields)) from None


_ID: Final = TypeAdapter(Id)


def _readable_id(fields: Mapping[str, Any]) -> str:
    try:
        return str(_ID.validate_python(fields.get("id"), strict=True))
    except ValidationError:
        return ""


class ViewFrame(TypedDict):
    """The whole picture at version v."""

    t: Literal["view"]
    v: shapes.Version
    table: shapes.TableView
    game: GameView | None
    you: shapes.You
    now: shapes.Time


class AckFrame(TypedDict):
    """The request is done and committed."""

    t: Literal["ack"]
    id: str
    v: shapes.Version


class ErrorFrame(TypedDict):
    """The request, or whatever came, changed nothing."""

    t: Literal["error"]
    id: str
    code: Code
    message: str
    v: shapes.Version


class PresentFrame(shapes.Present):
    """What waits for an account, and where it plays; on the socket of events alone."""

    t: Literal["present"]
    now: shapes.Time


class PongFrame(TypedDict):
    """The answer to a ping."""

    t: Literal["pong"]
    v: shapes.Version


class ChatFrame(TypedDict):
    """A new message."""

    t: Literal["chat"]
    message: shapes.Message


class ChatHistoryFrame(TypedDict):
    """The last messages, oldest first."""

    t: Literal["chats"]
    messages: Annotated[list[shapes.Message], Field(max_length=shapes.MOST_SHOWN)]
    older: list[Channel]


class ByeFrame(TypedDict):
    """The last frame before the server closes."""

    t: Literal["bye"]
    code: Code
    message: str


type ServerFrame = Annotated[
    ViewFrame
    | AckFrame
    | ErrorFrame
    | PresentFrame
    | PongFrame
    | ChatFrame
    | ChatHistoryFrame
    | ByeFrame,
    Field(discriminator="t"),
]
