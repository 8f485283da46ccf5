"""Who is there and what is in play at one tournament: the organizer's desk, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import F
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _

from games.tables.models import Table
from tournaments.events.core.state import UNDER_WAY, check_in_opens
from tournaments.events.models import (
    Entry,
    LineUp,
    Match,
    MatchTable,
    Single,
    Status,
    Substitution,
    Tournament,
)

LONGER = timedelta(minutes=5)
"""By how much one press extends a table's grace."""
STALLED = timedelta(seconds=60)
"""How long after the end of a turn's own time a table counts as stalled."""
NOBODY = -1


class State(StrEnum):
    """Where an entry is now."""

    ABSENT = "absent"
    ON_THE_WAY = "on_the_way"
    PRESENT = "present"
    FREE = "free"
    """Not awaited anywhere: its match is over or hasn't begun, or check-in isn't open."""


@dataclass(frozen=True)
class Attendee:
    """An entry or single player, and whether they are there.

    `due` is when a rule applies to the absent: the start, or the end of their table's grace. `match` is the match
    whose table waits for them or plays without them; `missing` are their absent people by name. `moments` are what
    the log says of them, for undoing it.
    """

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

    @property
    def words(self) -> str:
        """Return where they are, in words."""
        return {
            State.ABSENT: _("absent"),
            State.ON_THE_WAY: _("on the way"),
            State.PRESENT: _("here"),
            State.FREE: _("not awaited"),
        }[self.state]

    @property
    def badge(self) -> str:
        """Return the class of the badge with these words."""
        return {
            State.ABSENT: "badge-bad",
            State.ON_THE_WAY: "badge-warn",
            State.PRESENT: "badge-good",
            State.FREE: "",
        }[self.state]

    @property
    def later(self) -> int:
        """Return when their table's grace would end if it were extended, in whole seconds since 1970."""
        assert self.due is not None
        return int((self.due + LONGER).timestamp())

    @property
    def away(self) -> bool:
        """Return whether they are awaited and not there."""
        return self.state in (State.ABSENT, State.ON_THE_WAY)


@dataclass(frozen=True)
class TableRow:
    """A table that waits or is in play. `key` is that of its `MatchTable`.

    `score` is by side, None while it is hidden or before the first hand; `at_turn` is whose turn it is, `since` when
    that turn, or the wait, began. While the table's deals are hidden nobody is named who isn't late: whose turn it is
    tells others who play the same deals who won a trick. `bots` are people for whom bots play; `deadline` is the end of the
    turn's own time, `players` and `banks` are by seat, `late_side` is the side whose turn it is at a stalled table.
    """

    key: int
    match: int
    number: str
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

    @property
    def seat(self) -> str:
        """Return the table's key, and after a dash the seat whose turn it is at a stalled table."""
        return f"{self.key}" if self.late_seat is None else f"{self.key}-{self.late_seat}"

    @property
    def doing(self) -> str:
        """Return what happens at the table where it isn't one person's turn."""
        if self.at_turn or self.is_hidden:
            return ""
        return {"pass": _("passing cards"), "deal": _("dealing")}.get(self.phase, _("starting"))


@dataclass(frozen=True)
class Evening:
    """A tournament's people and tables at one moment. `reserve` is how many can be called in; `left_out` are the
    entries that weren't checked in at the start."""

    at: datetime
    people: list[Attendee]
    """The absent first, those to whom a rule applies soonest at the top."""
    tables: list[TableRow]
    """The stalled and the paused first, then those whose turn has lasted longest; waiting tables last."""
    reserve: int
    left_out: int

    def in_state(self, *states: State) -> list[Attendee]:
        """Return the people in one of these states."""
        return [one for one in self.people if one.state in states]

    @property
    def awaited(self) -> int:
        """Return how many should be there now."""
        return sum(one.state != State.FREE for one in self.people)

    @property
    def absent(self) -> int:
        """Return how many are absent and not known to be on the way."""
        return len(self.in_state(State.ABSENT))

    @property
    def half_absent(self) -> bool:
        """Return whether over half of those who should be there are absent."""
        return 2 * self.absent > self.awaited

    @property
    def stalled(self) -> int:
        """Return how many tables are stalled."""
        return sum(one.is_stalled for one in self.tables)


def evening_of(tournament: Tournament, at: datetime) -> Evening:
    """Return the picture of a tournament at `at`, with at most five queries."""
    rows = _people_at_tables(tournament) if tournament.status in UNDER_WAY else []
    tables = _tables(tournament, rows, at) if rows else []
    entries: list[Any] = list(
        tournament.entries.filter(status__in=(*Entry.TAKING_PART, Entry.Status.ABSENT)).values(
            "pk", "name", "status", "checked_in_at", "on_the_way_at", "called_at"
        )
    )
    singles: list[Any] = list(
        tournament.singles.filter(status__in=(*Single.TAKING_PART, Single.Status.LEFT_OVER)).values(
            "pk", "status", "checked_in_at", "on_the_way_at", "called_at", name=F("user__username")
        )
    )
    by_entry: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_entry[row["entry_id"]].append(row)
    by_key = {one.number: one for one in tables}
    taking_part = [one for one in entries if one["status"] != Entry.Status.ABSENT]
    if tournament.status in UNDER_WAY:
        people = [
            _at_table(one, by_entry[one["pk"]], by_key)
            for one in taking_part
            if one["status"] != Entry.Status.WAITING
        ]
    else:
        people = [_in_check_in(tournament, "entry", one) for one in taking_part]
        alone = [one for one in singles if one["status"] != Single.Status.LEFT_OVER]
        people += [_in_check_in(tournament, "single", one) for one in alone]
    order = list(State)
    far = at + timedelta(days=400)
    people.sort(key=lambda one: (order.index(one.state), one.due or far, one.name.casefold()))
    tables.sort(
        key=lambda one: (not (one.is_stalled or one.paused_at), one.waits, one.since, one.number)
    )
    reserve = _reserve(tournament, entries, singles)
    return Evening(at, people, tables, reserve, len(entries) - len(taking_part))


def _reserve(tournament: Tournament, entries: list[Any], singles: list[Any]) -> int:
    """How many can be called in: before the start the waiting list, then people without a place who don't play now."""
    queued = sum(one["status"] == Entry.Status.WAITING for one in entries)
    if tournament.status not in UNDER_WAY:
        return queued + sum(one["status"] == Single.Status.QUEUED for one in singles)
    people = queued * tournament.side_size + len(singles)
    if not people:
        return 0
    called = Substitution.objects.filter(
        match__tournament=tournament, match__status=Match.Status.PLAYING
    )
    return max(0, people - called.values("into").distinct().count())


def _people_at_tables(tournament: Tournament) -> list[dict[str, Any]]:
    """The line-ups of the open tables, each with what the person's seat says."""
    seat = "table__table__seats__"
    rows: list[Any] = list(
        LineUp.objects.seated()
        .filter(
            match__tournament=tournament,
            match__status=Match.Status.PLAYING,
            table__counts=True,
            table__table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
            **{f"{seat}index": F("seat")},
        )
        .order_by("table_id", "side__index", "seat")
        .values(
            "entry_id", "seat", "table_id",
            side_no=F("side__index"),
            name=F(f"{seat}name"),
            arrived_at=F(f"{seat}arrived_at"),
            stand_in=F(f"{seat}stand_in"),
            bank=F(f"{seat}bank_left"),
        )
    )  # fmt: skip
    return rows


def _tables(tournament: Tournament, rows: list[dict[str, Any]], at: datetime) -> list[TableRow]:
    found: Any = (
        MatchTable.objects.filter(pk__in={row["table_id"] for row in rows})
        .annotate(
            totals=KeyTransform("totals", "table__state"),
            hand=KeyTransform("hand_no", "table__state"),
            turn=KeyTransform("turn", "table__state"),
            phase=KeyTransform("phase", "table__state"),
        )
        .values(
            "pk", "number", "crossed", "totals", "hand", "turn", "phase", "match_id",
            address=F("table__public_id"), status=F("table__status"),
            opened_at=F("table__created_at"), started_at=F("table__started_at"),
            deadline=F("table__deadline"), paused_at=F("table__paused_at"), turn_seconds=F("table__turn_seconds"),
            deals=F("table__deals"), opened_deals=F("table__deals__opened_at"),
            match_no=F("match__number"), round_no=F("match__round__number"),
            waits_until=F("match__waits_until"),
        )
    )  # fmt: skip
    seated: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        seated[row["table_id"]].append(row)
    single = tournament.best_of == 1 and not tournament.is_team
    made = []
    for one in found:
        number = f"{one['round_no']}.{one['match_no']}"
        one["shown"] = number if single and one["number"] == 1 else f"{number}.{one['number']}"
        made.append(_table(tournament, one, seated[one["pk"]], at))
        for row in seated[one["pk"]]:
            row["table"] = one["shown"]
    return made


def _table(
    tournament: Tournament, one: dict[str, Any], seated: list[dict[str, Any]], at: datetime
) -> TableRow:
    waits = one["status"] == Table.Status.OPEN
    deadline = one["deadline"]
    since = one["opened_at"] if waits else one["started_at"]
    if deadline is not None:
        # An extended turn ends later than a whole turn from now.
        since = min(at, max(since, deadline - timedelta(seconds=one["turn_seconds"])))
    paused_at = one["paused_at"]
    hidden = one["deals"] is not None and one["opened_deals"] is None
    sides: dict[int, list[str]] = defaultdict(list)
    for row in seated:
        sides[row["side_no"]].append(row["name"])
    names = {row["seat"]: row["name"] for row in seated}
    turn = NOBODY if one["turn"] is None else one["turn"]
    late = deadline is not None and deadline + STALLED < at and not (waits or paused_at)
    return TableRow(
        key=one["pk"],
        match=one["match_id"],
        number=one["shown"],
        address=one["address"],
        sides=tuple(" & ".join(sides[index]) for index in sorted(sides)),
        waits=waits,
        is_hidden=hidden,
        hand=one["hand"] or 0,
        phase=one["phase"] or "",
        at_turn=names.get(turn, "") if late or not hidden else "",
        opened_at=one["opened_at"],
        since=paused_at or since,
        due=_grace_ends(tournament, one) if waits else None,
        is_stalled=late,
        paused_at=paused_at,
        score=None if hidden or waits else _score(one),
        missing=tuple(row["name"] for row in seated if waits and row["arrived_at"] is None),
        bots=tuple(row["name"] for row in seated if not waits and row["stand_in"]),
        extended=one["waits_until"],
        deadline=deadline,
        players=tuple(row["name"] for row in seated),
        banks={row["seat"]: row["bank"] for row in seated},
        late_side=next((row["side_no"] for row in seated if late and row["seat"] == turn), None),
        late_seat=turn if late and turn != NOBODY else None,
    )


def _grace_ends(tournament: Tournament, one: dict[str, Any]) -> datetime:
    match = Match(tournament=tournament, waits_until=one["waits_until"])
    return match.grace_ends(one["opened_at"])


def _score(one: dict[str, Any]) -> tuple[int, ...] | None:
    """The totals by side of the match: at a crossed table side 0 sits at the odd seats."""
    totals = one["totals"]
    if not totals:
        return None
    return tuple(totals[1:] + totals[:1]) if one["crossed"] else tuple(totals)


def _in_check_in(tournament: Tournament, kind: str, one: dict[str, Any]) -> Attendee:
    checking = tournament.status == Status.CHECK_IN
    here = one["checked_in_at"]
    heard = one["on_the_way_at"] is not None and one["on_the_way_at"] >= check_in_opens(tournament)
    if not checking:
        state = State.FREE
    elif here is not None:
        state = State.PRESENT
    else:
        state = State.ON_THE_WAY if heard else State.ABSENT
    return Attendee(
        place=f"{kind}:{one['pk']}",
        name=one["name"],
        state=state,
        status=one["status"],
        since=here,
        due=tournament.starts_at if checking and here is None else None,
        called_at=one["called_at"],
        entry=one["pk"] if kind == "entry" else None,
        on_the_way_at=one["on_the_way_at"],
    )


def _at_table(
    one: dict[str, Any], rows: Iterable[dict[str, Any]], tables: dict[str, TableRow]
) -> Attendee:
    """Where an entry of a tournament under way is: by the seats at its open tables."""
    rows = list(rows)
    gone = [row for row in rows if row["arrived_at"] is None or row["stand_in"]]
    about: dict[str, Any] = {
        "place": f"entry:{one['pk']}", "name": one["name"], "status": one["status"],
        "entry": one["pk"], "called_at": one["called_at"], "on_the_way_at": one["on_the_way_at"],
    }  # fmt: skip
    if not rows:
        return Attendee(state=State.FREE, **about)
    table = tables[(gone or rows)[0]["table"]]
    about |= {"match": table.match, "table": table.number, "waits": table.waits}
    if not gone:
        arrived = max(row["arrived_at"] for row in rows)
        return Attendee(state=State.PRESENT, since=arrived, **about)
    heard = one["on_the_way_at"] is not None and one["on_the_way_at"] >= table.opened_at
    return Attendee(
        state=State.ON_THE_WAY if heard else State.ABSENT,
        due=table.due,
        missing=tuple(row["name"] for row in gone),
        seat=f"{table.key}-{gone[0]['seat']}",
        **about,
    )
