"""The lobby's filters, kept in the query string: rules, clock, and the people's ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Kind(NamedTuple):
    """A kind of clock: its name, and the minimum and maximum seconds per turn (None: unlimited)."""

    name: "StrOrPromise"
    least: int
    most: int | None


CLOCKS = {
    "quick": Kind(_("Quick"), 0, 15),
    "normal": Kind(_("Steady"), 16, 45),
    "relaxed": Kind(_("Relaxed"), 46, CORRESPONDENCE - 1),
    "correspondence": Kind(_("Correspondence"), CORRESPONDENCE, None),
}
LOWEST, HIGHEST = 0, 4000
"""The bounds of all ratings."""


@dataclass(frozen=True)
class Wanted:
    """The filters; "" and None match everything. `low` and `high` limit the ratings of the people there."""

    preset: str = ""
    clock: str = ""
    low: int | None = None
    high: int | None = None

    @property
    def narrows(self) -> bool:
        """Whether any filter is set."""
        return self != Wanted()

    def among(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """Return the tables that match."""
        if self.preset:
            tables = tables.filter(preset=self.preset)
        if self.clock:
            tables = tables.filter(clock_is(self.clock))
        outside = Q()
        if self.low is not None:
            outside |= Q(rating__lt=self.low)
        if self.high is not None:
            outside |= Q(rating__gt=self.high)
        if outside:
            tables = tables.exclude(Exists(Seat.objects.filter(outside, table=OuterRef("pk"))))
        return tables


def wanted_of(query: Mapping[str, Any]) -> Wanted:
    """Return the filters of a query string. Ignores invalid values, and swaps the two ratings if necessary."""
    preset, clock = query.get("preset", ""), query.get("clock", "")
    low, high = _rating(query.get("low")), _rating(query.get("high"))
    if low is not None and high is not None and low > high:
        low, high = high, low
    return Wanted(
        preset=preset if preset in PRESETS else "",
        clock=clock if clock in CLOCKS else "",
        low=low,
        high=high,
    )


def clock_is(*keys: str) -> Q:
    """Return the condition that a table's clock is of one of these kinds."""
    found = Q()
    for key in keys:
        kind = CLOCKS[key]
        one = Q(turn_seconds__gte=kind.least)
        found |= one if kind.most is None else one & Q(turn_seconds__lte=kind.most)
    return found


def clock_of(turn_seconds: int) -> str:
    """Return the key of the kind of clock with that time per turn."""
    return next(
        key for key, kind in CLOCKS.items() if kind.most is None or turn_seconds <= kind.most
    )


def _rating(text: str | None) -> int | None:
    try:
        number = int(text or "")
    except ValueError:
        return None
    return number if LOWEST <= number <= HIGHEST else None
