"""View models of pages: plain values around loaded rows, without queries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Self

from django.utils.translation import gettext as _

from games.engine.sentences import format_score
from spades_site.accounts.models import User
from spades_site.common.people.bot_names import marked
from spades_site.common.translation import translate
from tournaments.events.entries.taking_part import Part
from tournaments.events.models import (
    Entry,
    Match,
    PartnerInvitation,
    Penalty,
    Round,
    Single,
    Stage,
    Tournament,
)
from tournaments.events.queries.arena_view import ArenaView
from tournaments.events.queries.match_lines import MatchLine as MatchLine
from tournaments.events.setup.schedule import Slot
from tournaments.formats.elimination.progress import Progress
from tournaments.standings import TIE_BREAKS, Reason, Row

LATEST = 30
"""Matches of an arena that a page lists."""


@dataclass(frozen=True)
class Next:
    """The next step and its time (None: unknown, or nothing more). `code` is stable."""

    code: str
    sentence: str
    at: datetime | None = None


@dataclass(frozen=True)
class RoundView:
    """One round with its matches in the order of their tables, byes last.

    `standings_then` computes the standings after it. It is None for a round that isn't over, for the last one (the
    tournament has these), and if rounds aren't drawn from standings.
    """

    round: Round
    matches: list[MatchLine]
    standings_then: Callable[[], Sequence[Row]] = tuple
    slot: Slot | None = None
    """When it is played; None if unknown."""

    @property
    def opens(self) -> datetime | None:
        """Return when it begins, or its window opens; None if unknown."""
        return None if self.slot is None else self.slot.opens

    @property
    def shown(self) -> list[MatchLine]:
        """Return the matches that lists show: of an arena the latest, newest first."""
        if self.round.pairs_until is None:
            return self.matches
        return self.matches[: -LATEST - 1 : -1]

    @property
    def played(self) -> int:
        """Return how many of its matches are over, not counting byes."""
        return sum(
            line.match.status == Match.Status.DONE for line in self.matches if not line.is_bye
        )

    @property
    def to_play(self) -> int:
        """Return how many matches it has, not counting byes."""
        return sum(not line.is_bye for line in self.matches)


@dataclass(frozen=True)
class TieBreakValue:
    """One tie-break of one row; `value` is None if it doesn't apply."""

    code: str
    title: str
    value: Decimal | None


@dataclass(frozen=True)
class StandingRow:
    """One line of the standings. `row` has rank, shared, points, played, won, drawn, lost, forfeits_won,
    forfeits_lost, byes, score_for, score_against, penalty. `why` is what puts it above the next one (None for the last).
    """

    row: Row
    entry: Entry
    tie_breaks: list[TieBreakValue]
    why: Reason | None = None
    mine: bool = False
    goes_on: bool = False
    """It is in the next stage, which has been drawn."""
    penalties: Sequence[Penalty] = ()
    """Deducted points, with reasons."""
    played_as: str = ""
    """Its players in the stage, if a player was replaced."""
    corrected: int = 0
    """The number of its results in the stage that somebody has corrected."""
    by_bots: int = 0
    """The number of its matches in the stage in which bots played more than half of its cards."""

    @property
    def name(self) -> str:
        """Return the name of its players in the stage, otherwise of its current players."""
        return self.played_as or self.entry.name

    @property
    def reason(self) -> str:
        """Return why it ranks above the next one, with bot accounts marked; "" for the last."""
        if self.why is None:
            return ""
        named = replace(self.why, above=marked(self.why.above), below=marked(self.why.below))
        return translate(named.sentence)

    @property
    def decided_by(self) -> str:
        """Return what puts it ahead of the next one, in short: a tie-break with both values."""
        why = self.why
        if why is None:
            return ""
        if why.code == "shared":
            return _("nothing: shared")
        title = _("points") if why.code == "points" else translate(TIE_BREAKS[why.code].title)
        if None in why.values:
            return title
        return f"{title} ({format_score(why.values)})"


@dataclass(frozen=True)
class PlaceRow:
    """An eliminated entry or the winner of a knock-out: its place from `first` to `last`, shared if they differ."""

    first: int
    last: int
    entry: Entry
    mine: bool = False
    goes_on: bool = False
    """It is in the next stage, which has been drawn."""

    @property
    def shown(self) -> str:
        """Return the place in short, e.g. "3" or "5–8"."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class BracketView:
    """A knock-out's current bracket; `field` is by seed, `lines` are the drawn matches by place in the bracket.

    `going` has the keys of its qualifiers for the next stage, once that is drawn.
    """

    progress: Progress
    field: list[Entry]
    lines: dict[str, MatchLine]
    mine: Entry | None = None
    going: frozenset[int] = frozenset()

    @property
    def has_me(self) -> bool:
        """Return whether the viewer's entry is in it."""
        return self.mine is not None and any(entry.pk == self.mine.pk for entry in self.field)

    @property
    def my_place(self) -> PlaceRow | None:
        """Return the viewer's place, if known."""
        return next((place for place in self.places if place.mine), None)

    @property
    def my_opponent(self) -> Entry | None:
        """Return the viewer's next opponent, if known."""
        if self.mine is None:
            return None
        me = next((n for n, entry in enumerate(self.field) if entry.pk == self.mine.pk), None)
        for state in self.progress.states.values():
            if me in state.sides and not state.over:
                other = state.b if state.a == me else state.a
                return None if other is None else self.field[other]
        return None

    @property
    def places(self) -> list[PlaceRow]:
        """Return the entries with a known place, best first."""
        return [
            PlaceRow(
                place.first,
                place.last,
                self.field[place.entry],
                self.mine is not None and self.field[place.entry].pk == self.mine.pk,
                self.field[place.entry].pk in self.going,
            )
            for place in self.progress.places
        ]


@dataclass(frozen=True)
class StageTable:
    """The standings of a stage, or of its group `title` ("" without groups)."""

    title: str
    rows: list[StandingRow]

    @property
    def my_row(self) -> StandingRow | None:
        """Return the viewer's line."""
        return next((each for each in self.rows if each.mine), None)

    def seen_by(self, mine: Entry) -> Self:
        """Return the same table for the viewer whose entry is `mine`."""
        at = next((n for n, each in enumerate(self.rows) if each.entry.pk == mine.pk), None)
        if at is None:
            return self
        rows = self.rows.copy()
        rows[at] = replace(rows[at], mine=True)
        return replace(self, rows=rows)


@dataclass(frozen=True)
class LeftBehind:
    """The viewer's place in a stage, and the number of entries."""

    stage: str
    place: str
    of: int


@dataclass(frozen=True)
class StageView:
    """A drawn stage: standings, standings per group, or a bracket. `alone`: the tournament has no other stage."""

    stage: Stage
    rounds: list[RoundView]
    tables: list[StageTable]
    bracket: BracketView | None
    alone: bool

    @property
    def title(self) -> str:
        """Return the stage's name."""
        return self.stage.plan.title

    def seen_by(self, mine: Entry) -> Self:
        """Return the same stage for the viewer whose entry is `mine`."""
        bracket = None if self.bracket is None else replace(self.bracket, mine=mine)
        tables = [table.seen_by(mine) for table in self.tables]
        return replace(self, bracket=bracket, tables=tables)

    @property
    def my_end(self) -> LeftBehind | None:
        """Return the viewer's place if they don't go on to the next stage, or None."""
        if self.bracket is not None:
            place, of = self.bracket.my_place, len(self.bracket.field)
            shown = place.shown if place else ""
            return LeftBehind(self.title, shown, of) if self.bracket.has_me else None
        found = ((table.my_row, table) for table in self.tables)
        mine = ((row, table) for row, table in found if row is not None)
        return next(
            (LeftBehind(self.title, str(row.row.rank), len(table.rows)) for row, table in mine),
            None,
        )


@dataclass(frozen=True)
class Mine:
    """The viewer's part in the tournament.

    `entry` is the viewer's entry (also after a withdrawal under way), `single` their place alone, `to_answer` the
    invitations that they can answer, `asked` the open one that they sent. `match` is the first of their unfinished
    matches. `may` holds any of "enter_with_partner", "enter_alone", "check_in", "withdraw", "rejoin"; if they can't enter,
    `why_not_enter` has the reason. `withdrew`: they withdrew under way. `waiting_number` is their position on the waiting list, from 1.
    `stands_by`: their place among those who are ready to stand in, from 1; `may` holds "stand_by" or "stand_down", too.
    `joins_waiting_list`: new entries go on the waiting list. `joins_round`: the first round that a new entry would play
    in a tournament under way.
    """

    entry: Entry | None = None
    single: Single | None = None
    partner: User | None = None
    to_answer: list[PartnerInvitation] = field(default_factory=list)
    asked: PartnerInvitation | None = None
    match: MatchLine | None = None
    matches: list[MatchLine] = field(default_factory=list)
    why_not_enter: str = ""
    withdrew: Part | None = None
    waiting_number: int = 0
    stands_by: int = 0
    joins_waiting_list: bool = False
    joins_round: int = 0
    may: frozenset[str] = frozenset()

    @property
    def on_the_way_at(self) -> datetime | None:
        """Return when the viewer, or an organizer for them, last reported that they are on the way."""
        place = self.single or self.entry
        return None if place is None else place.on_the_way_at

    @property
    def may_enter(self) -> bool:
        """Return whether the viewer can enter, with a partner or alone."""
        return not self.may.isdisjoint({"enter_with_partner", "enter_alone"})

    @property
    def is_in(self) -> bool:
        """Return whether the viewer takes part, with or without a partner."""
        return (
            self.single is not None
            or self.waiting_number > 0
            or (self.entry is not None and self.entry.status in Entry.LIVE)
        )

    @property
    def table_url(self) -> str:
        """Return the address of the viewer's current table, or ""."""
        line = self.match
        return line.table_url if line is not None and line.in_play and line.seated else ""

    @property
    def status(self) -> str:
        """Return the viewer's status in a few words; "" if they don't take part."""
        place = self.single or self.entry
        return str(place.get_status_display()) if place is not None else ""


@dataclass(frozen=True)
class TournamentView:
    """A tournament as one person sees it.

    `entries` are those in the field, by seed once it is drawn, each with `players.all()` (with `user`) loaded; `gone`
    those that left before the start, `waiting` the waiting list, `ready` who is ready to stand in and has no place. `standings` are empty until the draw, and in a
    knock-out, which has a `bracket` instead. `tie_breaks` are the titles in their order.
    """

    tournament: Tournament
    next: Next
    rounds: list[RoundView]
    current: RoundView | None
    standings: list[StandingRow]
    tie_breaks: list[str]
    entries: list[Entry]
    gone: list[Entry]
    singles: list[Single]
    left_over: list[Single]
    ready: list[Single]
    places_taken: int
    places_left: int
    mine: Mine
    may_organize: bool
    may_arbitrate: bool
    waiting: Sequence[Entry | Single] = ()
    bracket: BracketView | None = None
    arena: ArenaView | None = None
    """The arena in play."""
    stages: list[StageView] = field(default_factory=list)
    timetable: Sequence[Slot] = ()
    """The times of all rounds, undrawn ones included; if rounds follow one another, only the known times."""

    @property
    def drawn(self) -> bool:
        """Return whether the field is drawn."""
        return bool(self.rounds)

    @property
    def my_line(self) -> MatchLine | None:
        """Return the viewer's match, or bye, in the current round; in an arena the one in play."""
        if self.arena is not None:
            return self.mine.match
        lines = self.current.matches if self.current is not None else ()
        return next((line for line in lines if line.mine), None)

    @property
    def pairs_each_round(self) -> bool:
        """Return whether the stage that was drawn last pairs sides that stay together anew for each round."""
        return bool(self.stages) and self.stages[-1].stage.facts.pairs_each_round

    @property
    def left_behind(self) -> LeftBehind | None:
        """Return the viewer's place in a stage from which they didn't qualify."""
        held = [stage.my_end for stage in self.stages]
        if len(held) < 2 or held[-1]:
            return None
        return next(filter(None, reversed(held)), None)

    @property
    def live(self) -> list[MatchLine]:
        """Return the matches in play."""
        return [line for round_ in self.rounds for line in round_.matches if line.in_play]
