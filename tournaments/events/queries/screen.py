"""What the screen for the wall shows of a tournament: slides with few rows each, the clock of the round, and what is next.

Everybody sees the same, what a visitor may know. So one picture serves all walls until something changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _

from games.tables.access.audience import public_deals
from games.tables.models import Table
from spades_site.common.clock import now
from tournaments.events.models import Match, MatchTable, Pad, Round, Status, Tournament
from tournaments.events.queries.match_lines import MatchLine
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.queries.view_models import (
    BracketView,
    Next,
    RoundView,
    StandingRow,
    TournamentView,
)

MATCHES_A_PAGE, WIDE_A_PAGE, STANDINGS_A_PAGE, ENTRIES_A_PAGE = 6, 4, 8, 16
LONG_NAME = 30
"""From how many letters on a name needs two lines of smaller type between table and score."""
ARENA_ROWS = 4 * MATCHES_A_PAGE
"""How many matches of an arena are shown: those in play, then the newest results."""
BEFORE = (Status.DRAFT, Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN)


@dataclass(frozen=True)
class LiveScore:
    """The totals so far at a table in play, by side of the match (() before the first hand), in this hand, and after which
    moment no new hand begins (None: there is no limit). `label` is the table's in a room, "" elsewhere.
    """

    match: int
    totals: tuple[int, ...]
    hand: int
    ends: datetime | None
    label: str = ""


@dataclass(frozen=True)
class Side:
    """A side of a match, with its score so far or in the end ("" if unknown)."""

    name: str
    score: int | None = None
    won: bool = False


@dataclass(frozen=True)
class MatchRow:
    """A match with the label of its table. `note` says where it is, or how it ended, besides the score."""

    label: str
    sides: Sequence[Side]
    note: str = ""
    is_over: bool = False

    @property
    def is_duel(self) -> bool:
        """Return whether the score is shown between two sides."""
        return len(self.sides) == 2

    @property
    def is_long(self) -> bool:
        """Return whether a side's name is long."""
        return any(len(side.name) > LONG_NAME for side in self.sides)


@dataclass(frozen=True)
class EntryRow:
    """An entry before the start; `here`: it is checked in."""

    name: str
    here: bool


@dataclass(frozen=True)
class Slide:
    """One page of the screen. `key` names it across pictures, `kind` how it is drawn."""

    kind: str
    title: str
    rows: Sequence[MatchRow | EntryRow | StandingRow] = ()
    page: int = 1
    pages: int = 1
    bracket: BracketView | None = None
    """Of the kind "bracket"; the drawing chooses what fits."""

    @property
    def key(self) -> str:
        """Return a name that it keeps in the next picture."""
        return f"{self.kind}-{self.title}-{self.page}"


@dataclass(frozen=True)
class Clock:
    """When the round begins or began, and after which moment no new hand begins; None if unknown or without limit.

    `number` is the round's, `playing` whether it has begun.
    """

    number: int
    playing: bool
    starts: datetime | None
    ends: datetime | None


@dataclass(frozen=True)
class Screen:
    """A tournament as its screen shows it at one moment."""

    tournament: Tournament
    slides: Sequence[Slide]
    clock: Clock | None
    next: Next
    digits: str = ""
    """The digits of the round in play in a room, with which a phone that can't scan opens its table's pad."""


def live_scores(tournament: Tournament) -> dict[int, LiveScore]:
    """Return the scores at the tournament's tables in play by match, in one query; not while other tables still play
    the same deals. In a room they are those on the pads, with the tables of matches that are over.
    """
    if tournament.is_in_room:
        return _on_pads(tournament)
    found = (
        MatchTable.objects.filter(
            match__tournament=tournament,
            counts=True,
            over=False,
            table__in=Table.objects.filter(public_deals(), status=Table.Status.PLAYING),
        )
        .order_by("match_id", "number")
        .annotate(
            totals=KeyTransform("totals", "table__state"),
            hand=KeyTransform("hand_no", "table__state"),
            ends=F("table__last_hand_after"),
        )
        .values("match_id", "crossed", "totals", "hand", "ends")
    )
    return {
        one["match_id"]: LiveScore(
            one["match_id"], _by_side(one["totals"], one["crossed"]), one["hand"] or 0, one["ends"]
        )
        for one in found
        if one["totals"]
    }


def _on_pads(tournament: Tournament) -> dict[int, LiveScore]:
    pads = Pad.objects.filter(match__tournament=tournament).order_by("match_id")
    rows = pads.values_list("match_id", "table__number", "score", "match__round__last_hand_at")
    return {
        match: LiveScore(
            match,
            tuple(score["points"]) if score.get("hands") else (),
            0 if score.get("over") else score.get("hands", 0) + 1,
            ends,
            str(table),
        )
        for match, table, score, ends in rows
    }


def _by_side(totals: Sequence[int], crossed: bool) -> tuple[int, ...]:
    """Return a table's totals by side of the match; at a crossed table side 0 sits at the odd seats."""
    return (*totals[1:], *totals[:1]) if crossed else tuple(totals)


def table_label(match: Match, live: LiveScore | None) -> str:
    """Return the name of a match's table on the wall: in a room the table's own number."""
    return (live and live.label) or str(match.number)


def screen_of(
    tournament: Tournament, live: Mapping[int, LiveScore], at: datetime | None = None
) -> Screen:
    """Return the screen of a tournament with these scores at tables in play."""
    at = at or now()
    view = tournament_view(tournament, AnonymousUser(), at)
    round_ = _round_shown(view)
    return Screen(
        tournament=view.tournament,
        slides=list(_slides(view, round_, live)),
        clock=_clock(view, round_, live),
        next=view.next,
        digits=view.current.round.digits if view.current and tournament.is_in_room else "",
    )


def _round_shown(view: TournamentView) -> RoundView | None:
    """Return the round in play, else the next one that is drawn, else the last."""
    if view.current is not None:
        return view.current
    ahead = (one for one in view.rounds if one.round.status == Round.Status.CONFIRMED)
    return next(ahead, view.rounds[-1] if view.rounds else None)


def _slides(
    view: TournamentView, round_: RoundView | None, live: Mapping[int, LiveScore]
) -> list[Slide]:
    tournament = view.tournament
    slides = [Slide("club", tournament.name)]
    if tournament.status in BEFORE:
        rows = [EntryRow(one.name, one.checked_in_at is not None) for one in view.entries]
        rows += [EntryRow(one.user.username, one.checked_in_at is not None) for one in view.singles]
        return slides + _pages("entries", _("Entries"), rows, ENTRIES_A_PAGE)
    if tournament.status == Status.FINISHED and tournament.winner is not None:
        slides = [Slide("winner", tournament.winner.played_as)]
    stage = view.stages[-1] if view.stages else None
    if round_ is not None and not (
        tournament.status == Status.FINISHED and stage and stage.bracket
    ):
        slides += _of_round(round_, live)
    for table in stage.tables if stage else ():
        if any(row.row.played for row in table.rows):
            title = table.title or _("Standings")
            slides += _pages("standings", title, table.rows, STANDINGS_A_PAGE)
    if stage is not None and stage.bracket is not None:
        slides.append(Slide("bracket", stage.title, bracket=stage.bracket))
    return slides


def _of_round(round_: RoundView, live: Mapping[int, LiveScore]) -> list[Slide]:
    params = {"number": round_.round.number}
    if round_.round.status == Round.Status.CONFIRMED:
        title, kind = _("Round %(number)d: pairings") % params, "pairings"
    else:
        title, kind = _("Round %(number)d") % params, "scores"
    lines = round_.matches
    if round_.round.pairs_until is not None:
        newest = sorted(lines, key=lambda line: (not line.in_play, -line.match.number))
        lines = newest[:ARENA_ROWS]
    rows = [_row(line, live) for line in lines]
    most = MATCHES_A_PAGE if all(len(row.sides) <= 2 for row in rows) else WIDE_A_PAGE
    return _pages(kind, title, rows, most)


def _row(line: MatchLine, live: Mapping[int, LiveScore]) -> MatchRow:
    if line.is_bye:
        return MatchRow("", [Side(line.sides[0].name)], _("Bye"), is_over=True)
    now_at = live.get(line.match.pk)
    label = table_label(line.match, now_at)
    if line.result is not None:
        played = line.score if line.result.kind != "played" else line.result.other_end
        several = bool(line.result.games)
        sides = [
            Side(side.name, side.games if several else side.points, side.won) for side in line.sides
        ]
        return MatchRow(label, sides, played, is_over=True)
    names = [side.name for side in line.sides]
    has_begun = line.match.round.status == Round.Status.PLAYING
    is_on = has_begun and line.match.tournament.is_in_room
    if line.match.status == Match.Status.DRAWN and not is_on:
        return MatchRow(label, [Side(name) for name in names])
    if line.match.status == Match.Status.UNDECIDED:
        return MatchRow(label, [Side(name) for name in names], _("is being decided"))
    if now_at is None or len(now_at.totals) != len(names):
        return MatchRow(label, [Side(name) for name in names], _("in play"))
    sides = [Side(name, points) for name, points in zip(names, now_at.totals, strict=True)]
    note = _("hand %(n)d") % {"n": now_at.hand} if now_at.hand else _("in play")
    return MatchRow(label, sides, note)


def _pages(
    kind: str, title: str, rows: Sequence[MatchRow | EntryRow | StandingRow], most: int
) -> list[Slide]:
    size = _even(len(rows), most) if rows else 1
    parts = [rows[at : at + size] for at in range(0, len(rows), size)]
    return [Slide(kind, title, part, page, len(parts)) for page, part in enumerate(parts, start=1)]


def _even(rows: int, most: int) -> int:
    """Return how many rows a page has, so that the last one isn't nearly empty."""
    pages = -(-rows // most)
    return -(-rows // pages)


def _clock(
    view: TournamentView, round_: RoundView | None, live: Mapping[int, LiveScore]
) -> Clock | None:
    tournament = view.tournament
    if tournament.status in BEFORE:
        return Clock(0, False, tournament.starts_at, None)
    if round_ is None or tournament.status != Status.RUNNING:
        return None
    if round_.round.status == Round.Status.CONFIRMED:
        return Clock(round_.round.number, False, round_.round.starts_at, None)
    if round_.round.status != Round.Status.PLAYING:
        return Clock(round_.round.number + 1, False, view.next.at, None) if view.next.at else None
    return Clock(round_.round.number, True, round_.round.starts_at, _ends(view, round_, live))


def _ends(
    view: TournamentView, round_: RoundView, live: Mapping[int, LiveScore]
) -> datetime | None:
    """Return after which moment no new hand of a round in play begins: at its last table, as each has its own limit."""
    one = round_.round
    if one.pairs_until is not None or view.tournament.is_in_room:
        return one.pairs_until or one.last_hand_at
    here = {line.match.pk for line in round_.matches}
    limits = [score.ends for score in live.values() if score.ends and score.match in here]
    return max(limits, default=None)
