"""Leagues and seasons."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router
from ninja.pagination import paginate

from spades_site.api import schemas
from spades_site.api.site import READING, Pages, found, viewer_of
from tournaments.leagues.models import Season
from tournaments.leagues.selectors import league_for, visible_leagues
from tournaments.public.feeds.seasons import FEEDS, about_season, divisions_of
from tournaments.public.feeds.tables import plain
from tournaments.seasons.core import season_for, visible_to

router = Router(tags=["leagues"])


@router.get("/leagues", response={200: list[schemas.LeagueOut], **READING})
@paginate(Pages, ordering=("pk",))
def leagues(request: HttpRequest) -> QuerySet[Any]:
    """Return the leagues that may be seen, the oldest first."""
    return visible_leagues(viewer_of(request))


@router.get("/leagues/{slug}", response={200: schemas.LeagueOut, **READING})
def league(request: HttpRequest, slug: str) -> Any:
    """Return a league."""
    return found(league_for(slug, viewer_of(request)))


@router.get("/leagues/{slug}/seasons", response={200: list[schemas.SeasonOut], **READING})
def seasons(request: HttpRequest, slug: str) -> Any:
    """Return a league's seasons, the first first."""
    viewer = viewer_of(request)
    of = found(league_for(slug, viewer))
    rows = visible_to(viewer).filter(league=of).order_by("starts_on", "pk")
    return [about_season(one) for one in rows]


@router.get("/seasons/{slug}", response={200: schemas.SeasonDetail, **READING})
def season(request: HttpRequest, slug: str) -> Any:
    """Return a season with its divisions."""
    one = _season(request, slug)
    return about_season(one) | {"divisions": list(divisions_of(one))}


@router.get(
    "/seasons/{slug}/entries",
    response={200: list[schemas.SeasonEntryRow], **READING},
    exclude_unset=True,
)
def season_entries(request: HttpRequest, slug: str) -> Any:
    """Return a season's pairs or teams."""
    return _rows(request, slug, "entries")


@router.get(
    "/seasons/{slug}/fixtures",
    response={200: list[schemas.FixtureRow], **READING},
    exclude_unset=True,
)
def season_fixtures(request: HttpRequest, slug: str) -> Any:
    """Return a season's fixtures."""
    return _rows(request, slug, "fixtures")


@router.get(
    "/seasons/{slug}/tables",
    response={200: list[schemas.SeasonTableRow], **READING},
    exclude_unset=True,
)
def season_tables(request: HttpRequest, slug: str) -> Any:
    """Return the tables of a season's divisions, or the table of a series."""
    return _rows(request, slug, "tables")


def _season(request: HttpRequest, slug: str) -> Season:
    return found(season_for(slug, viewer_of(request)))


def _rows(request: HttpRequest, slug: str, what: str) -> list[Any]:
    return [plain(row) for row in FEEDS[what](_season(request, slug))]
