"""The tables of a season's divisions: standings with form, movement, and the lines of promotion and relegation.

All divisions are loaded together, in a constant number of queries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Prefetch, Q, prefetch_related_objects
from django.utils.translation import gettext as _

from tournaments.events.models import Entry, Penalty, Result, Round, Tournament
from tournaments.events.scoring.ranking import (
    last_over,
    penalties_of,
    standings_counting,
)
from tournaments.leagues.models import Season
from tournaments.seasons.models import Division, SeasonEntry
from tournaments.seasons.tables.meetings import Meeting, meetings_of
from tournaments.standings import Standings
from tournaments.standings.ranking import Row

FORM = 5
"""How many of the last matches are shown as form."""


@dataclass(frozen=True)
class FormMark:
    """One of an entry's last matches: "won", "drawn" or "lost", its round, and the opponent."""

    outcome: str
    round: int
    opponent: str

    @property
    def words(self) -> str:
        """Return the match as text."""
        params = {"n": self.round, "opponent": self.opponent}
        if self.outcome == "won":
            return _("Round %(n)d: won against %(opponent)s") % params
        if self.outcome == "drawn":
            return _("Round %(n)d: drawn with %(opponent)s") % params
        return _("Round %(n)d: lost to %(opponent)s") % params


@dataclass(frozen=True)
class TableRow:
    """One line of a division's table.

    `moved` is how many places it rose (below zero: fell) with the last round; `zone` is "up", "down", "play_off" or "".
    """

    place: int
    entry: SeasonEntry
    row: Row
    form: list[FormMark]
    moved: int
    zone: str
    mine: bool = False
    penalties: Sequence[Penalty] = ()
    corrected: int = 0
    """The number of its results that somebody has corrected."""

    @property
    def is_out(self) -> bool:
        """Return whether the entry has withdrawn."""
        return self.entry.status == SeasonEntry.Status.WITHDRAWN


@dataclass(frozen=True)
class DivisionTable:
    """A division with its table; before it has a tournament, the entries as placed."""

    division: Division
    rows: list[TableRow]
    rounds: int = 0
    played: int = 0
    meetings: list[Meeting] = field(default_factory=list)
    placed: list[SeasonEntry] = field(default_factory=list)

    @property
    def leader(self) -> SeasonEntry | None:
        """Return the entry on the first place, or None."""
        return self.rows[0].entry if self.rows else None


def season_tables(season: Season, mine: SeasonEntry | None = None) -> list[DivisionTable]:
    """Return the tables of all divisions by level, the viewer's own row marked. Takes four queries.

    The divisions are kept with the season.
    """
    done = Count("tournament__rounds", Q(tournament__rounds__status=Round.Status.DONE))
    counted = season.divisions.annotate(planned=Count("tournament__rounds"), done=done)
    prefetch_related_objects(
        [season], Prefetch("divisions", counted.select_related("tournament", "play_off"))
    )
    divisions: list[Any] = list(season.divisions.all())
    by_division: dict[int, list[SeasonEntry]] = {}
    found = season.entries.filter(division__isnull=False).select_related("entry", "team__captain")
    for entry in found.order_by("seed_no", "pk"):
        by_division.setdefault(entry.division_id or 0, []).append(entry)
    tournaments = {one.tournament.pk: one.tournament for one in divisions if one.tournament}
    keys = list(tournaments)
    meetings = meetings_of(tournaments)
    penalties = list(
        Penalty.objects.filter(entry__tournament__in=keys, undone_at=None) if keys else []
    )
    return [
        _table(
            division,
            by_division.get(division.pk, []),
            meetings.get(division.tournament_id or 0, []),
            (division.planned, division.done),
            penalties,
            mine,
        )
        for division in divisions
    ]


def final_order(season: Season) -> dict[int, list[SeasonEntry]]:
    """Return each division's entries (by the division's key) in the order of its table, without the withdrawn."""
    return {
        table.division.pk: [row.entry for row in table.rows if not row.is_out] or table.placed
        for table in season_tables(season)
    }


def _table(
    division: Division,
    entries: Sequence[SeasonEntry],
    meetings: Sequence[Meeting],
    rounds: tuple[int, int],
    penalties: Iterable[Penalty],
    mine: SeasonEntry | None,
) -> DivisionTable:
    tournament = division.tournament
    if tournament is None:
        return DivisionTable(division, [], placed=list(entries))
    by_entry = {one.entry_id: one for one in entries}
    held = [one for one in penalties if one.entry_id in by_entry]
    field_ = [one.entry for one in entries if one.entry]
    standings = _standings(tournament, field_, meetings, held)
    last = max((one.round for one in meetings), default=0)
    earlier = [one for one in meetings if one.round < last]
    before: dict[int, int] = {}
    if earlier:
        then = _standings(tournament, field_, earlier, held)
        before = {row.key: place for place, row in enumerate(then, start=1)}
    form = _form(meetings, {one.entry_id or 0: one.name for one in entries})
    rows = _in_order(standings, by_entry)
    remaining = sum(by_entry[row.key].status != SeasonEntry.Status.WITHDRAWN for row in rows)
    return DivisionTable(
        division,
        [
            TableRow(
                place=place,
                entry=by_entry[row.key],
                row=row,
                form=form.get(row.key, [])[-FORM:],
                moved=before.get(row.key, place) - place,
                zone=_zone(division, place, remaining),
                mine=by_entry[row.key] == mine,
                penalties=[one for one in held if one.entry_id == row.key],
                corrected=sum(one.is_corrected and row.key in one.keys for one in meetings),
            )
            for place, row in enumerate(rows, start=1)
        ],
        rounds=rounds[0],
        played=rounds[1],
        meetings=list(meetings),
    )


def _in_order(standings: Standings, by_entry: Mapping[int | None, SeasonEntry]) -> list[Row]:
    """Return the rows by rank, withdrawn entries last."""
    return sorted(
        standings, key=lambda row: by_entry[row.key].status == SeasonEntry.Status.WITHDRAWN
    )


def _standings(
    tournament: Tournament,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    held: Sequence[Penalty],
) -> Standings:
    """Return the standings after these meetings."""
    over = last_over((one.round, one.round_over) for one in meetings)
    counted = [one.result for one in meetings if one.result]
    return standings_counting(tournament, entries, counted, penalties_of(held), over)


def _zone(division: Division, place: int, entries: int) -> str:
    """Return the zone of the table that a place is in."""
    if place <= division.promoted:
        return "up"
    if entries - division.relegated < place <= entries and place > division.promoted:
        return "down"
    return "play_off" if place <= division.play_offs else ""


def _form(meetings: Iterable[Meeting], names: Mapping[int, str]) -> dict[int, list[FormMark]]:
    """Return each entry's matches in the order of the rounds."""
    form: dict[int, list[FormMark]] = {}
    for meeting in meetings:
        if meeting.is_bye or meeting.result is None:
            continue
        winner, keys = meeting.winner, meeting.keys
        level = winner is None and meeting.kind == Result.Kind.PLAYED
        for index, key in enumerate(keys):
            outcome = "drawn" if level else "won" if winner == index else "lost"
            mark = FormMark(outcome, meeting.round, names.get(keys[1 - index], ""))
            form.setdefault(key, []).append(mark)
    return form
