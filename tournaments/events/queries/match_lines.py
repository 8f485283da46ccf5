"""Matches in lists, with the sides, outcome and table of each."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q

from games.engine.sentences import format_score
from games.tables.models import Table
from tournaments.events.models import Entry, Match, MatchSide, MatchTable, Result, SideEntry


@dataclass(frozen=True)
class SideView:
    """One side of a match: its name and outcome (None: unknown, or not played)."""

    name: str
    entries: tuple[Entry, ...]
    won: bool = False
    points: int | None = None
    place: int | None = None
    games: int = 0
    """Won, of a match of several."""
    by_bots: tuple[str, ...] = ()
    """The names of its entries for which bots played more than half of the cards."""


@dataclass(frozen=True)
class MatchLine:
    """One match in a list.

    `mine`: the viewer's entry plays it; `seated`: the viewer plays or will play it. Of several open tables `table` is
    the viewer's own.
    """

    match: Match
    table: Table | None
    result: Result | None
    mine: bool = False
    seated: bool = False
    group: str = ""
    """The name of its group, if there are several."""

    @property
    def is_bye(self) -> bool:
        """Return whether it is a bye."""
        return self.match.is_bye

    @property
    def entry_keys(self) -> str:
        """Return the keys of its entries, for marking a viewer's own lines in a page that is kept for all."""
        return " ".join(str(key) for side in self.match.sides for key in side.keys)

    @property
    def is_duel(self) -> bool:
        """Return whether it has two sides, so that the score is shown between them."""
        return len(self.match.sides) == 2

    @cached_property
    def sides(self) -> list[SideView]:
        """Return the sides by index."""
        sides = zip(self.match.sides, self.match.side_names, strict=True)
        if self.result is None:
            return [SideView(name, side.entries) for side, name in sides]
        result = self.result
        played, stood_in = result.kind == Result.Kind.PLAYED, result.stood_in
        level = self.is_duel and result.winner is None
        return [
            SideView(
                name,
                side.entries,
                won=score.place == 1
                and not level
                and not self.is_bye
                and not self._was_missing(side),
                points=score.points if played else None,
                place=score.place if played else None,
                games=score.games,
                by_bots=tuple(
                    self.match.name_of(each) for each in side.entries if each.pk in stood_in
                ),
            )
            for (side, name), score in zip(sides, result.sides, strict=True)
        ]

    def _was_missing(self, side: MatchSide) -> bool:
        """Return whether all of a side's single players were absent and forfeit."""
        return self.result is not None and set(side.keys) <= set(self.result.absent)

    @property
    def games(self) -> list[MatchTable]:
        """Return the match's tables that count, in order, with the points that count there."""
        entered = (
            {one["table"]: one["points"] for one in self.result.entered} if self.result else {}
        )
        tables = self.match.counting
        for at in tables:
            at.entered = tuple(entered.get(at.number, ()))
        return tables

    @property
    def in_play(self) -> bool:
        """Return whether one of its tables is open for play."""
        return self.match.status == Match.Status.PLAYING and bool(self.match.open_tables)

    @property
    def table_url(self) -> str:
        """Return the address of its table, or ""."""
        return self.table.get_absolute_url() if self.table is not None else ""

    @property
    def winner(self) -> Entry | None:
        """Return the winner, by play or by forfeit: the side's first entry."""
        won = [side for side in self.sides if side.won]
        return won[0].entries[0] if len(won) == 1 else None

    @property
    def score(self) -> str:
        """Return the result in short, e.g. "512 : 340" or "forfeit"; "" if there is none."""
        if self.result is None:
            return ""
        if self.result.kind != Result.Kind.PLAYED:
            return str(self.result.get_kind_display())
        return format_score(self.result.games or self.result.points)


def of_entries(entries: Any) -> Q:
    """Return the condition for matches in which one of `entries` (keys, or a query for them) plays or sits out."""
    return Q(pk__in=SideEntry.objects.filter(entry__in=entries).values("side__match"))
