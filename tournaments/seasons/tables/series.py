"""A series: any tournaments of the league count, with points by place, attendance, and the best evenings.

It ranks players, pairs (a pair is the same two people, whoever entered) or teams (by their name's key; by its exact spelling if
two teams of one tournament have the same key).
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from spades_site.common.folding import fold_name
from tournaments.events.core.line_ups import came_to_tables
from tournaments.events.draw.seeding import ranks_by_entry
from tournaments.events.models import Status, Tournament
from tournaments.events.plan.choices import EntryKind
from tournaments.leagues.models import Season
from tournaments.seasons.terms import BY_EVENINGS, PAIRS, PLAYERS, TEAMS, Terms, terms_of


@dataclass(frozen=True)
class Evening:
    """A player's, pair's or team's result in one tournament: the place (shared places count alike), and the points.

    `came`: one of them was at a table, or waited with a bye.
    """

    tournament: int
    place: int
    points: int
    counts: bool = True
    came: bool = True


class Place(NamedTuple):
    """A place in one tournament, before it is worth anything; `came` as in Evening."""

    tournament: int
    place: int
    came: bool = True


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
        evenings = _best(
            [
                Evening(
                    each.tournament,
                    each.place,
                    _worth(each.place, terms.scale) + terms.attendance * each.came,
                    came=each.came,
                )
                for each in played
            ],
            terms.best,
        )
        points = sum(one.points for one in evenings if one.counts)
        rows.append(Scored(key, points, tuple(evenings)))
    return sorted(rows, key=lambda one: _order(one, terms))


def series_table(season: Season) -> list[SeriesRow]:
    """Return the table of a series from its finished tournaments: everybody who played in one of them."""
    terms = terms_of(season)
    evenings = {each: list(_ranked(each, terms.ranked)) for each in finished(season)}
    shared = {key for ranked in evenings.values() for key in _shared_keys(ranked)}
    found: dict[Hashable, Competitor] = {}
    for tournament, ranked in evenings.items():
        came = came_to_tables(tournament)
        for key, name, players, place in sorted(ranked, key=lambda each: each[3]):
            one = found.setdefault(name if key in shared else key, Competitor())
            one.name = name
            one.players.update(players)
            this = Place(tournament.pk, place, not came.isdisjoint(players))
            if one.places and one.places[-1].tournament == tournament.pk:
                # Somebody left the tournament and entered it again: the better place counts.
                better = one.places.pop()
                this = better._replace(came=better.came or this.came)
            one.places.append(this)
    by_name = dict(sorted(found.items(), key=lambda item: fold_name(item[1].name)))
    scored = score({key: one.places for key, one in by_name.items()}, terms)
    rows: list[SeriesRow] = []
    for number, each in enumerate(scored, start=1):
        level = rows and _order(scored[number - 2], terms) == _order(each, terms)
        one = found[each.key]
        place = rows[-1].place if level else number
        rows.append(
            SeriesRow(place, one.name, tuple(sorted(one.players)), each.points, each.evenings)
        )
    return rows


def _shared_keys(ranked: Iterable[tuple[Hashable, str, Sequence[int], int]]) -> set[Hashable]:
    """Return the keys that entries with different names in one tournament share."""
    names: dict[Hashable, set[str]] = {}
    for key, name, _players, _place in ranked:
        if isinstance(key, str):
            names.setdefault(key, set()).add(name)
    return {key for key, spelled in names.items() if len(spelled) > 1}


def counts_for(tournament: Tournament, ranked: str) -> bool:
    """Return whether a tournament has results for the competitors of a series: any tournament does for players; pairs
    and teams need their own kind.
    """
    if ranked == TEAMS:
        return tournament.is_team
    return ranked == PLAYERS or (
        tournament.entry_kind == EntryKind.PAIR and not tournament.is_individual
    )


def finished(season: Season) -> list[Tournament]:
    """Return the finished tournaments of a series, by their start."""
    shown = season.tournaments.filter(status=Status.FINISHED).prefetch_related("stages")
    return list(shown.order_by("starts_at", "pk"))


def _worth(place: int, scale: Sequence[int]) -> int:
    return scale[place - 1] if place <= len(scale) else 0


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
    worst = max((each.place for each in one.evenings), default=0)
    counts = [-sum(each.place == place for each in one.evenings) for place in range(1, worst + 1)]
    places, evenings = [*counts, 1], -sum(each.came for each in one.evenings)
    if terms.ties == BY_EVENINGS:
        return (-one.points, evenings, places)
    return (-one.points, places, evenings)


def _ranked(
    tournament: Tournament, ranked: str
) -> Iterator[tuple[Hashable, str, Sequence[int], int]]:
    """Yield each player, pair or team of a tournament with its name, its players and its place."""
    if not counts_for(tournament, ranked):
        return
    ranks = ranks_by_entry(tournament)
    rows = tournament.entries.filter(pk__in=ranks, players__isnull=False).order_by("pk")
    players: dict[tuple[int, str], dict[int, str]] = {}
    for key, name, user, username in rows.values_list(
        "pk", "name", "players__user_id", "players__user__username"
    ):
        players.setdefault((key, name), {})[user] = username
    for (key, name), people in players.items():
        if ranked == TEAMS:
            yield fold_name(name), name, list(people), ranks[key]
        elif ranked == PAIRS and len(people) == 2:
            yield frozenset(people), name, list(people), ranks[key]
        elif ranked == PLAYERS:
            for user, username in people.items():
                yield user, username, [user], ranks[key]
