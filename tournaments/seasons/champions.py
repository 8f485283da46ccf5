"""Where everybody ended in a league's finished seasons, and the champions. Stored when a season finishes."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.events.models import EntryPlayer, Tournament
from tournaments.leagues.models import League, Season
from tournaments.seasons.models import FinalPlace, SeasonEntry
from tournaments.seasons.series import series_table
from tournaments.seasons.tables import final_order


@dataclass(frozen=True)
class Champion:
    """A finished season with its champions: one name, or several who are level in a series."""

    season: Season
    names: tuple[str, ...]
    players: tuple[str, ...]
    """The user names of the pair or team, or of those who are level."""


def champions_of(league: League) -> list[Champion]:
    """Return the champions of the league's finished seasons, the newest first. Takes two queries."""
    champions = FinalPlace.objects.filter(champion=True).select_related("entry", "user")
    seasons = (
        league.seasons.filter(status=Season.Status.FINISHED)
        .order_by("-ends_on", "-pk")
        .prefetch_related(
            Prefetch("final_places", champions.order_by("pk"), to_attr="champion_places")
        )
    )
    found = []
    for season in seasons:
        places: list[FinalPlace] = getattr(season, "champion_places", [])
        names = dict.fromkeys(
            place.entry.name if place.entry else place.user.username for place in places
        )
        players = tuple(place.user.username for place in places)
        found.append(Champion(season, tuple(names), players))
    return found


def note_places(season: Season) -> None:
    """Store where everybody ended, in place of what was stored before; the season is locked."""
    season.final_places.all().delete()
    FinalPlace.objects.bulk_create(_places(season) if season.has_divisions else _ranks(season))


def _places(season: Season) -> list[FinalPlace]:
    """Everybody's place in the table of their division. The withdrawn have none."""
    first = season.divisions.select_related("play_off").first()
    order = final_order(season)
    players: dict[int, list[int]] = {}
    for entry in season.entries.prefetch_related("players"):
        players[entry.pk] = [one.user_id for one in entry.players.all() if one.active]
    best = _champion(order[first.pk], players, _winners(first.play_off)) if first else None
    return [
        FinalPlace(
            season=season,
            user_id=user_id,
            entry=entry,
            place=place,
            field_size=len(entries),
            champion=entry == best,
        )
        for entries in order.values()
        for place, entry in enumerate(entries, start=1)
        for user_id in players[entry.pk]
    ]


def _winners(play_off: Tournament | None) -> Collection[int]:
    """The players who won the play-offs."""
    if play_off is None or play_off.winner_id is None:
        return ()
    won = EntryPlayer.objects.filter(entry=play_off.winner_id)
    return set(won.values_list("user_id", flat=True))


def _champion(
    entries: list[SeasonEntry], players: dict[int, list[int]], winners: Collection[int]
) -> SeasonEntry | None:
    """The winners of the play-offs, else the first of the table."""
    won = (entry for entry in entries if any(user in winners for user in players[entry.pk]))
    return next(won, entries[0] if entries else None)


def _ranks(season: Season) -> list[FinalPlace]:
    rows = series_table(season)
    return [
        FinalPlace(
            season=season,
            user_id=row.user_id,
            place=row.place,
            field_size=len(rows),
            champion=row.place == 1,
        )
        for row in rows
    ]
