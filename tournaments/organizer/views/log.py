"""The logs of leagues and tournaments, for their organizers."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.lists.csv_text import csv_bytes
from spades_site.common.pages import member_required, page_of
from tournaments.events.core.permissions import may_organize
from tournaments.events.models import Tournament
from tournaments.events.queries.selectors import tournament_for
from tournaments.leagues.models import League
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.log import COLUMNS, csv_rows, in_words, kinds_of, log_of
from tournaments.organizer.undo.undoing import undoable


@require_GET
@member_required
def league_log(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show everything that was done in the league; `?kind=` and `?who=` show a part of it, `?csv=1` exports that."""
    one = leagues_run_by(request.user).filter(slug=slug).first()
    if one is None:
        raise Http404
    return _log(request, one)


@require_GET
@member_required
def tournament_log(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show everything that was done in the tournament, as `league_log` does."""
    one = tournament_for(slug, request.user)
    if one is None or not may_organize(request.user, one):
        raise Http404
    return _log(request, one)


def _log(request: SignedInRequest, of: League | Tournament) -> HttpResponse:
    kind, who = request.GET.get("kind", ""), request.GET.get("who", "")
    entries = log_of(of, kind, who)
    if "csv" in request.GET:
        body = csv_bytes(COLUMNS, csv_rows(entries))
        headers = {"Content-Disposition": f'attachment; filename="{of.slug}-log.csv"'}
        return HttpResponse(body, content_type="text/csv; charset=utf-8", headers=headers)
    page = page_of(request, entries)
    lines = page.object_list = in_words(page.object_list)
    about = {line.cup.pk: line.cup for line in lines if line.cup is not None}
    context = {
        "of": of,
        "is_league": isinstance(of, League),
        "page": page,
        "kinds": [(name, label) for name, label, _verbs in kinds_of(of)],
        "kind": kind,
        "who": who,
        "undoable": undoable([line.entry for line in lines], list(about.values())),
    }
    return render(request, "organizer/log.html", context)
