"""Statistics of a season: contracts, nils, bags and sets of all its finished matches, the best at each, the closest match.

Computed from what was stored when each match ended (`TableScore`), in a constant number of queries.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, Sum

from spades_site.accounts.models import User
from tournaments.events.models import LineUp, Result, Substitution, TableScore
from tournaments.events.queries.report import Margin, margins, named_matches
from tournaments.leagues.models import Season
from tournaments.seasons.models import SeasonEntry

COUNTED = ("hands", "contracts", "made", "nils", "nils_kept", "overtricks", "points")
BEST = 5
"""How many are named as the best at something."""
FEWEST_HANDS = 4
"""Entries with fewer hands aren't ranked."""
FEWEST_NILS = 3


@dataclass(frozen=True)
class Counts:
    """Sums over hands, each counted once for each side."""

    hands: int = 0
    contracts: int = 0
    made: int = 0
    nils: int = 0
    nils_kept: int = 0
    overtricks: int = 0
    points: int = 0

    @property
    def sets(self) -> int:
        """Return the contracts that weren't made."""
        return self.contracts - self.made

    @property
    def made_percent(self) -> float:
        """Return the share of contracts that were made, in percent."""
        return _percent(self.made, self.contracts)

    @property
    def kept_percent(self) -> float:
        """Return the share of nils that were kept, in percent."""
        return _percent(self.nils_kept, self.nils)

    @property
    def bags_a_hand(self) -> float:
        """Return the bags of a side in a hand."""
        return self.overtricks / self.hands if self.hands else 0

    @property
    def sets_a_hand(self) -> float:
        """Return how often a side was set in a hand."""
        return self.sets / self.hands if self.hands else 0

    @property
    def points_a_hand(self) -> float:
        """Return a side's points in a hand."""
        return self.points / self.hands if self.hands else 0


@dataclass(frozen=True)
class Ranked:
    """An entry with its value in a ranking; `share` is the length of its bar, from 0 to 100."""

    entry: SeasonEntry
    counts: Counts
    value: float
    share: int
    mine: bool = False


@dataclass(frozen=True)
class StoodIn:
    """Somebody who came to matches as a stand-in."""

    user: User
    matches: int


@dataclass(frozen=True)
class Statistics:
    """A season's statistics. `hands` counts each deal at each table once; `all` is the sum of both sides."""

    matches: int
    hands: int
    all: Counts
    scorers: list[Ranked]
    makers: list[Ranked]
    nils: list[Ranked]
    closest: Margin | None
    widest: Margin | None
    stand_ins: list[StoodIn]


def statistics_of(season: Season, user_id: int | None = None) -> Statistics:
    """Return the statistics of a season's played matches, the viewer's own entry marked. Takes ten queries."""
    counts = _counts(season)
    entries = list(season.entries.filter(entry__in=counts).prefetch_related("players"))
    total = Counts(*(sum(getattr(one, name) for one in counts.values()) for name in COUNTED))

    def best(value: Callable[[Counts], float], enough: Callable[[Counts], bool]) -> list[Ranked]:
        found = [
            (value(counts[one.entry_id or 0]), one)
            for one in entries
            if enough(counts[one.entry_id or 0])
        ]
        found.sort(key=lambda one: (-one[0], one[1].pk))
        most = max((value_ for value_, _entry in found), default=0)
        return [
            Ranked(
                entry=one,
                counts=counts[one.entry_id or 0],
                value=value_,
                share=max(0, round(_percent(value_, most))),
                mine=any(place.user_id == user_id for place in one.players.all()),
            )
            for value_, one in found[:BEST]
        ]

    by_margin = margins(Q(result__match__tournament__division__season=season))
    closest, widest = _named_margins(by_margin)
    return Statistics(
        matches=len(by_margin),
        hands=total.hands // 2,
        all=total,
        scorers=best(lambda one: one.points_a_hand, lambda one: one.hands >= FEWEST_HANDS),
        makers=best(lambda one: one.made_percent, lambda one: one.contracts >= FEWEST_HANDS),
        nils=best(lambda one: one.kept_percent, lambda one: one.nils >= FEWEST_NILS),
        closest=closest,
        widest=widest,
        stand_ins=_stood_in(season),
    )


def _stood_in(season: Season) -> list[StoodIn]:
    """Return those who stood in, most often first, both as agreed beforehand and at the table."""
    came = LineUp.objects.counting().filter(
        match=OuterRef("match"), user=OuterRef("into"), present=True
    )
    agreed = Substitution.objects.filter(
        Exists(came), match__tournament__division__season=season, by__isnull=False
    ).exclude(entry__players__user=F("into"))
    # Count one per match, even for somebody who took over twice at its tables.
    places = {(one.match_id, one.into) for one in agreed.select_related("into")}
    counted = Counter(user for _match, user in places)
    return [
        StoodIn(user, matches)
        for user, matches in sorted(counted.items(), key=lambda one: (-one[1], one[0].pk))
    ]


def _counts(season: Season) -> dict[int, Counts]:
    """Return each entry's sums, by the key of its entry in the division."""
    found = TableScore.objects.filter(
        table__counts=True,
        hands__gt=0,
        table__match__tournament__division__season=season,
        table__match__results__current=True,
        table__match__results__kind=Result.Kind.PLAYED,
    )
    rows = (
        found.order_by()
        .values_list("side__places__entry")
        .annotate(**{f"all_{name}": Sum(name) for name in COUNTED})
    )
    return {entry: Counts(*sums) for entry, *sums in rows}


def _named_margins(found: Sequence[tuple[int, int]]) -> tuple[Margin | None, Margin | None]:
    """Return the closest match and the clearest win, which excludes draws."""
    if not found:
        return None, None
    ends = (found[0], found[-1])
    matches = named_matches([match for _points, match in ends])
    closest, widest = (Margin(matches[match], points) for points, match in ends)
    return closest, widest if widest.points else None


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0
