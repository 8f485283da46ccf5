"""A league's hall of fame: final places and champions of its finished seasons, stored when a season finishes or a
result is corrected later; and the winners of its other tournaments.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, QuerySet

from spades_site.accounts.models import Viewer
from spades_site.common import audit
from tournaments.events.models import EntryPlayer, Status, Tournament
from tournaments.events.queries.selectors import visible_tournaments
from tournaments.leagues.models import League, Season
from tournaments.seasons.core import lock_season
from tournaments.seasons.models import FinalPlace, SeasonEntry
from tournaments.seasons.tables.divisions import final_order
from tournaments.seasons.tables.series import series_table
from tournaments.seasons.terms import PLAYERS, terms_of

MOST_WINNERS = 10


@dataclass(frozen=True)
class Champion:
    """A finished season with its champions: one name, or several who are level in a series."""

    season: Season
    names: tuple[str, ...]
    players: tuple[str, ...]
    """The user names of the pair or team, or of those who are level."""


@dataclass(frozen=True)
class Winner:
    """A person with the number of tournaments that they won, with whomever."""

    name: str
    wins: int


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
            place.entry.name if place.entry else place.name or place.user.username
            for place in places
        )
        players = tuple(place.user.username for place in places)
        found.append(Champion(season, tuple(names), players))
    return found


def tournaments_won(league: League, viewer: Viewer) -> QuerySet[Tournament]:
    """Return the league's finished tournaments that have a winner and belong to no season's divisions, the last first."""
    return (
        visible_tournaments(viewer)
        .filter(league=league, division=None, play_off_of=None)
        .filter(status=Status.FINISHED, winner__isnull=False)
        .order_by("-finished_at", "-pk")
    )


def most_wins(league: League, viewer: Viewer) -> list[Winner]:
    """Return the people with the most wins among `tournaments_won`, at most MOST_WINNERS. One query."""
    won = EntryPlayer.objects.filter(
        entry__in=tournaments_won(league, viewer).order_by().values("winner"),
        active=True,
        user__is_active=True,
    )
    rows = won.values_list("user__username").annotate(wins=Count("entry", distinct=True))
    ranked = rows.order_by("-wins", "user__username")[:MOST_WINNERS]
    return [Winner(name, wins) for name, wins in ranked]


def note_places(season: Season) -> bool:
    """Store everybody's final place, replacing earlier ones; the caller has locked the season. Returns whether anything
    changed.
    """
    places = _places(season) if season.has_divisions else _ranks(season)
    if {_facts(one) for one in season.final_places.all()} == {_facts(one) for one in places}:
        return False
    season.final_places.all().delete()
    FinalPlace.objects.bulk_create(places)
    return True


def on_corrected(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "tournament.corrected": recompute the final places and champions of the season, if it is
    over. Idempotent.
    """
    found = Tournament.objects.filter(pk=payload["tournament"], season__isnull=False)
    for season_id in found.values_list("season_id", flat=True):
        season = lock_season(season_id)
        if season.status == Season.Status.FINISHED and note_places(season):
            audit.record(actor=None, verb="season.places_corrected", subject=season)


def _facts(place: FinalPlace) -> tuple[int, int | None, int, int, bool]:
    return place.user_id, place.entry_id, place.place, place.field_size, place.champion


def _places(season: Season) -> list[FinalPlace]:
    """Return everybody's place in the table of their division, except withdrawn entries."""
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
    """Return the players who won the play-offs."""
    if play_off is None or play_off.winner_id is None:
        return ()
    won = EntryPlayer.objects.filter(entry=play_off.winner_id)
    return set(won.values_list("user_id", flat=True))


def _champion(
    entries: list[SeasonEntry], players: dict[int, list[int]], winners: Collection[int]
) -> SeasonEntry | None:
    """Return the winners of the play-offs, else the first of the table."""
    won = (entry for entry in entries if any(user in winners for user in players[entry.pk]))
    return next(won, entries[0] if entries else None)


def _ranks(season: Season) -> list[FinalPlace]:
    """Return everybody's place in a series; the best one for people in several pairs or teams."""
    rows, names = series_table(season), terms_of(season).ranked != PLAYERS
    found: dict[int, FinalPlace] = {}
    for row in rows:
        for user_id in row.players:
            found.setdefault(
                user_id,
                FinalPlace(
                    season=season,
                    user_id=user_id,
                    name=row.name if names else "",
                    place=row.place,
                    field_size=len(rows),
                    champion=row.place == 1,
                ),
            )
    return list(found.values())
