"""The champions of a league's finished seasons."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.leagues.models import League, Season
from tournaments.seasons.series import series_table
from tournaments.seasons.tables import final_order


@dataclass(frozen=True)
class Champion:
    """A finished season with its champions: one name, or several who are level in a series."""

    season: Season
    names: tuple[str, ...]


def champions_of(league: League) -> list[Champion]:
    """Return the champions of the league's finished seasons, the newest first."""
    seasons = league.seasons.filter(status=Season.Status.FINISHED).order_by("-ends_on", "-pk")
    return [Champion(season, tuple(_first(season))) for season in seasons]


def _first(season: Season) -> Iterable[str]:
    if not season.has_divisions:
        return [row.name for row in series_table(season) if row.place == 1]
    division = season.divisions.select_related("play_off__winner").first()
    if division is None:
        return []
    if division.play_off is not None and division.play_off.winner is not None:
        return [division.play_off.winner.name]
    return [entry.name for entry in final_order(season)[division.pk][:1]]
