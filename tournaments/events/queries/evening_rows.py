"""The rows of an evening: attendees, tables, and finished matches."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.models import MatchTable, Result

LONGER = timedelta(minutes=5)
"""By how much one press extends a table's grace period."""


class State(StrEnum):
    """Where an entry is now."""

    ABSENT = "absent"
    ON_THE_WAY = "on_the_way"
    PRESENT = "present"
    FREE = "free"
    """Not expected anywhere: its match is over or hasn't begun, or check-in isn't open."""


@dataclass(frozen=True)
class Attendee:
    """An entry or single player, and whether they are there.

    `due` is when a rule applies to the absent: the start, or the end of their table's grace period. `match` is the
    match whose table waits for them or plays without them; `missing` are the names of their absent people. `moments`
    are the values logged about them, for undoing.
    """

    cup: int
    """The key of the tournament."""
    place: str
    name: str
    state: State
    status: str
    since: datetime | None = None
    due: datetime | None = None
    called_at: datetime | None = None
    match: int | None = None
    table: str = ""
    waits: bool = False
    missing: tuple[str, ...] = ()
    entry: int | None = None
    on_the_way_at: datetime | None = None
    seat: str = ""
    """The table and seat of the first who is missing: "12-3"."""
    held: bool = False
    """Whether a waiting draw holds the place until they come."""
    asked: str = ""
    """Who was asked to substitute for them and hasn't answered, `asked_at` this time."""
    asked_at: datetime | None = None
    free_since: datetime | None = None
    """Since when they wait for a table in an arena."""
    paused: bool = False
    """Whether they aren't paired in an arena until they are ready again."""

    @property
    def on_break(self) -> bool:
        """Return whether they take a break in an arena now."""
        return self.paused and self.state == State.FREE

    @property
    def words(self) -> str:
        """Return where they are, as text."""
        if self.free_since is not None:
            return _("waits for a table")
        if self.on_break:
            return _("takes a break")
        return {
            State.ABSENT: _("absent"),
            State.ON_THE_WAY: _("on the way"),
            State.PRESENT: _("here"),
            State.FREE: _("not awaited"),
        }[self.state]

    @property
    def badge(self) -> str:
        """Return the CSS class of the badge."""
        return {
            State.ABSENT: "badge-bad",
            State.ON_THE_WAY: "badge-warn",
            State.PRESENT: "badge-good",
            State.FREE: "",
        }[self.state]

    @property
    def later(self) -> int:
        """Return when their table's grace period would end if extended, in whole seconds since 1970."""
        assert self.due is not None
        return int((self.due + LONGER).timestamp())

    @property
    def away(self) -> bool:
        """Return whether they should be there and aren't."""
        return self.state in (State.ABSENT, State.ON_THE_WAY)


@dataclass(frozen=True)
class TableRow:
    """A table that waits or is in play; `key` is its `MatchTable`'s.

    `score` is by side, None while it is hidden or before the first hand. `at_turn` is the player whose turn it is,
    `since` when that turn, or the wait, began. While the deals are hidden only late players are named, because the turn
    would reveal to others with the same deals who won a trick. `bots` are people for whom bots play; `deadline` is the
    end of the turn's own time; `players` and `banks` are by seat; `late_side` is the side whose turn it is at a stalled
    table.
    """

    key: int
    cup: int
    """The key of the tournament."""
    match: int
    number: str
    called: str
    """Its number, or for a table of a replay its name."""
    address: str
    sides: tuple[str, ...]
    waits: bool
    is_hidden: bool
    hand: int
    phase: str
    at_turn: str
    opened_at: datetime
    since: datetime
    due: datetime | None
    is_stalled: bool
    paused_at: datetime | None
    score: tuple[int, ...] | None
    missing: tuple[str, ...]
    bots: tuple[str, ...]
    extended: datetime | None
    deadline: datetime | None
    players: tuple[str, ...]
    banks: Mapping[int, float]
    late_side: int | None
    late_seat: int | None
    moves: bool
    """Whether its match can be moved to another time: it waits, and its round needn't be played together."""

    @property
    def name(self) -> str:
        """Return the table's name for use in sentences."""
        return self.called if self.called != self.number else _("Table %(n)s") % {"n": self.number}

    @property
    def parts(self) -> tuple[int, ...]:
        """Return the numbers of round and match, and of the table if the match has several."""
        return tuple(map(int, self.number.split(".")))

    @property
    def seat(self) -> str:
        """Return the table's key, followed at a stalled table by a dash and the seat whose turn it is."""
        return f"{self.key}" if self.late_seat is None else f"{self.key}-{self.late_seat}"

    @property
    def doing(self) -> str:
        """Return the table's state if it isn't one person's turn."""
        if self.at_turn or self.is_hidden:
            return ""
        return {"pass": _("passing cards"), "deal": _("dealing")}.get(self.phase, _("starting"))


@dataclass(frozen=True)
class OverRow:
    """A match that ended recently. With `deals`, scores are entered deal by deal, which only works for played matches.

    `is_hidden`: other tables still play its deals, so nobody may know its score.
    """

    match: int
    cup: int
    number: str
    kind: str
    at: datetime
    deals: bool
    is_hidden: bool

    @property
    def is_played(self) -> bool:
        """Return whether it has a score, from a table or entered."""
        return self.kind == Result.Kind.PLAYED

    @property
    def takes_score(self) -> bool:
        """Return whether a score can be entered."""
        return self.is_played or not self.deals

    @property
    def words(self) -> str:
        """Return how it ended without a score."""
        return "" if self.is_played else str(Result.Kind(self.kind).label)


def number_of_table(one: Mapping[str, Any], *, several: bool) -> tuple[str, str]:
    """Return a table's number (round, match, and its own if the match has `several`), and its name; extra tables of a
    match are named after their purpose.
    """
    number = f"{one['round_no']}.{one['match_no']}"
    if several:
        number = f"{number}.{one['number']}"
        return number, number
    if one["number"] == 1:
        return number, number
    text = (
        _("Round %(round)d, match %(match)d, one more hand")
        if one["kind"] == MatchTable.Kind.DECIDER
        else _("Round %(round)d, match %(match)d, replayed")
    )
    called = text % {"round": one["round_no"], "match": one["match_no"]}
    return f"{number}.{one['number']}", called
