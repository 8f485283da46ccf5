"""A match's page: both sides, the time, and the way to one's table when it is open."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRedirect

from tournaments.events.models import Match, Result
from tournaments.events.next_stop import stop_after
from tournaments.events.pictures import MatchView
from tournaments.events.selectors import match_view


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a match."""
    return render(request, "public/match.html", _context(request, _view(request, slug, pk)))


@require_GET
def match_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Answer an open page that asks for news; a player who waited for the table is taken there when it opens."""
    view = _view(request, slug, pk)
    waited = request.GET.get("was") == "drawn"
    if waited and view.side and view.line.in_play:
        return HttpResponseClientRedirect(view.line.table_url)
    context = _context(request, view)
    onward = context["onward"]
    if request.GET.get("was") == view.line.match.status and request.GET.get("on", "") == (
        onward.url if onward else ""
    ):
        return HttpResponse(status=204)
    return render(request, "public/_match_now.html", context)


def _context(request: HttpRequest, view: MatchView) -> dict[str, Any]:
    """Return the view, each side's players with what the match did to their ratings, once that is known, and where
    its players go from it when it is over."""
    over = view.side and view.line.match.status == Match.Status.DONE
    return {
        "view": view,
        "onward": stop_after(f"match:{view.line.match.pk}", request.user) if over else None,
        "people_a": list(zip(view.players_a, _changes(view, (0, 2)), strict=False)),
        "people_b": list(zip(view.players_b, _changes(view, (1, 3)), strict=False)),
    }


def _changes(view: MatchView, seats: tuple[int, int]) -> list[dict[str, int] | None]:
    """Return "before" and "after" of a side's ratings; the first side sits at 0 and 2, the other at 1 and 3."""
    table, result = view.line.table, view.line.result
    if table is None or result is None or result.kind != Result.Kind.PLAYED:
        return [None for _ in seats]
    by_seat = {change["seat"]: change for change in table.rating_changes or ()}
    return [by_seat.get(seat) for seat in seats]


def _view(request: HttpRequest, slug: str, pk: int) -> MatchView:
    view = match_view(pk, request.user)
    if view is None or view.tournament.slug != slug:
        raise Http404
    return view
