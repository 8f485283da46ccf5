"""Leagues and seasons."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest

from spades_site.api import answers, requests, schemas
from spades_site.api.site import Routes, as_csv, found, person_of, state_of, tables_of, viewer_of
from tournaments.leagues.models import KeptRules, Season
from tournaments.leagues.selectors import league_for, visible_leagues
from tournaments.public.feeds.leagues import about_rules
from tournaments.public.feeds.seasons import FEEDS, about_season, divisions_of
from tournaments.seasons.core import season_for, visible_to
from tournaments.seasons.entries.importing import import_pairs
from tournaments.seasons.entries.placing import place_by_rating
from tournaments.seasons.entries.signing_up import leave_before
from tournaments.seasons.entries.withdrawing import withdraw_entry
from tournaments.seasons.lifecycle.ending import end_season
from tournaments.seasons.lifecycle.planning import open_sign_up
from tournaments.seasons.lifecycle.publishing import publish

router = Routes(tags=["leagues"])

type Step = Literal["open", "place", "publish"]
_STEPS: dict[str, Callable[..., Any]] = {
    "open": open_sign_up,
    "place": place_by_rating,
    "publish": publish,
}


@router.pages("/leagues", schemas.LeagueOut, ordering=("pk",))
def leagues(request: HttpRequest) -> QuerySet[Any]:
    """Return the leagues that may be seen, the oldest first."""
    return visible_leagues(viewer_of(request))


@router.read("/leagues/{slug}", schemas.LeagueOut)
def league(request: HttpRequest, slug: str) -> Any:
    """Return a league."""
    return found(league_for(slug, viewer_of(request)))


@router.pages(
    "/leagues/{slug}/seasons", schemas.SeasonOut, ordering=("starts_on", "pk"), row=about_season
)
def seasons(request: HttpRequest, slug: str) -> QuerySet[Season]:
    """Return a league's seasons, the first first."""
    viewer = viewer_of(request)
    return visible_to(viewer).filter(league=found(league_for(slug, viewer)))


@router.pages("/leagues/{slug}/rule-sets", schemas.RuleSetOut, ordering=("pk",), row=about_rules)
def rule_sets(request: HttpRequest, slug: str) -> QuerySet[KeptRules]:
    """Return the rule sets that a league keeps, the oldest first: a preset, and what differs from it."""
    one = found(league_for(slug, viewer_of(request)))
    return KeptRules.objects.filter(league=one).select_related("league")


@router.read("/seasons/{slug}", schemas.SeasonDetail)
def season(request: HttpRequest, slug: str) -> Any:
    """Return a season with its divisions."""
    one = _season(request, slug)
    return about_season(one) | {"divisions": list(divisions_of(one))}


@tables_of(
    router,
    "/seasons/{slug}",
    entries=(schemas.SeasonEntryRow, "Return a season's pairs or teams."),
    fixtures=(schemas.FixtureRow, "Return a season's fixtures, with their states."),
    tables=(
        schemas.SeasonTableRow,
        "Return the tables of a season's divisions, or the table of a series.",
    ),
)
def _rows(request: HttpRequest, slug: str, what: str) -> Iterable[Any]:
    return FEEDS[what](_season(request, slug), viewer_of(request))


@router.make("/seasons/{slug}/entries", answers.Entered)
def enter(request: HttpRequest, slug: str, new: requests.NewPairs) -> Any:
    """Enter pairs as an organizer, all or none; their players are asked. Those that are in already stay as they are."""
    one = _season(request, slug)
    entered = import_pairs(season_id=one.pk, by=person_of(request), text=as_csv(new.pairs))
    return {"entered": entered}


@router.act("/seasons/{slug}/entries/{entry}/withdrawal", answers.SeasonState)
def withdraw(request: HttpRequest, slug: str, entry: schemas.Key, why: requests.Note) -> Any:
    """Take an entry out of the season. Its players read the reason; once the season is running, there must be one."""
    one = _season(request, slug)
    keys = one.entries.filter(pk=entry).values_list("pk", flat=True)
    act = withdraw_entry if one.status == Season.Status.RUNNING else leave_before
    act(entry_id=keys.first() or 0, by=person_of(request), reason=why.reason)
    return state_of(one)


@router.act("/seasons/{slug}/end", answers.SeasonState)
def end(request: HttpRequest, slug: str, why: requests.Reason) -> Any:
    """End a season before its last match: what was played counts."""
    one = _season(request, slug)
    end_season(season_id=one.pk, by=person_of(request), reason=why.reason)
    return state_of(one)


@router.act("/seasons/{slug}/{step}", answers.SeasonState)
def take_step(request: HttpRequest, slug: str, step: Step) -> Any:
    """Open the sign-up, place the entries by last season and rating, or publish: draw the fixtures, and begin."""
    one = _season(request, slug)
    _STEPS[step](season_id=one.pk, by=person_of(request))
    return state_of(one)


def _season(request: HttpRequest, slug: str) -> Season:
    return found(season_for(slug, viewer_of(request)))
