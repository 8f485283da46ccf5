"""Views of the feeds. A feed contains only what its reader could see on the pages; anything else is a 404."""

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from spades_site.accounts.models import Viewer
from spades_site.accounts.requests import person_of
from spades_site.common.pages import carry_out
from tournaments.events.models import Tournament
from tournaments.events.queries.selectors import tournament_for, tournament_view
from tournaments.leagues.selectors import league_for
from tournaments.public.feeds import trf
from tournaments.public.feeds.answers import answer, viewer_of
from tournaments.public.feeds.calendars import Event, calendar
from tournaments.public.feeds.csv_text import csv_bytes
from tournaments.public.feeds.keys import end_keys
from tournaments.public.feeds.schedules import league_events, personal_events, tournament_events
from tournaments.public.feeds.tables import document, sheet


@require_safe
def personal_calendar(request: HttpRequest) -> HttpResponseBase:
    """Return a person's calendar; without a key that of the signed-in user."""
    person = viewer_of(request)
    if not person.is_authenticated or person.is_guest:
        raise Http404
    name = _("%(site)s: %(name)s") % {"site": settings.SITE_NAME, "name": person.username}
    return _calendar(request, name, personal_events(person), "spades")


@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a league's calendar."""
    viewer = viewer_of(request)
    league = league_for(slug, viewer)
    if league is None:
        raise Http404
    return _calendar(request, league.name, league_events(league, viewer), slug)


@require_safe
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a tournament's calendar."""
    one = _tournament_or_404(slug, viewer_of(request))
    return _calendar(request, one.name, tournament_events(one), slug)


@require_safe
def tournament_csv(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return one of a tournament's tables as CSV."""
    viewer = viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    body = csv_bytes(*sheet(view, what))
    return answer(request, body, "text/csv; charset=utf-8", f"{slug}-{what}.csv")


@require_safe
def tournament_json(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Return one of a tournament's tables as JSON."""
    viewer = viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    text = json.dumps(document(view, what), ensure_ascii=False, indent=1)
    return answer(request, f"{text}\n".encode(), "application/json", f"{slug}-{what}.json")


@require_safe
def tournament_trf(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a tournament as a report file for chess's pairing programs, if it fits the format."""
    viewer = viewer_of(request)
    view = tournament_view(_tournament_or_404(slug, viewer), viewer)
    if not trf.fits(view):
        sentence = _(
            "This tournament has no TRF file: it isn't drawn yet, or its format or its points don't fit one."
            " Take its pairings, results and standings as CSV or JSON."
        )
        return HttpResponse(f"{sentence}\n", status=404, content_type="text/plain; charset=utf-8")
    body = trf.report(view).encode()
    return answer(request, body, "text/plain; charset=utf-8", f"{slug}.trf")


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
    return answer(request, body, "text/calendar; charset=utf-8", f"{name}.ics")


def _tournament_or_404(slug: str, viewer: Viewer) -> Tournament:
    found = tournament_for(slug, viewer)
    if found is None:
        raise Http404
    return found
