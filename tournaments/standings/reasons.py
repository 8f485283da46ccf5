"""Why one entrant stands above another, for programs (code and params) and in words."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tournaments.standings.catalogue import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Reason:
    """What decided between two entrants.

    `code` is "points", the code of a tie-break, or "shared" when nothing did. `above` and `below` are the names.
    `values` are theirs in what decided (None for "shared" and where a tie-break gave none). `level` are the codes in
    which they were level before, "points" among them, and `points` what both had. For head-to-head `among` is the
    number of entrants in the table that decided and `complete` whether all of them had met.
    """

    code: str
    above: str
    below: str
    points: Decimal
    values: tuple[Decimal | None, Decimal | None] = (None, None)
    level: tuple[str, ...] = ()
    rank: int = 0
    among: int = 2
    complete: bool = True

    @property
    def params(self) -> dict[str, Any]:
        """Return everything but the code, for a translated sentence."""
        names = ("above", "below", "points", "values", "level", "rank", "among", "complete")
        return {name: getattr(self, name) for name in names}

    @property
    def sentence(self) -> str:
        """Return the reason in English."""
        if self.code == "shared":
            ties = " and in every tie-break" if len(self.level) > 1 else ""
            return (
                f"{self.above} and {self.below} share rank {self.rank}: they are level on points "
                f"({self.points}){ties}."
            )
        if self.code == "points":
            return f"{self.above} stands above {self.below}: {self._scored()}."
        return f"{self.above} stands above {self.below}: {self._level()}, and {self._decided()}."

    def _level(self) -> str:
        titles = [TIE_BREAKS[code].phrase for code in self.level if code != "points"]
        if not titles:
            return f"both have {_points(self.points)}"
        return f"both have {_points(self.points)} and are level on {_listed(titles)}"

    def _decided(self) -> str:
        tie_break = TIE_BREAKS[self.code]
        if self.code == "lots":
            return "the draw of lots decided"
        if self.code == "head_to_head":
            return self._head_to_head()
        if self.values[1] is None:
            return f"only {self.above} has a value in {tie_break.phrase}"
        return f"{tie_break.phrase} decided, {self._against()}"

    def _head_to_head(self) -> str:
        if not self.complete:
            return (
                f"{self.above} comes first in the matches among the {self.among} who are level, "
                "however those not played would have ended"
            )
        if self.among == 2:
            return f"head-to-head decided, {self._scored()}"
        return (
            f"head-to-head decided, {self._scored()} in the matches among the "
            f"{self.among} who are level"
        )

    def _scored(self) -> str:
        return f"{_points(self.values[0])} against {self.values[1]}"

    def _against(self) -> str:
        signed = self.code in TIE_BREAKS and TIE_BREAKS[self.code].signed
        first, second = (f"{value:+}" if signed else f"{value}" for value in self.values)
        return f"{first} against {second}"


def _points(value: Decimal | None) -> str:
    return f"{value} point" if value == 1 else f"{value} points"


def _listed(titles: list[str]) -> str:
    if len(titles) == 1:
        return titles[0]
    return f"{', '.join(titles[:-1])} and {titles[-1]}"
