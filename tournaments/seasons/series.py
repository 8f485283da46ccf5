"""A series: any tournaments of the league count, with points by place, attendance, and the best evenings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spades_site.accounts.models import User
from tournaments.events.draw.seeding import ranks_by_player
from tournaments.events.models import Status, Tournament
from tournaments.leagues.models import Season
from tournaments.seasons.terms import Terms, terms_of


@dataclass(frozen=True)
class Evening:
    """What a player scored in one tournament: the place (shared places count alike), and the points."""

    tournament: int
    place: int
    points: int
    counts: bool = True


@dataclass(frozen=True)
class SeriesRow:
    """A player's line in a series. `evenings` are by date; those that don't count among the best are marked."""

    place: int
    user_id: int
    name: str
    points: int
    evenings: tuple[Evening, ...]

    @property
    def attended(self) -> int:
        """Return in how many tournaments the person played."""
        return len(self.evenings)


@dataclass(frozen=True)
class Scored:
    """A player's points in a series, with the evenings that make them."""

    player: int
    points: int
    evenings: tuple[Evening, ...]


def score(places: Mapping[int, Sequence[tuple[int, int]]], terms: Terms) -> list[Scored]:
    """Return the players of a series, best first, from their places: pairs of tournament and place, by date.

    Ties are broken by more first places, then more second places and so on, then by more attendances.
    """
    rows = []
    for player, played in places.items():
        evenings = _best(
            [
                Evening(key, place, _worth(place, terms.scale) + terms.attendance)
                for key, place in played
            ],
            terms.best,
        )
        points = sum(one.points for one in evenings if one.counts)
        rows.append(Scored(player, points, tuple(evenings)))
    return sorted(rows, key=lambda one: (_order(one.points, one.evenings), one.player))


def series_table(season: Season) -> list[SeriesRow]:
    """Return the table of a series from its finished tournaments: everybody who played in one of them."""
    places: dict[int, list[tuple[int, int]]] = {}
    for tournament in finished(season):
        for user_id, place in ranks_by_player(tournament).items():
            places.setdefault(user_id, []).append((tournament.pk, place))
    names = dict(User.objects.filter(pk__in=places).values_list("pk", "username"))
    rows: list[SeriesRow] = []
    for number, one in enumerate(score(places, terms_of(season)), start=1):
        level = rows and _order(rows[-1].points, rows[-1].evenings) == _order(
            one.points, one.evenings
        )
        place = rows[-1].place if level else number
        rows.append(SeriesRow(place, one.player, names[one.player], one.points, one.evenings))
    return rows


def finished(season: Season) -> list[Tournament]:
    """Return the finished tournaments of a series, by their start."""
    shown = season.tournaments.filter(status=Status.FINISHED).prefetch_related("stages")
    return list(shown.order_by("starts_at", "pk"))


def _worth(place: int, scale: Sequence[int]) -> int:
    return scale[place - 1] if place <= len(scale) else 0


def _best(evenings: Iterable[Evening], best: int | None) -> list[Evening]:
    """The evenings by date, those beyond the `best` marked as not counting; of level ones the earlier counts."""
    listed = list(evenings)
    if best is None or len(listed) <= best:
        return listed
    ranked = sorted(range(len(listed)), key=lambda n: (-listed[n].points, n))
    kept = set(ranked[:best])
    return [
        Evening(one.tournament, one.place, one.points, n in kept) for n, one in enumerate(listed)
    ]


def _order(points: int, evenings: Sequence[Evening]) -> tuple[Any, ...]:
    """The key by which players are ranked, best first."""
    worst = max((one.place for one in evenings), default=0)
    counts = [-sum(one.place == place for one in evenings) for place in range(1, worst + 1)]
    return (-points, [*counts, 1], -len(evenings))
