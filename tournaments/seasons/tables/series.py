"""A series: any tournaments of the league count, and its events with the same cards, with points by place, bonuses, and the best evenings.

It ranks players, pairs (a pair is the same two people, whoever entered) or teams (by their name's key; by its exact spelling if
two teams of one tournament have the same key).
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spades_site.common.folding import fold_name
from tournaments.leagues.models import Season
from tournaments.seasons.tables.evenings import (
    Counted,
    Place,
    Ranked,
    day_of,
    finished,
    ranked_in,
)
from tournaments.seasons.terms import BY_EVENINGS, Terms, terms_of


@dataclass(frozen=True)
class Evening:
    """A player's, pair's or team's result in one tournament: the place (shared places count alike; None: they were its
    host and didn't play), and what each rule gave them.

    `by_place` is already multiplied by `times`. `came`: one of them was at a table, or waited with a bye.
    """

    tournament: int | str
    place: int | None
    by_place: int = 0
    times: int = 1
    attendance: int = 0
    host: int = 0
    newcomer: int = 0
    counts: bool = True
    came: bool = True

    @property
    def points(self) -> int:
        """Return the points of the evening."""
        return self.by_place + self.attendance + self.host + self.newcomer


@dataclass(frozen=True)
class SeriesRow:
    """A row of a series' table: a player, pair or team, with everybody who played for it (keys of users).

    `evenings` are by date; those that don't count among the best are marked.
    """

    place: int
    name: str
    players: tuple[int, ...]
    points: int
    evenings: tuple[Evening, ...]

    @property
    def attended(self) -> int:
        """Return the number of tournaments to which they came."""
        return sum(one.came for one in self.evenings)

    @property
    def wins(self) -> int:
        """Return the number of tournaments that they won."""
        return sum(one.place == 1 for one in self.evenings)


@dataclass(frozen=True)
class Scored:
    """The points of a player, pair or team in a series, and the evenings behind them."""

    key: Hashable
    points: int
    evenings: tuple[Evening, ...]


@dataclass
class Competitor:
    """A player, pair or team: its latest name, its players, and its places by tournament."""

    name: str = ""
    players: set[int] = field(default_factory=set)
    places: list[Place] = field(default_factory=list)


def score[Key: Hashable](places: Mapping[Key, Sequence[Place]], terms: Terms) -> list[Scored]:
    """Return the competitors of a series, best first, from their places by date. Absent ones get nothing for taking part.

    Ties are broken by more first places, then more second places and so on, then by more evenings; or by more evenings
    first, if the terms say so. Those still level keep the order of `places`.
    """
    rows = []
    for key, played in places.items():
        evenings = _best([_evening(each, terms) for each in played], terms.best)
        points = sum(one.points for one in evenings if one.counts)
        rows.append(Scored(key, points, tuple(evenings)))
    return sorted(rows, key=lambda one: _order(one, terms))


def series_table(
    season: Season, period: str = "", cups: Sequence[Counted] | None = None
) -> list[SeriesRow]:
    """Return the table of a series from what is over (`cups`, where the caller has them): everybody who played
    in one of them, or hosted one if that is worth points. `period` is a month or a year of the season's zone ("2026-11",
    "2026"); "": the whole series.

    Takes a constant number of queries, once the places of the tournaments are cached.
    """
    terms = terms_of(season)
    cups = finished(season) if cups is None else cups
    shown = [one for one in cups if is_within(period, day_of(one, season).isoformat())]
    ranked = ranked_in(season, shown)
    shared = {key for tournament in shown for key in _shared_keys(ranked[tournament.pk])}
    found: dict[Hashable, Competitor] = {}
    for tournament in shown:
        for each in sorted(ranked[tournament.pk], key=lambda one: one.place.order):
            one = found.setdefault(each.name if each.key in shared else each.key, Competitor())
            one.name = each.name
            one.players.update(each.players)
            this = each.place
            if one.places and one.places[-1].tournament == tournament.pk:
                # Somebody left the tournament and entered it again, or hosted it too: the better place counts.
                this = one.places.pop().joined(this)
            one.places.append(this)
    by_name = dict(sorted(found.items(), key=lambda item: fold_name(item[1].name)))
    scored = score({key: one.places for key, one in by_name.items()}, terms)
    rows: list[SeriesRow] = []
    for number, line in enumerate(scored, start=1):
        level = rows and _order(scored[number - 2], terms) == _order(line, terms)
        one = found[line.key]
        place = rows[-1].place if level else number
        rows.append(
            SeriesRow(place, one.name, tuple(sorted(one.players)), line.points, line.evenings)
        )
    return rows


def periods_of(season: Season, cups: Iterable[Counted]) -> list[str]:
    """Return the years and then the months of the finished tournaments of a series, where there are several of a kind."""
    days = [day_of(one, season).isoformat() for one in cups]
    kinds = (dict.fromkeys(day[:length] for day in days) for length in (4, 7))
    return [period for found in kinds if len(found) > 1 for period in found]


def is_within(period: str, day: str) -> bool:
    """Return whether an ISO day is in a month or a year; every day is in ""."""
    return not period or day.startswith(f"{period}-")


def _shared_keys(ranked: Iterable[Ranked]) -> Iterator[Hashable]:
    """Yield the keys that entries with different names in one tournament share."""
    names: dict[Hashable, set[str]] = {}
    for one in ranked:
        if isinstance(one.key, str):
            names.setdefault(one.key, set()).add(one.name)
    return (key for key, spelled in names.items() if len(spelled) > 1)


def _evening(one: Place, terms: Terms) -> Evening:
    return Evening(
        one.tournament,
        one.place,
        by_place=one.times * _worth(one.place, terms.scale),
        times=one.times,
        attendance=terms.attendance * one.came,
        host=terms.host * one.hosted,
        newcomer=terms.newcomer * one.brought,
        came=one.came,
    )


def _worth(place: int | None, scale: Sequence[int]) -> int:
    return scale[place - 1] if place is not None and place <= len(scale) else 0


def _best(evenings: Iterable[Evening], best: int | None) -> list[Evening]:
    """Return the evenings by date, with all but the `best` marked as not counting; of level ones the earlier counts."""
    listed = list(evenings)
    if best is None or len(listed) <= best:
        return listed
    ranked = sorted(range(len(listed)), key=lambda n: (-listed[n].points, n))
    kept = set(ranked[:best])
    return [replace(one, counts=n in kept) for n, one in enumerate(listed)]


def _order(one: Scored, terms: Terms) -> tuple[Any, ...]:
    """Return the sort key of a series, best first."""
    worst = max((each.place or 0 for each in one.evenings), default=0)
    counts = [-sum(each.place == place for each in one.evenings) for place in range(1, worst + 1)]
    places, evenings = [*counts, 1], -sum(each.came for each in one.evenings)
    if terms.ties == BY_EVENINGS:
        return (-one.points, evenings, places)
    return (-one.points, places, evenings)
