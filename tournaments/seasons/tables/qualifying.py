"""Who qualifies for the final of a series."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.leagues.models import Membership, Season
from tournaments.seasons.tables.series import SeriesRow, series_table
from tournaments.seasons.terms import terms_of


@dataclass(frozen=True)
class Qualifying:
    """The rows of a series' table that qualify for its final, and those in reserve, both in the table's order."""

    qualified: list[SeriesRow]
    reserves: list[SeriesRow]

    @property
    def people(self) -> set[int]:
        """Return the keys of everybody in either list."""
        return {user for row in (*self.qualified, *self.reserves) for user in row.players}


def qualifying(season: Season, rows: Sequence[SeriesRow] | None = None) -> Qualifying:
    """Return who qualifies by the present table (`rows`, where the caller has it).

    Places count among members: people who left the league make room for the next, and so does a pair of which somebody has
    qualified with another partner. Everybody who shares the last place that qualifies does.
    """
    terms = terms_of(season)
    if not terms.has_final:
        return Qualifying([], [])
    present = Membership.objects.filter(league=season.league_id, user__is_active=True)
    members = set(present.values_list("user_id", flat=True))
    qualified: list[SeriesRow] = []
    others: list[SeriesRow] = []
    taken: set[int] = set()
    counted, place, ahead = 0, 0, 0
    for row in series_table(season) if rows is None else rows:
        if not members.issuperset(row.players) or taken.intersection(row.players):
            continue
        counted += 1
        if row.place != place:
            place, ahead = row.place, counted - 1
        by_wins = terms.qualify_wins is not None and row.wins >= terms.qualify_wins
        if ahead < (terms.qualify or 0) or by_wins:
            qualified.append(row)
            taken.update(row.players)
        else:
            others.append(row)
    reserves: list[SeriesRow] = []
    for row in others:
        if len(reserves) < terms.reserves and taken.isdisjoint(row.players):
            reserves.append(row)
            taken.update(row.players)
    return Qualifying(qualified, reserves)
