"""A series' table as text: where the points of a row come from, and the names of months."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.leagues.models import Season
from tournaments.seasons.tables.evenings import Counted, day_of
from tournaments.seasons.tables.series import Evening, SeriesRow


@dataclass(frozen=True)
class Line:
    """An evening of a row: the tournament's name and day, and the sum of its points in words."""

    name: str
    day: date
    evening: Evening
    words: str


def lines_of(
    row: SeriesRow, season: Season, cups: Iterable[Counted], seen: Collection[int | str]
) -> list[Line]:
    """Return the evenings behind a row's points. `cups` are the tournaments and events of the table, `seen` the keys of those that the
    viewer may see.
    """
    by_key = {cup.pk: cup for cup in cups}
    return [
        Line(
            cup.name if cup.pk in seen else _("A hidden tournament"),
            day_of(cup, season),
            one,
            sum_of(one),
        )
        for one in row.evenings
        for cup in (by_key[one.tournament],)
    ]


def sum_of(one: Evening) -> str:
    """Return where the points of an evening come from: "place 2: 18 × 2 = 36, taking part: 2"."""
    parts = []
    if one.place is not None:
        worth = str(one.by_place)
        if one.times > 1:
            worth = f"{one.by_place // one.times} × {one.times} = {one.by_place}"
        parts.append(_("place %(place)d: %(points)s") % {"place": one.place, "points": worth})
    for title, points in (
        (_("taking part"), one.attendance),
        (_("host"), one.host),
        (_("newcomer as partner"), one.newcomer),
    ):
        if points:
            parts.append(f"{title}: {points}")
    return ", ".join(parts)


def title_of(period: str) -> str:
    """Return the name of a month or a year: "November 2026", "2026"."""
    year, _dash, month = period.partition("-")
    return date_format(date(int(year), int(month), 1), "F Y") if month else year
