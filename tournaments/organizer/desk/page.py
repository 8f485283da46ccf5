"""The desk from which one person runs an evening: decisions needed, attendance, and tables in play.

It shows one tournament or all of an evening, by the same code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from spades_site.accounts.models import Viewer
from spades_site.common.audit import subject_of
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from spades_site.common.pages import page_of
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.draw.renewing import newer_results
from tournaments.events.models import Entry, Match, Round
from tournaments.events.queries.evening import Evening, evening_of
from tournaments.events.queries.evening_rows import LONGER, Attendee, OverRow, State, TableRow
from tournaments.events.queries.room import RoomRow, room_rows
from tournaments.events.queries.selectors import history_of
from tournaments.organizer.desk.decisions import (
    Decision,
    Side,
    decisions_of,
    matches_and_sides,
)
from tournaments.organizer.desk.filters import Asked, Choice, asked_by
from tournaments.organizer.desk.scopes import Scope
from tournaments.organizer.history import BY_PLAYERS, LogLine, in_words
from tournaments.organizer.undo.lines import match_of
from tournaments.organizer.undo.undoing import UNDOS, undoable

DECISIONS_SHOWN, LINES_SHOWN, LEFT_OUT_SHOWN, FEW = 6, 5, 6, 4
FREE_SHOWN = 8
ROWS_A_PAGE = ((1, 16), (FEW, 10), (inf, 8))
"""Rows per page, by the maximum number of tournaments; on a desk of several, each row also names its tournament."""
TABS = ("decisions", "people", "tables")


@dataclass(frozen=True)
class Row[T: Attendee | TableRow | OverRow | RoomRow]:
    """A row of the attendance board, with its tournament and whether the viewer decides about its match."""

    one: T
    scope: Scope
    judges: bool
    reserve: int = 0
    """How many people can be called in."""
    sides: Sequence[Side] = ()

    @property
    def may_tick(self) -> bool:
        """Return whether it is a person whom the viewer may check in."""
        one = self.one
        if not isinstance(one, Attendee) or not (one.away and self.scope.runs):
            return False
        return not one.table and one.status != Entry.Status.INVITED


@dataclass(frozen=True)
class Line:
    """A line of the log; `undo` is the value of the button that undoes it, or "". `cup` names its tournament on a desk
    of several.
    """

    log: LogLine
    name: str
    undo: str
    cup: str


@dataclass(frozen=True)
class Part:
    """A tournament of a desk with its rounds in play, whose matches are counted (`all`, `done`, and those that begin
    `later`), and whether all its tables can be stopped, or go on.
    """

    scope: Scope
    rounds: list[Any]
    may_stop: bool
    may_go_on: bool


@dataclass(frozen=True)
class Chip:
    """A tournament in the filter of a desk of several, with the number of decisions that it needs."""

    scope: Scope
    decisions: int


@dataclass(frozen=True)
class Desk:
    """The desk's content: of the tournaments `scopes`, those that match the filter by tournament."""

    scopes: Sequence[Scope]
    chips: Sequence[Chip]
    of: str
    """The slug by which it is filtered, or ""."""
    evening: Evening
    rounds: list[Part]
    decisions: list[Decision]
    people: Page[Row[Attendee]]
    left_out: Page[Row[Attendee]]
    """The entries that weren't checked in at the start."""
    tables: Page[Row[TableRow]] | Page[Row[OverRow]]
    room: Page[Row[RoomRow]]
    """The tables of tournaments in a room, until their results are in."""
    log: list[Line]
    asked: Asked
    counts: Mapping[str, int]
    """How many of the people matching the search each filter of the attendance board leaves."""
    states: Sequence[Choice]
    orders: Sequence[Choice]
    finished: int
    """How many matches that ended tonight match the search."""
    tab: str

    @property
    def is_crowded(self) -> bool:
        """Return whether it shows so many tournaments that each gets only one line."""
        return len(self.scopes) > FEW

    @property
    def decisions_shown(self) -> list[Decision]:
        """Return the most urgent decisions."""
        return self.decisions[:DECISIONS_SHOWN]

    @property
    def decisions_left(self) -> int:
        """Return how many decisions aren't shown."""
        return len(self.decisions) - len(self.decisions_shown)

    @property
    def people_hidden(self) -> int:
        """Return how many people the search or the filter hides."""
        return len(self.evening.people) - self.people.paginator.count

    @property
    def tables_hidden(self) -> int:
        """Return how many tables in play, or finished matches, the search or the filter hides."""
        whole = self.evening.over if self.asked.over else self.evening.tables
        return len(whole) - self.tables.paginator.count

    @property
    def is_in_room(self) -> bool:
        """Return whether all its tournaments are played in a room, where no table opens on the site."""
        return all(one.tournament.is_in_room for one in self.scopes)

    @property
    def may_tick(self) -> bool:
        """Return whether several of the people shown can be checked in at once."""
        return sum(row.may_tick for row in self.people) > 1

    @property
    def present(self) -> int:
        """Return how many people are there."""
        return len(self.evening.in_state(State.PRESENT))

    @property
    def has_begun(self) -> bool:
        """Return whether check-in is open or over in some tournament."""
        return any(one.has_begun for one in self.scopes)

    @property
    def free(self) -> int:
        """Return how many entries of tournaments under way aren't expected anywhere now."""
        begun = {one.tournament.pk for one in self.scopes if one.has_begun}
        return sum(one.cup in begun for one in self.evening.in_state(State.FREE))

    @property
    def arena(self) -> list[Row[Attendee]]:
        """Return some of those who wait for a table in an arena, then some of those who take a break."""
        evening, by_key = self.evening, {one.tournament.pk: one for one in self.scopes}
        some = [*evening.free[:FREE_SHOWN], *evening.on_break[:FREE_SHOWN]]
        return _with_scopes(some, by_key, evening)

    @property
    def rules(self) -> list[Scope]:
        """Return the tournaments whose rule about absent players is shown."""
        absent = {one.cup for one in self.evening.people if one.away}
        return [one for one in self.scopes if not one.has_begun or one.tournament.pk in absent]

    @property
    def log_of(self) -> Scope | None:
        """Return the tournament whose full log is linked, on its own desk; else None."""
        return next((one for one in self.scopes if one.runs and not one.name), None)

    @property
    def longer_minutes(self) -> int:
        """Return by how many minutes one press extends a table's grace period."""
        return int(LONGER.total_seconds() // 60)


def desk_of(
    scopes: Sequence[Scope], query: Mapping[str, str], request: HttpRequest, viewer: Viewer
) -> Desk:
    """Return the desk of these tournaments with the filters of `query`, in a constant number of queries."""
    everything = evening_of([one.tournament for one in scopes], now())
    of = query.get("of", "")
    shown = [one for one in scopes if of in ("", one.tournament.slug)] or list(scopes)
    evening = everything.of({one.tournament.pk for one in shown})
    asked = asked_by(query, evening)
    by_key = {one.tournament.pk: one for one in scopes}
    size = next(rows for most, rows in ROWS_A_PAGE if len(scopes) <= most)
    named: Any = evening.over if asked.words else []
    if asked.over and not asked.words:
        named = page_of(request, evening.over, size, "tables")
    waiting, sides = matches_and_sides(scopes, {one.match for one in named})
    over = (
        asked.finished(evening, lambda one: [side.name for side in sides.get(one.match, ())])
        if asked.words
        else evening.over
    )
    rounds = list(_rounds(scopes))
    decisions = decisions_of(shown, evening, rounds, waiting, sides)
    # The filter shows every tournament's number of decisions, even of those it excludes.
    whole = decisions if len(shown) == len(scopes) else None
    whole = whole or decisions_of(scopes, everything, rounds, waiting, sides)
    rows: Any = [
        Row(one, by_key[one.cup], by_key[one.cup].judges(one.match), sides=sides.get(one.match, ()))
        for one in (over if asked.over else asked.tables(evening))
    ]
    room = [
        Row(one, by_key[one.cup], by_key[one.cup].judges(one.match))
        for one in room_rows([one.tournament for one in shown], evening.at)
        if asked.finds(str(one.number), *one.sides)
    ]
    playing = [one for one in rounds if one.status == Round.Status.PLAYING]
    tab = query.get("tab", "")
    return Desk(
        scopes=shown,
        chips=[
            Chip(one, sum(each.scope is one for each in whole))
            for one in (scopes if len(scopes) > 1 else ())
        ],
        of=of if len(shown) < len(scopes) else "",
        evening=evening,
        rounds=[_part(one, evening, playing) for one in shown],
        decisions=decisions,
        people=page_of(
            request, _with_scopes(asked.people(evening), by_key, evening), size, "people"
        ),
        left_out=page_of(
            request,
            _with_scopes(
                [one for one in evening.left_out if asked.finds(one.name)], by_key, evening
            ),
            LEFT_OUT_SHOWN,
            "left",
        ),
        tables=page_of(request, rows, size, "tables"),
        room=page_of(request, room, size, "room"),
        log=_log(shown, evening, viewer),
        asked=asked,
        counts=asked.counts(evening),
        states=asked.states(evening),
        orders=asked.orders(evening),
        finished=len(over),
        tab=tab if tab in TABS else TABS[0],
    )


def _part(scope: Scope, evening: Evening, playing: Sequence[Any]) -> Part:
    cup = scope.tournament
    tables = [row for row in evening.tables if row.cup == cup.pk and not row.waits]
    paused = sum(row.paused_at is not None for row in tables)
    return Part(
        scope,
        [each for each in playing if each.tournament_id == cup.pk],
        may_stop=scope.runs and cup.status in UNDER_WAY and paused < len(tables),
        may_go_on=scope.runs and cup.status in UNDER_WAY and paused > 0,
    )


def _with_scopes(
    people: Sequence[Attendee], by_key: Mapping[int, Scope], evening: Evening
) -> list[Row[Attendee]]:
    found = []
    for one in people:
        scope = by_key[one.cup]
        judges = one.match is not None and scope.judges(one.match)
        found.append(Row(one, scope, judges, evening.reserves.get(one.cup, 0)))
    return found


def _rounds(scopes: Sequence[Scope]) -> QuerySet[Round]:
    """Return the unfinished rounds, with their matches at tables counted: `all`, `done`, and those that begin `later`;
    `outdated`: earlier results are newer than the draw.
    """
    played = Q(matches__sides__index=1)
    return (
        Round.objects.filter(tournament__in=[one.tournament for one in scopes])
        .exclude(status=Round.Status.DONE)
        .annotate(
            outdated=newer_results(),
            all=Count("matches", played),
            done=Count("matches", played & Q(matches__status=Match.Status.DONE)),
            later=Count(
                "matches",
                played & Q(matches__status=Match.Status.DRAWN, matches__starts_at__isnull=False),
            ),
        )
        .order_by("tournament", "stage__index", "number")
    )


# ---------------------------------------------------------------------------------------------------- log
def _log(scopes: Sequence[Scope], evening: Evening, viewer: Viewer) -> list[Line]:
    """Return the log's latest lines: everything in tournaments that the viewer runs, in others only the viewer's own
    actions.
    """
    run = [one.tournament for one in scopes if one.runs]
    judged = [one.tournament for one in scopes if not one.runs]
    found = history_of(*run) if run else AuditEntry.objects.none()
    if judged:
        mine = history_of(*judged).filter(actor=viewer.pk)
        found = found | mine if run else mine
    lines = in_words(found.exclude(verb__in=BY_PLAYERS)[:LINES_SHOWN])
    owners = _owners([line.entry for line in lines], scopes)
    tournaments = [one.tournament for one in scopes]
    can = undoable([line.entry for line in lines], tournaments, lambda: evening)
    rows: list[OverRow | TableRow] = [*evening.over, *evening.tables]
    numbers = {one.match: ".".join(one.number.split(".")[:2]) for one in rows}
    made = []
    for line in lines:
        scope, entry = owners[line.entry.pk], line.entry
        may = entry.pk in can and (
            scope.runs or (UNDOS[entry.verb].judges and scope.judges(match_of(entry)))
        )
        undo = f"undo {entry.pk}" if may else ""
        name = line.name or numbers.get(match_of(entry), "")
        made.append(Line(line, name, undo, scope.name))
    return made


def _owners(entries: Sequence[AuditEntry], scopes: Sequence[Scope]) -> dict[int, Scope]:
    """Return the tournament of each line of the log."""
    if len(scopes) == 1:
        return {entry.pk: scopes[0] for entry in entries}
    by_name = {subject_of(one.tournament): one for one in scopes}
    return {entry.pk: by_name[entry.within or entry.subject] for entry in entries}
