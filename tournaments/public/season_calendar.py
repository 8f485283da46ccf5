"""A season as a calendar: a drawing for each month, and the match days as a list."""

import calendar
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.events.core.permissions import visible_to
from tournaments.events.models import Round, Status, Tournament
from tournaments.events.setup.match_times import match_time_in
from tournaments.events.setup.schedule import Slot, entries_of, slots, with_entries
from tournaments.leagues.models import League, Season

CELL_WIDTH, CELL_HEIGHT, HEAD = 40, 34, 24
WIDTH = 7 * CELL_WIDTH
MONTHS = 12
"""Of a longer season only the months around today are drawn."""
WITHOUT_SEASON = 3
"""The number of months drawn, from the current one on, if a league has no season."""


@dataclass
class Playing:
    """A tournament's rounds on one day, by number; () for a start that isn't drawn yet."""

    tournament: Tournament
    at: Any
    rounds: list[int] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Return the rounds as text."""
        if not self.rounds:
            return _("start")
        if len(self.rounds) == 1:
            return _("round %(n)d") % {"n": self.rounds[0]}
        return _("rounds %(first)d to %(last)d") % {
            "first": self.rounds[0],
            "last": self.rounds[-1],
        }


@dataclass(frozen=True)
class Cell:
    """One day in a month's drawing; `x`, `y` are its upper left corner, `many` how much is played."""

    day: date
    x: int
    y: int
    many: int
    today: bool
    outside: bool
    """Whether it is before or after the season."""

    @property
    def middle(self) -> int:
        """Return the x coordinate of its number."""
        return self.x + CELL_WIDTH // 2

    @property
    def base(self) -> int:
        """Return the base line of its number."""
        return self.y + 22

    @property
    def dots(self) -> list[int]:
        """Return the x coordinates of the dots below the number, at most three: one per tournament."""
        shown = min(self.many, 3)
        return [self.middle + 6 * n - 3 * (shown - 1) for n in range(shown)]

    @property
    def dots_at(self) -> int:
        """Return the y coordinate of the dots."""
        return self.y + 27


@dataclass(frozen=True)
class Month:
    """One month's drawing."""

    title: str
    words: str
    heads: list[tuple[int, str]]
    cells: list[Cell]
    height: int
    width: int = WIDTH
    cell_width: int = CELL_WIDTH - 4
    cell_height: int = CELL_HEIGHT - 4


def days_of_play(
    league: League, viewer: Viewer, first: date, last: date, season: Season | None = None
) -> list[tuple[date, list[Playing]]]:
    """Return the days from `first` to `last`, in the viewer's time zone, on which the league plays, each with its
    tournaments.

    With a `season` only its tournaments. A tournament appears on the days of its rounds, if known; else on that of its
    start. A round in a window is on the day of its matches' default time. Takes two queries.
    """
    rounds = Round.objects.exclude(status=Round.Status.DRAFTED)
    present = now()
    shown = visible_to(viewer).filter(league=league)
    if season is not None:
        shown = shown.filter(season=season)
    found: dict[date, dict[int, Playing]] = {}
    for one in (
        with_entries(shown.exclude(status__in=(Status.DRAFT, Status.CANCELLED)))
        .prefetch_related(Prefetch("rounds", rounds.order_by("stage__index", "number"), "timed"))
        .order_by("starts_at", "pk")
    ):
        planned = slots(one, one.timed, entries_of(one), present)
        times = [(_day_of(slot), slot.number) for slot in planned] or [(one.starts_at, 0)]
        for at, number in times:
            day = timezone.localtime(at).date()
            if not first <= day <= last:
                continue
            playing = found.setdefault(day, {}).setdefault(one.pk, Playing(one, at))
            playing.rounds.extend([number] if number else [])
    return [(day, list(found[day].values())) for day in sorted(found)]


def _day_of(slot: Slot) -> datetime:
    default = None if slot.round is None else match_time_in(slot.round)
    return default or slot.opens


def span_of(season: Season | None, today: date) -> tuple[date, date]:
    """Return the first and last day of a season; without one, of the current month and those that follow."""
    if season is not None:
        return season.starts_on, season.ends_on
    first = today.replace(day=1)
    return first, _months_on(first, WITHOUT_SEASON) - timedelta(days=1)


def months(
    first: date, last: date, days: Sequence[tuple[date, list[Playing]]], today: date
) -> list[Month]:
    """Return the drawings of the months from `first` to `last`; of a long season, those around `today`."""
    many = {day: len(played) for day, played in days}
    begins = first.replace(day=1)
    if _months_on(begins, MONTHS) <= last:
        latest = _months_on(last.replace(day=1), 1 - MONTHS)
        begins = max(begins, min(latest, _months_on(today.replace(day=1), -1)))
    drawn = []
    for n in range(MONTHS):
        month = _months_on(begins, n)
        if month <= last:
            drawn.append(_month(month, many, today, (first, last)))
    return drawn


def _month(month: date, many: dict[date, int], today: date, span: tuple[date, date]) -> Month:
    begin = (int(get_format("FIRST_DAY_OF_WEEK")) - 1) % 7
    sheet = calendar.Calendar(begin)
    cells = [
        Cell(
            day=day,
            x=column * CELL_WIDTH + 2,
            y=HEAD + row * CELL_HEIGHT,
            many=many.get(day, 0),
            today=day == today,
            outside=not span[0] <= day <= span[1],
        )
        for row, week in enumerate(sheet.monthdatescalendar(month.year, month.month))
        for column, day in enumerate(week)
        if day.month == month.month
    ]
    return Month(
        title=date_format(month, "F Y"),
        words=_words(date_format(month, "F Y"), cells),
        heads=[
            (column * CELL_WIDTH + CELL_WIDTH // 2, str(WEEKDAYS_ABBR[weekday]))
            for column, weekday in enumerate(sheet.iterweekdays())
        ],
        cells=cells,
        height=cells[-1].y + CELL_HEIGHT,
    )


def _words(title: str, cells: Iterable[Cell]) -> str:
    many = sum(cell.many > 0 for cell in cells)
    text = ngettext(
        "%(month)s: %(n)d match day, listed below",
        "%(month)s: %(n)d match days, listed below",
        many,
    )
    return text % {"month": title, "n": many}


def months_between(first: date, last: date) -> int:
    """Return how many months the days from `first` to `last` touch."""
    return (last.year - first.year) * 12 + last.month - first.month + 1


def _months_on(first: date, many: int) -> date:
    """Return the first day of the month `many` months after that of `first`."""
    number = first.year * 12 + first.month - 1 + many
    return date(number // 12, number % 12 + 1, 1)
