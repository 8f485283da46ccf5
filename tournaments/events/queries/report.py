"""The report of a finished tournament: final places, prizes, and the best of its matches. Takes a constant number of queries.

Computed from what was stored when each match ended (`TableScore`, `SideScore`).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, Sum

from games.tables.models import Table
from tournaments.events.models import (
    Entry,
    LineUp,
    Match,
    Result,
    SideScore,
    TableScore,
    Tournament,
    named,
)
from tournaments.events.queries.view_models import TournamentView

PODIUM = 3
MOST_NAMED = 3
"""Maximum names shown for a shared best value; with more only the number is shown."""


@dataclass(frozen=True)
class FinalPlace:
    """An entry's final place, from `first` to `last`, which differ if the place is shared."""

    first: int
    last: int
    entry: Entry
    name: str


@dataclass(frozen=True)
class Prize:
    """A prize announced beforehand, with the names of those who share it."""

    place: int
    text: str
    names: list[str]


@dataclass(frozen=True)
class Best:
    """The highest value of a statistic, and who reached it."""

    value: int
    names: list[str]
    level: int = 1
    """How many reached it; `names` are their names if they are few."""


@dataclass(frozen=True)
class BestContract:
    """The highest contract made (ties broken by tricks): the first such, and how many sides made one."""

    bid: int
    tricks: int
    name: str
    others: list[str]
    match: Match
    hand: int
    table: Table
    level: int


@dataclass(frozen=True)
class Margin:
    """A match, and the points by which it was won."""

    match: Match
    points: int


@dataclass(frozen=True)
class Report:
    """A summary of a finished tournament. `most_nils` counts kept nils."""

    places: list[FinalPlace]
    prizes: list[Prize]
    best_contract: BestContract | None
    most_nils: Best | None
    closest: Margin | None

    @property
    def podium(self) -> list[FinalPlace]:
        """Return the entries on the first three places, including shared ones."""
        return [place for place in self.places if place.first <= PODIUM]


def report_of(view: TournamentView) -> Report:
    """Return the report of a finished tournament."""
    places = final_places(view)
    ends = margins(Q(result__match__tournament=view.tournament))[:1]
    contract = _best_contract(view.tournament)
    keys = [match for _points, match in ends]
    if contract is not None:
        keys.append(contract[0].table.match_id)
    found = named_matches(keys)
    return Report(
        places=places,
        prizes=prizes_won(view.tournament.prize_list, places),
        best_contract=contract and _named(*contract, found[contract[0].table.match_id]),
        most_nils=_most_nils(view),
        closest=next((Margin(found[match], points) for points, match in ends), None),
    )


def final_places(view: TournamentView) -> list[FinalPlace]:
    """Return the places of the last stage, best first; none without a winner, or if its groups aren't compared."""
    if view.tournament.winner_id is None:
        return []
    if view.bracket is not None:
        return [
            FinalPlace(each.first, each.last, each.entry, each.entry.name)
            for each in view.bracket.places
        ]
    level = Counter(each.row.rank for each in view.standings)
    return [
        FinalPlace(each.row.rank, each.row.rank + level[each.row.rank] - 1, each.entry, each.name)
        for each in view.standings
    ]


def prizes_won(prizes: Sequence[str], places: Sequence[FinalPlace]) -> list[Prize]:
    """Return each prize with its winners; entries that share places share the prizes."""
    return [
        Prize(number, text, [one.name for one in places if one.first <= number <= one.last])
        for number, text in enumerate(prizes, start=1)
    ]


def margins(of: Q) -> list[tuple[int, int]]:
    """Return the margin and the key of each played match whose side scores match the condition `of`, the closest first."""
    scores = SideScore.objects.filter(
        of, result__current=True, result__kind=Result.Kind.PLAYED, place__isnull=False
    )
    points: dict[int, list[int]] = {}
    for match, mine in scores.order_by().values_list("result__match", "points"):
        points.setdefault(match, []).append(mine)
    ranked = ((sorted(each, reverse=True), match) for match, each in points.items())
    return sorted((each[0] - each[1], match) for each, match in ranked if len(each) > 1)


def named_matches(keys: Collection[int]) -> dict[int, Match]:
    """Return the matches by key, with everything needed to name their sides."""
    matches = Match.objects.filter(pk__in=keys).select_related("round", "tournament")
    return {one.pk: one for one in matches.prefetch_related(*named())}


def _played(tournament: Tournament) -> Any:
    """Return the scores at the tables whose match counts."""
    return TableScore.objects.filter(
        table__counts=True,
        table__match__tournament=tournament,
        table__match__results__current=True,
        table__match__results__kind=Result.Kind.PLAYED,
    )


def _best_contract(tournament: Tournament) -> tuple[TableScore, int] | None:
    """Return the first score with the best contract, and how many sides made one. Two queries."""
    rows = _played(tournament).filter(best_contract__gt=0)
    first = (
        rows.order_by(
            *("-best_contract", "-best_tricks", "table__match__round__number"),
            *("table__match__number", "table__number", "side__index"),
        )
        .select_related("table__table", "side")
        .first()
    )
    if first is None:
        return None
    level = rows.filter(best_contract=first.best_contract, best_tricks=first.best_tricks)
    return first, level.order_by().values("side").distinct().count()


def _named(score: TableScore, level: int, match: Match) -> BestContract:
    names = match.side_names
    if match.tournament.is_team:
        # A team's four play in two pairs: name those who sat at this table.
        sat = LineUp.objects.filter(table=score.table_id)
        pairs: dict[int, list[str]] = {}
        for entry, name in sat.order_by("position").values_list("entry", "user__username"):
            pairs.setdefault(entry, []).append(name)
        names = [
            f"{' & '.join(pairs[each.pk])} ({name})" if each.pk in pairs else name
            for each, name in zip(match.entries, names, strict=True)
        ]
    at = score.table
    while at.continues is not None and score.best_hand <= at.hands_before:
        at = at.continues
    assert at.table is not None
    index = score.side.index
    return BestContract(
        bid=score.best_contract,
        tricks=score.best_tricks,
        name=names[index],
        others=names[:index] + names[index + 1 :],
        match=match,
        hand=score.best_hand - at.hands_before,
        table=at.table,
        level=level,
    )


def _most_nils(view: TournamentView) -> Best | None:
    rows = _played(view.tournament).filter(nils_kept__gt=0).order_by()
    counted = rows.values_list("side__places__entry").annotate(kept=Sum("nils_kept"))
    kept: dict[int, int] = dict(counted)
    if not kept:
        return None
    best = max(kept.values())
    names = [each.name for each in view.entries if kept.get(each.pk) == best]
    return Best(best, names if len(names) <= MOST_NAMED else [], len(names))
