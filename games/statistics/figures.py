"""Figures of many hands: of a person, in games that the viewer may see, and of everybody. Constant numbers of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Avg, Count, Q, QuerySet

from games.statistics.models import HandPlayed
from games.tables.access.audience import listed_to
from spades_site.accounts.models import User, Viewer

STRETCH: Final = 20
"""Hands for which the line over time has a point."""
MOST_HANDS: Final = 600
"""Hands that the line covers."""
MOST_PARTNERS: Final = 10
FOR_SECONDS: Final = 900
"""How long everybody's figures are kept."""
_COUNTS: Final[dict[str, Any]] = {
    "hands": Count("pk"),
    "contracts": Count("pk", Q(made__isnull=False)),
    "made": Count("pk", Q(made=True)),
    "nils": Count("pk", Q(bid=0, blind=False)),
    "nils_kept": Count("pk", Q(bid=0, blind=False, tricks=0)),
    "blind_nils": Count("pk", Q(bid=0, blind=True)),
    "blind_nils_kept": Count("pk", Q(bid=0, blind=True, tricks=0)),
    "bid": Avg("bid", filter=Q(bid__gt=0)),
    "won": Avg("tricks", filter=Q(bid__gt=0)),
    "bags": Avg("bags"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums and means over hands; a mean of nothing is None."""

    hands: int = 0
    contracts: int = 0
    made: int = 0
    nils: int = 0
    nils_kept: int = 0
    blind_nils: int = 0
    blind_nils_kept: int = 0
    bid: float | None = None
    won: float | None = None
    bags: float | None = None

    @property
    def made_percent(self) -> float | None:
        """Return the share of contracts that were made."""
        return _percent(self.made, self.contracts)

    @property
    def set_percent(self) -> float | None:
        """Return the share of contracts that were set."""
        return _percent(self.contracts - self.made, self.contracts)

    @property
    def nil_percent(self) -> float | None:
        """Return how often nil was bid, blind or not."""
        return _percent(self.nils + self.blind_nils, self.hands)

    @property
    def nils_kept_percent(self) -> float | None:
        """Return the share of nils that were kept."""
        return _percent(self.nils_kept, self.nils)

    @property
    def blind_nils_kept_percent(self) -> float | None:
        """Return the share of blind nils that were kept."""
        return _percent(self.blind_nils_kept, self.blind_nils)


def hands_of(person: User, viewer: Viewer) -> QuerySet[HandPlayed]:
    """Return a person's hands in the games that the viewer may see in lists."""
    return HandPlayed.objects.filter(
        game__user=person, game__table__in=listed_to(viewer).values("pk")
    )


def figures(hands: QuerySet[HandPlayed]) -> Figures:
    """Return the figures of some hands."""
    return _figures(hands.aggregate(**_named()))


def bids(hands: QuerySet[HandPlayed]) -> dict[int, int]:
    """Return how often people bid each number themselves, 0 being nil."""
    own = hands.filter(bid__isnull=False)
    return dict(own.values_list("bid").annotate(Count("pk")).order_by("bid"))


def of_everybody() -> tuple[Figures, dict[int, int]]:
    """Return the figures and bids of all hands on the site, cached for a while."""
    found: tuple[Figures, dict[int, int]] | None = cache.get("statistics-of-everybody")
    if found is None:
        found = figures(HandPlayed.objects.all()), bids(HandPlayed.objects.all())
        cache.set("statistics-of-everybody", found, FOR_SECONDS)
    return found


def by_seat(hands: QuerySet[HandPlayed]) -> list[tuple[int, Figures]]:
    """Return the figures of each seat, counted from 1."""
    rows: Any = hands.values("game__seat").annotate(**_named()).order_by("game__seat")
    return [(row.pop("game__seat") + 1, _figures(row)) for row in rows]


def by_partner(hands: QuerySet[HandPlayed]) -> list[tuple[User, Figures]]:
    """Return the figures with each of the most frequent partners."""
    with_people = hands.filter(game__partner__isnull=False)
    rows: Any = with_people.values("game__partner").annotate(**_named())
    most = list(rows.order_by("-n_hands", "game__partner")[:MOST_PARTNERS])
    people = User.objects.in_bulk([row["game__partner"] for row in most])
    return [(people[row.pop("game__partner")], _figures(row)) for row in most]


def over_time(hands: QuerySet[HandPlayed]) -> list[tuple[datetime, float]]:
    """Return the share of contracts made in each stretch of hands, oldest first, with the stretch's last game."""
    made = hands.filter(made__isnull=False).order_by("-game__ended_at", "-game", "-number")
    rows = list(made.values_list("game__ended_at", "made")[:MOST_HANDS])[::-1]
    first = len(rows) % STRETCH
    stretches = [rows[at : at + STRETCH] for at in range(first, len(rows), STRETCH)]
    return [(each[-1][0], 100 * _sum(each) / STRETCH) for each in stretches]


def _sum(rows: Sequence[tuple[datetime, bool | None]]) -> int:
    return sum(bool(made) for _at, made in rows)


def _named() -> dict[str, Any]:
    """Return the counts and sums for `Figures`, under names that no column has."""
    return {f"n_{name}": each for name, each in _COUNTS.items()}


def _figures(row: dict[str, Any]) -> Figures:
    return Figures(**{name: row[f"n_{name}"] for name in _COUNTS})


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None
