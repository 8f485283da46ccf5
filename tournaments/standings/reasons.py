"""Why one entrant ranks above another, for programs (code and params) and as a sentence."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from games.engine.sentences import Sentence, counted, format_number, message
from tournaments.standings.catalogue import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Reason:
    """What decided between two entrants.

    `code` is "points", the code of a tie-break, or "shared" when nothing did. `above` and `below` are the names.
    `values` are theirs in what decided (None for "shared" and where a tie-break gave none). `level` are the codes
    in which they were tied before, "points" among them, and `points` what both had. For head-to-head `among` is the
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
    def sentence(self) -> Sentence:
        """Return the reason in English, as a translatable Sentence."""
        names = {"above": self.above, "below": self.below}
        if self.code == "shared":
            values = {**names, "rank": self.rank, "points": self.points}
            if len(self.level) > 1:
                return message(
                    "%(above)s and %(below)s share rank %(rank)s: they are tied on points (%(points)s) "
                    "and in every tie-break.",
                    **values,
                )
            return message(
                "%(above)s and %(below)s share rank %(rank)s: they are tied on points (%(points)s).",
                **values,
            )
        if self.code == "points":
            return message("%(above)s ranks above %(below)s: %(why)s.", **names, why=self._scored())
        return message(
            "%(above)s ranks above %(below)s: %(level)s, and %(decided)s.",
            **names,
            level=self._level(),
            decided=self._decided(),
        )

    def _level(self) -> Sentence:
        titles = [TIE_BREAKS[code].phrase for code in self.level if code != "points"]
        points = _points(self.points)
        if not titles:
            return message("both have %(points)s", points=points)
        return message(
            "both have %(points)s and are tied on %(tie_breaks)s",
            points=points,
            tie_breaks=_listed(titles),
        )

    def _decided(self) -> Sentence:
        phrase = TIE_BREAKS[self.code].phrase
        if self.code == "lots":
            return message("the draw of lots decided")
        if self.code == "head_to_head":
            return self._head_to_head()
        if self.values[1] is None:
            return message(
                "only %(above)s has a value in %(tie_break)s", above=self.above, tie_break=phrase
            )
        return message(
            "%(tie_break)s decided, %(values)s", tie_break=phrase, values=self._against()
        )

    def _head_to_head(self) -> Sentence:
        if not self.complete:
            return message(
                "%(above)s comes before %(below)s in the matches among the %(among)s tied entries, "
                "whatever the unplayed ones would bring",
                above=self.above,
                below=self.below,
                among=self.among,
            )
        if self.among == 2:
            return message("head-to-head decided, %(points)s", points=self._scored())
        return message(
            "head-to-head decided, %(points)s in the matches among the %(among)s who are level",
            points=self._scored(),
            among=self.among,
        )

    def _scored(self) -> Sentence:
        return message(
            "%(first)s against %(second)s", first=_points(self.values[0]), second=self.values[1]
        )

    def _against(self) -> Sentence:
        signed = self.code in TIE_BREAKS and TIE_BREAKS[self.code].signed
        first, second = (format_number(value, signed=signed) for value in self.values)
        return message("%(first)s against %(second)s", first=first, second=second)


def _points(value: Decimal | None) -> Sentence:
    # Fractions of a point take the plural.
    number = int(value) if value is not None and value == int(value) else 2
    return counted("%(value)s point", "%(value)s points", number, value=value)


def _listed(titles: list[str]) -> str:
    if len(titles) == 1:
        return titles[0]
    first = titles[0]
    for title in titles[1:-1]:
        first = message("%(first)s, %(next)s", first=first, next=title)
    return message("%(first)s and %(last)s", first=first, last=titles[-1])
