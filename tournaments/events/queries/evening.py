"""Attendance and tables in play at the tournaments of an evening, for the organizer's desk, in a constant number of
queries.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import DateTimeField, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast, Coalesce

from games.tables.models import Table
from spades_site.common.folding import fold_name
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.models import (
    Dispute,
    Entry,
    LineUp,
    Match,
    MatchTable,
    Result,
    Round,
    Single,
    Status,
    SubstituteOffer,
    Substitution,
    Timing,
    Tournament,
    Where,
)
from tournaments.events.queries.evening_people import at_table, in_check_in
from tournaments.events.queries.evening_rows import (
    Attendee,
    OverRow,
    State,
    TableRow,
    number_of_table,
)

STALLED = timedelta(seconds=60)
"""How long after the end of a turn's own time a table counts as stalled."""
TONIGHT = timedelta(hours=12)
"""How near a start, or the end of a match, is tonight."""
LATELY = timedelta(hours=2)
"""For how long after its end a tournament stays on the desk of the evening."""
NOBODY = -1


@dataclass(frozen=True)
class Evening:
    """People and tables of some tournaments at one moment.

    By tournament, `reserves` is how many people can be called in. `left_out` are the entries that weren't checked in at
    the start. `over` are the matches that ended tonight, the last first.
    """

    at: datetime
    people: list[Attendee]
    """The absent first, in the order in which rules apply to them."""
    tables: list[TableRow]
    """Stalled and paused tables first, then by the duration of the turn, longest first; waiting tables last."""
    over: list[OverRow]
    reserves: Mapping[int, int]
    left_out: list[Attendee]

    def of(self, cups: Collection[int]) -> "Evening":
        """Return the evening restricted to these tournaments."""
        return Evening(
            self.at,
            [one for one in self.people if one.cup in cups],
            [one for one in self.tables if one.cup in cups],
            [one for one in self.over if one.cup in cups],
            {cup: number for cup, number in self.reserves.items() if cup in cups},
            [one for one in self.left_out if one.cup in cups],
        )

    @property
    def free(self) -> list[Attendee]:
        """Return who waits for a table in an arena, the longest wait first."""
        found = [(one.free_since, one.name, one) for one in self.people if one.free_since]
        return [one for _since, _name, one in sorted(found, key=lambda each: each[:2])]

    @property
    def on_break(self) -> list[Attendee]:
        """Return who takes a break in an arena."""
        return [one for one in self.people if one.on_break]

    def in_state(self, *states: State) -> list[Attendee]:
        """Return the people in one of these states."""
        return [one for one in self.people if one.state in states]

    @property
    def reserve(self) -> int:
        """Return how many people can be called in."""
        return sum(self.reserves.values())

    @property
    def awaited(self) -> int:
        """Return how many people should be there now."""
        return sum(one.state != State.FREE for one in self.people)

    @property
    def absent(self) -> int:
        """Return how many people are absent and not reported to be on the way."""
        return len(self.in_state(State.ABSENT))

    @property
    def stalled(self) -> int:
        """Return how many tables are stalled."""
        return sum(one.is_stalled for one in self.tables)


def on_tonight(at: datetime) -> Q:
    """Return the condition that a tournament needs an organizer at `at`: check-in, a pause, something in play,
    undecided or contested, a start (of it, its next round or a match) within some hours, or an end just now, after
    which scores may still be corrected. An open window alone doesn't count.
    """
    soon = at + TONIGHT
    in_play = (Match.Status.PLAYING, Match.Status.UNDECIDED)
    own_time = Q(starts_at__lte=soon, round__status=Round.Status.PLAYING)
    in_room = Q(tournament__where=Where.ROOM, round__status=Round.Status.PLAYING) & ~Q(
        tournament__timing=Timing.WINDOWS
    )
    played = Match.objects.filter(
        Q(status__in=in_play) | (own_time | in_room) & Q(status=Match.Status.DRAWN),
        tournament=OuterRef("pk"),
    )
    next_round = Round.objects.filter(
        Q(starts_at=None) | Q(starts_at__lte=soon),
        tournament=OuterRef("pk"),
        status__in=(Round.Status.DRAFTED, Round.Status.CONFIRMED),
    )
    contested = Dispute.objects.filter(match__tournament=OuterRef("pk"), status=Dispute.Status.OPEN)
    begins = ~Q(timing=Timing.WINDOWS) & Exists(next_round)
    before = (Status.DRAFT, Status.ANNOUNCED, Status.REGISTRATION)
    return (
        Q(status__in=(Status.CHECK_IN, Status.PAUSED))
        | Q(status=Status.RUNNING) & (Exists(played) | begins)
        | Q(status__in=before, starts_at__range=(at - TONIGHT, soon))
        | Q(status=Status.FINISHED, finished_at__gte=at - LATELY)
        | Q(Exists(contested))
    )


def evening_of(tournaments: Sequence[Tournament], at: datetime) -> Evening:
    """Return the people and tables of these tournaments at `at`, in at most four queries in all."""
    cups = {one.pk: one for one in tournaments}
    begun = [one for one in tournaments if one.status in UNDER_WAY]
    rows = _people_at_tables(begun)
    tables = _tables(cups, rows, at) if rows else []
    places = _places(tournaments)
    by_entry: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_entry[row["entry_id"]].append(row)
    by_key = {one.key: one for one in tables}
    people, left_out = [], []
    for one in places:
        cup = cups[one["tournament_id"]]
        if one["kind"] == "called":
            continue
        if _is_left_out(one):
            if cup.status in UNDER_WAY:
                left_out.append(at_table(cup, one, (), by_key, at))
            continue
        if cup.status not in UNDER_WAY:
            if one["status"] not in Single.STANDING_BY:
                people.append(in_check_in(cup, one))
        elif one["kind"] == "entry" and one["status"] != Entry.Status.WAITING:
            people.append(at_table(cup, one, by_entry[one["id"]], by_key, at))
    order = list(State)
    far = at + timedelta(days=400)
    people.sort(key=lambda one: (order.index(one.state), one.due or far, fold_name(one.name)))
    tables.sort(
        key=lambda one: (not (one.is_stalled or one.paused_at), one.waits, one.since, one.number)
    )
    reserves = _reserves(cups, places)
    return Evening(at, people, tables, _over(cups, at), reserves, left_out)


def _is_left_out(one: dict[str, Any]) -> bool:
    return one["kind"] == "entry" and one["status"] == Entry.Status.ABSENT


def _places(tournaments: Sequence[Tournament]) -> list[dict[str, Any]]:
    """Return the entries, single players and, as "called", the substitutes in matches in play, in one query."""
    columns = ("tournament_id", "id", "status", "checked_in_at", "on_the_way_at", "called_at")
    entries: Any = Entry.objects.filter(
        tournament__in=tournaments, status__in=(*Entry.TAKING_PART, Entry.Status.ABSENT)
    )
    singles: Any = Single.objects.filter(
        tournament__in=tournaments, status__in=(*Single.TAKING_PART, *Single.STANDING_BY)
    )
    released = Exists(
        Round.objects.filter(tournament=OuterRef("tournament")).exclude(status=Round.Status.DRAFTED)
    )
    asked = SubstituteOffer.objects.filter(
        entry=OuterRef("pk"), status=SubstituteOffer.Status.OPEN
    ).order_by("-pk")
    pairs = entries.order_by().values(
        *columns, "free_since", "paused", released=released, shown=F("name"), kind=Value("entry"),
        asked=Coalesce(Subquery(asked.values("into__username")[:1]), Value("")),
        asked_at=Subquery(asked.values("at")[:1]),
    )  # fmt: skip
    never = {"asked": Value(""), "asked_at": Cast(Value(None), DateTimeField())}
    no_arena = {"no_free_since": Cast(Value(None), DateTimeField()), "no_paused": Value(False)}
    alone = singles.order_by().values(
        *columns,
        **no_arena,
        released=Value(True),
        shown=F("user__username"),
        kind=Value("single"),
        **never,
    )
    nothing = {f"no_{name}": Cast(Value(None), DateTimeField()) for name in columns[3:]}
    called: Any = Substitution.objects.filter(
        match__tournament__in=[one for one in tournaments if one.status in UNDER_WAY],
        match__status=Match.Status.PLAYING,
    ).order_by()
    called = called.values(
        *("match__tournament_id", "into_id"), no_status=Value(""), **nothing, **no_arena,
        released=Value(True), shown=Value(""), kind=Value("called"), **never,
    )  # fmt: skip
    return list(pairs.union(alone, called, all=True).order_by("kind", "id"))


def _reserves(cups: Mapping[int, Tournament], places: list[dict[str, Any]]) -> dict[int, int]:
    """Return how many people can be called in: before the start the waiting list, then people without a place who don't
    play now.
    """
    found: dict[int, int] = defaultdict(int)
    for one in places:
        cup = cups[one["tournament_id"]]
        under_way, single = cup.status in UNDER_WAY, one["kind"] == "single"
        if single and (under_way or one["status"] == Single.Status.QUEUED):
            found[cup.pk] += 1
        elif not single and one["status"] == Entry.Status.WAITING:
            found[cup.pk] += cup.side_size if under_way else 1
    called = {(one["tournament_id"], one["id"]) for one in places if one["kind"] == "called"}
    for key, _into in called:
        found[key] = max(0, found.get(key, 0) - 1)
    return dict(found)


def _over(cups: Mapping[int, Tournament], at: datetime) -> list[OverRow]:
    """Return the matches that ended tonight, the last first."""
    found = (
        Result.objects.filter(
            match__tournament__in=cups,
            match__status=Match.Status.DONE,
            match__sides__index=1,
            current=True,
            at__gte=at - TONIGHT,
        )
        .order_by("-at", "-pk")
        .values_list(
            *("match_id", "match__tournament_id", "match__round__number", "match__number"),
            *("kind", "at", "match__round__deals", "match__round__deals__opened_at"),
        )
    )
    return [
        OverRow(
            match, cup, f"{round_no}.{number}", kind, ended,
            deals=cups[cup].is_team or cups[cup].shares_deals,
            is_hidden=kind == Result.Kind.PLAYED and deals is not None and opened is None,
        )
        for match, cup, round_no, number, kind, ended, deals, opened in found
    ]  # fmt: skip


def _people_at_tables(tournaments: Sequence[Tournament]) -> list[dict[str, Any]]:
    """Return the line-ups of the open tables, each with the state of the person's seat."""
    if not tournaments:
        return []
    seat = "table__table__seats__"
    rows: list[Any] = list(
        LineUp.objects.seated()
        .filter(
            match__tournament__in=tournaments,
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


def _tables(
    cups: Mapping[int, Tournament], rows: list[dict[str, Any]], at: datetime
) -> list[TableRow]:
    found: Any = (
        MatchTable.objects.filter(pk__in={row["table_id"] for row in rows})
        .annotate(
            totals=KeyTransform("totals", "table__state"),
            hand=KeyTransform("hand_no", "table__state"),
            turn=KeyTransform("turn", "table__state"),
            phase=KeyTransform("phase", "table__state"),
        )
        .values(
            "pk", "number", "kind", "crossed", "totals", "hand", "turn", "phase", "match_id",
            cup=F("match__tournament_id"),
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
    return [_table(cups[one["cup"]], one, seated[one["pk"]], at) for one in found]


def _table(
    tournament: Tournament, one: dict[str, Any], seated: list[dict[str, Any]], at: datetime
) -> TableRow:
    number, called = number_of_table(one, several=tournament.best_of > 1 or tournament.is_team)
    waits, deadline = one["status"] == Table.Status.OPEN, one["deadline"]
    since = one["opened_at"] if waits else one["started_at"]
    if deadline is not None:
        # An extended turn can end later than a full turn time from now.
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
        cup=tournament.pk,
        match=one["match_id"],
        number=number,
        called=called,
        address=one["address"],
        sides=tuple(" & ".join(sides[index]) for index in sorted(sides)),
        waits=waits,
        is_hidden=hidden,
        hand=0 if hidden else one["hand"] or 0,
        phase="" if hidden else one["phase"] or "",
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
        moves=waits and _plays_alone(tournament, seated),
    )


def _plays_alone(tournament: Tournament, seated: list[dict[str, Any]]) -> bool:
    """Return whether a match can be played at another time than its round: not if people change partners or play solo."""
    if tournament.timing == Timing.WINDOWS:
        return True
    entries = {(row["side_no"], row["entry_id"]) for row in seated}
    return not tournament.shares_deals and len(entries) == 2


def _grace_ends(tournament: Tournament, one: dict[str, Any]) -> datetime:
    match = Match(tournament=tournament, waits_until=one["waits_until"])
    return match.grace_ends(one["opened_at"])


def _score(one: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the totals by side of the match; at a crossed table side 0 sits at the odd seats."""
    totals = one["totals"]
    if not totals:
        return None
    return tuple(totals[1:] + totals[:1]) if one["crossed"] else tuple(totals)
