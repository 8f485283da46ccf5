"""The shapes of what organizers read, and of the answers to what they do."""

from typing import Any

from ninja import Field, Schema

from spades_site.api.schemas import Stamp


class TemplateOut(Schema):
    """A league's template of tournaments, and when one that is made of it now would start."""

    id: int
    league: str
    name: str
    stages: list[dict[str, Any]]
    starts_at: str


class Question(Schema):
    """What a side of a match asks those who decide: its entry, and who asks."""

    id: int
    tournament: str
    match: int
    entry: int
    name: str
    by: str | None
    at: Stamp


class DisputeOut(Question):
    """A contested result: its version, and what is said to be wrong."""

    version: int
    text: str


class ClaimOut(Question):
    """A forfeit that is claimed because the other side hasn't come."""


class SubstituteOut(Schema):
    """A substitute: `id` is that of an invitation without an answer, null if there is none; `match` null: from now on."""

    id: int | None
    tournament: str
    entry: int
    out: str
    into: str
    match: int | None
    at: Stamp


class LineUpOut(Schema):
    """A team's line-up of a match: two players at table 1 and two at table 2. It can be named `until`."""

    entry: int
    name: str
    pairs: list[list[str]] | None
    final: bool
    until: Stamp | None


class ProgramOut(Schema):
    """A bot account whose program is ready to play."""

    name: str = Field(alias="username")


class ChallengeOut(Schema):
    """The table of a challenge, for the socket, its page, and whom it invites."""

    table: str
    url: str
    invited: list[str]


class Entered(Schema):
    """How many entries are new."""

    entered: int


class WebhookOut(Schema):
    """A webhook, and how its last attempt went: `last_status` 0 means that no answer came, null that there was none."""

    id: int
    league: str | None
    tournament: str | None
    owner: str
    url: str
    on: bool
    off_because: str
    waiting: int
    failing_since: Stamp | None
    last_at: Stamp | None
    last_status: int | None


class WebhookSecret(WebhookOut):
    """A webhook with its secret, which is shown once."""

    secret: str


class DeliveryOut(Schema):
    """A message to a webhook, and how its last attempt went: `last_status` 0 means that no answer came."""

    id: str
    event: str
    at: Stamp
    tournament: str | None
    match: int | None
    version: int | None
    accepted: bool
    attempts: int
    last_at: Stamp | None
    last_status: int | None


class Queued(Schema):
    """The `id` of what will be sent."""

    id: str


class SeasonState(Schema):
    """A season's state after an action."""

    status: str


class StateOut(Schema):
    """A tournament's state after an action."""

    status: str
    version: int
