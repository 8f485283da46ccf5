"""Views of the feeds. A feed contains only what its reader could see on pages; anything else is a 404."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from spades_site.accounts.models import Viewer
from spades_site.accounts.requests import person_of
from spades_site.accounts.tokens.scopes import READ, takes_tokens
from spades_site.common.lists.csv_text import Cell, csv_bytes
from spades_site.common.pages import carry_out
from tournaments.events.models import Tournament
from tournaments.events.queries.selectors import tournament_for, tournament_view
from tournaments.ladders.core import ladder_for
from tournaments.leagues.models import League, Membership, Season
from tournaments.leagues.selectors import league_for
from tournaments.own_time.core import event_for
from tournaments.public.feeds import ladders, leagues, news, own_time, seasons, trf
from tournaments.public.feeds.calendars import Event, calendar
from tournaments.public.feeds.keys import end_keys, user_behind
from tournaments.public.feeds.schedules import (
    league_events,
    personal_events,
    season_events,
    tournament_events,
)
from tournaments.public.feeds.tables import archive, document, sheet
from tournaments.seasons.core import season_for


@takes_tokens(get=READ)
@require_safe
def personal_calendar(request: HttpRequest) -> HttpResponseBase:
    """Return a person's calendar; without a key that of the signed-in user."""
    person = _viewer_of(request)
    if not person.is_authenticated or person.is_guest:
        raise Http404
    name = _("%(site)s: %(name)s") % {"site": settings.SITE_NAME, "name": person.username}
    return _calendar(request, name, personal_events(person), "spades")


@takes_tokens(get=READ)
@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a league's calendar."""
    viewer = _viewer_of(request)
    league = league_for(slug, viewer)
    if league is None:
        raise Http404
    return _calendar(request, league.name, league_events(league, viewer), slug)


@takes_tokens(get=READ)
@require_safe
def league_news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return what happened last in a league, as Atom."""
    title = _("News of %(league)s")
    return _atom(request, slug, "news", title, news.news)


@takes_tokens(get=READ)
@require_safe
def league_results(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the latest results of a league, as Atom."""
    return _atom(request, slug, "results", _("Results of %(league)s"), news.results)


@takes_tokens(get=READ)
@require_safe
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a tournament's calendar."""
    one = _tournament_or_404(slug, _viewer_of(request))
    return _calendar(request, one.name, tournament_events(one), slug)


@takes_tokens(get=READ)
@require_safe
def league_index(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the index of everything that a league owns, with the addresses of its feeds."""
    viewer = _viewer_of(request)
    league = league_for(slug, viewer)
    if league is None:
        raise Http404
    return _json(request, seasons.index(league, viewer), slug)


@takes_tokens(get=READ)
@require_safe
def league_csv(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return a league's members (for its organizers), teams or seasons as CSV."""
    one = _league_or_404(slug, _viewer_of(request), what)
    return _csv(request, *leagues.sheet(one, what), f"{slug}-{what}")


@takes_tokens(get=READ)
@require_safe
def league_json(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return a league's members (for its organizers), teams or seasons as JSON."""
    one = _league_or_404(slug, _viewer_of(request), what)
    return _json(request, leagues.document(one, what), f"{slug}-{what}")


@takes_tokens(get=READ)
@require_safe
def ladder_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a ladder with its log as JSON."""
    one = ladder_for(slug, _viewer_of(request))
    if one is None:
        raise Http404
    return _json(request, ladders.document(one), slug)


@takes_tokens(get=READ)
@require_safe
def own_time_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return an own-time event as JSON, with everybody's results once it is closed."""
    one = event_for(slug, _viewer_of(request))
    if one is None:
        raise Http404
    return _json(request, own_time.document(one), slug)


@takes_tokens(get=READ)
@require_safe
def season_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the calendar of all fixtures of a season."""
    viewer = _viewer_of(request)
    one = _season_or_404(slug, viewer)
    return _calendar(request, one.name, season_events(one, viewer), slug)


@takes_tokens(get=READ)
@require_safe
def division_calendar(request: HttpRequest, slug: str, level: int) -> HttpResponseBase:
    """Return the calendar of one division's fixtures."""
    viewer = _viewer_of(request)
    one = _season_or_404(slug, viewer)
    division = one.divisions.filter(level=level).first()
    if division is None:
        raise Http404
    title = f"{one.name} · {division.name}"
    events = season_events(one, viewer, level=level)
    return _calendar(request, title, events, f"{slug}-{level}")


@takes_tokens(get=READ)
@require_safe
def entry_calendar(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Return the calendar of one pair's or team's fixtures."""
    viewer = _viewer_of(request)
    one = _season_or_404(slug, viewer)
    entry = one.entries.filter(pk=pk).exclude(entry=None).first()
    if entry is None:
        raise Http404
    title = f"{one.name} · {entry.name}"
    events = season_events(one, viewer, entry_id=entry.pk)
    return _calendar(request, title, events, f"{slug}-{pk}")


@takes_tokens(get=READ)
@require_safe
def season_csv(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return a season's entries, fixtures or tables as CSV."""
    viewer = _viewer_of(request)
    one = _season_or_404(slug, viewer)
    return _csv(request, *seasons.sheet(one, what, viewer), f"{slug}-{what}")


@takes_tokens(get=READ)
@require_safe
def season_json(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return a season's entries, fixtures or tables as JSON."""
    viewer = _viewer_of(request)
    one = _season_or_404(slug, viewer)
    return _json(request, seasons.document(one, what, viewer), f"{slug}-{what}")


@takes_tokens(get=READ)
@require_safe
def tournament_csv(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return one of a tournament's tables as CSV."""
    viewer = _viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    return _csv(request, *sheet(view, what), f"{slug}-{what}")


@takes_tokens(get=READ)
@require_safe
def tournament_json(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return one of a tournament's tables as JSON."""
    viewer = _viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    return _json(request, document(view, what), f"{slug}-{what}")


@takes_tokens(get=READ)
@require_safe
def tournament_archive(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return everything of a tournament in one JSON document."""
    viewer = _viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    return _json(request, archive(view), f"{slug}-archive")


@takes_tokens(get=READ)
@require_safe
def tournament_trf(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a tournament as a report file for chess's pairing programs, if it fits the format."""
    viewer = _viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    if not trf.fits(view):
        sentence = _(
            "This tournament has no TRF file: it isn’t drawn yet, or its format or its points don’t fit one."
            " Take its pairings, results and standings as CSV or JSON."
        )
        return HttpResponse(f"{sentence}\n", status=404, content_type="text/plain; charset=utf-8")
    body = trf.report(view).encode()
    return _answer(request, body, "text/plain; charset=utf-8", f"{slug}.trf")


@require_http_methods(["GET", "POST"])
def new_addresses(request: HttpRequest) -> HttpResponse:
    """Revoke all calendar addresses of the member; the settings page then shows the new one."""
    if request.method == "GET":
        return redirect("settings")
    return carry_out(
        request,
        lambda: end_keys(person_of(request)),
        done=_("Your calendars have new addresses. The old ones are closed."),
        back=reverse("settings"),
    )


def _calendar(request: HttpRequest, title: str, events: list[Event], name: str) -> HttpResponseBase:
    body = calendar(title, events)
    return _answer(request, body, "text/calendar; charset=utf-8", f"{name}.ics")


def _atom(
    request: HttpRequest,
    slug: str,
    what: str,
    title: str,
    entries: Callable[[League, Viewer], list[news.Entry]],
) -> HttpResponseBase:
    viewer = _viewer_of(request)
    league = league_for(slug, viewer)
    if league is None:
        raise Http404
    body = news.atom(league, what, title % {"league": league.name}, entries(league, viewer))
    return _answer(request, body, "application/atom+xml; charset=utf-8", f"{slug}-{what}.atom")


def _csv(
    request: HttpRequest, columns: list[str], rows: list[list[Cell]], name: str
) -> HttpResponseBase:
    body = csv_bytes(columns, rows)
    return _answer(request, body, "text/csv; charset=utf-8", f"{name}.csv")


def _json(request: HttpRequest, document: dict[str, Any], name: str) -> HttpResponseBase:
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return _answer(request, f"{text}\n".encode(), "application/json", f"{name}.json")


def _league_or_404(slug: str, viewer: Viewer, what: str) -> League:
    found = league_for(slug, viewer)
    if found is None or (what == "members" and found.my_role not in Membership.RUNS):
        raise Http404
    return found


def _season_or_404(slug: str, viewer: Viewer) -> Season:
    found = season_for(slug, viewer)
    if found is None:
        raise Http404
    return found


def _tournament_or_404(slug: str, viewer: Viewer) -> Tournament:
    found = tournament_for(slug, viewer)
    if found is None:
        raise Http404
    return found


def _viewer_of(request: HttpRequest) -> Viewer:
    """Return the reader of a feed: the person behind the `key` in its address, else the signed-in user.

    Raises Http404 for an invalid or revoked key, as for a feed that doesn't exist.
    """
    key = request.GET.get("key")
    if key is None:
        return request.user
    person = user_behind(key, request.path)
    if person is None:
        raise Http404
    return person


def _answer(request: HttpRequest, body: bytes, content_type: str, name: str) -> HttpResponseBase:
    """Return a feed, to be saved under `name`, with an ETag; or an empty 304 if the client already has the same bytes."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type=content_type)
    response["ETag"] = etag
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return get_conditional_response(request, etag=etag, response=response) or response
