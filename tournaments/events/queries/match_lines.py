"""A match as lists show it: its sides, how it came out, where it is played."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.said import shown
from games.tables.models import Table
from tournaments.events.models import Entry, Match, MatchGame, Result


@dataclass(frozen=True)
class SideView:
    """One side of a match: its name, and how it came out (None: nothing is known, or nothing was played)."""

    name: str
    entries: tuple[Entry, ...]
    won: bool = False
    points: int | None = None
    place: int | None = None
    by_bots: tuple[str, ...] = ()
    """The names of its entries for which bots played more than half of the cards."""


@dataclass(frozen=True)
class MatchLine:
    """One match in a list; `b` is None for a bye. `mine`: the viewer's entry plays it.

    Where everybody sits for themselves `a` and `b` are who sits first and second; `sides` tells who plays with whom.
    """

    match: Match
    a: Entry
    b: Entry | None
    table: Table | None
    result: Result | None
    mine: bool = False
    group: str = ""
    """The name of the group in which it is played, where there are several."""

    @property
    def is_bye(self) -> bool:
        """Return whether `a` sits this round out."""
        return self.b is None

    @property
    def sides(self) -> list[SideView]:
        """Return the sides in the order of their seats."""
        result = self.result
        played = result is not None and result.kind == Result.Kind.PLAYED
        views = []
        for number, (name, entries) in enumerate(
            zip(self.match.side_names, self.match.sides, strict=True)
        ):
            points = place = None
            won = (
                result is not None
                and result.winner != ""
                and result.winner == "ab"[number : number + 1]
            )
            if result is not None and played and result.by_side:
                said = result.by_side[number]
                points, place = said["points"], said["place"]
                won = place == 1
            elif result is not None and played:
                points = (result.points_a, result.points_b)[number]
            won = won and not self.is_bye and not self._was_missing(entries)
            stood_in = result.stood_in if result is not None else ()
            by_bots = tuple(self.match.name_of(each) for each in entries if each.pk in stood_in)
            views.append(SideView(name, entries, won, points, place, by_bots))
        return views

    def _was_missing(self, entries: Sequence[Entry]) -> bool:
        """Whether a side is of people alone who did not come and forfeit: a bot won then, if anybody."""
        if self.result is None or not self.result.absent:
            return False
        seated = self.match.seated
        return {entry.pk for entry in entries} <= {seated[seat].pk for seat in self.result.absent}

    @property
    def games(self) -> list[MatchGame]:
        """Return the match's games that count, in their order; load them with the match."""
        return [game for game in self.match.games.all() if game.counts]

    @property
    def in_play(self) -> bool:
        """Return whether its table is open to be played at or watched."""
        return (
            self.match.status == Match.Status.PLAYING
            and self.table is not None
            and not self.table.is_over
        )

    @property
    def table_url(self) -> str:
        """Return the address of its table, or "" where there is none."""
        return self.table.get_absolute_url() if self.table is not None else ""

    @property
    def winner(self) -> Entry | None:
        """Return who won, by play or by forfeit."""
        if self.result is None or self.result.kind == Result.Kind.BYE:
            return None
        if self.result.by_side:
            first = [side for side in self.sides if side.won]
            return first[0].entries[0] if len(first) == 1 else None
        return {"a": self.a, "b": self.b}.get(self.result.winner)

    @property
    def score(self) -> str:
        """Return the result in short, e.g. "512–340" or "forfeit"; "" where there is none."""
        if self.result is None:
            return ""
        if self.result.by_side:
            return " : ".join(shown(side["points"]) for side in self.result.by_side)
        if self.result.games_a or self.result.games_b:
            return f"{self.result.games_a}–{self.result.games_b}"
        if self.result.kind == Result.Kind.PLAYED:
            return f"{shown(self.result.points_a)}–{shown(self.result.points_b)}"
        return str(self.result.get_kind_display())
