"""A match's page: both sides, the time, and the way to one's table when it is open."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRedirect

from tournaments.events.pictures import MatchView
from tournaments.events.selectors import match_view


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a match."""
    return render(request, "public/match.html", {"view": _view(request, slug, pk)})


@require_GET
def match_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Answer an open page that asks for news; a player who waited for the table is taken there when it opens."""
    view = _view(request, slug, pk)
    waited = request.GET.get("was") == "drawn"
    if waited and view.side and view.line.in_play:
        return HttpResponseClientRedirect(view.line.table_url)
    if request.GET.get("was") == view.line.match.status:
        return HttpResponse(status=204)
    return render(request, "public/_match_now.html", {"view": view})


def _view(request: HttpRequest, slug: str, pk: int) -> MatchView:
    view = match_view(pk, request.user)
    if view is None or view.tournament.slug != slug:
        raise Http404
    return view
